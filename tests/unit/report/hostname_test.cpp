#include "report/hostname.hpp"

#include <catch2/catch.hpp>

using gpualert::report::qualify;

TEST_CASE("host name: the dotted name of /etc/hosts wins")
{
  const std::string hosts =
      "127.0.0.1 localhost\n# 1.2.3.4 gpu07.wrong.org gpu07\n"
      "10.0.0.7\tgpu07.example.org gpu07 # here\n";
  CHECK(qualify("gpu07", hosts, "search other.org\n") == "gpu07.example.org");
}

TEST_CASE("host name: else the search domain, else what there is")
{
  CHECK(qualify("gpu07", "", "nameserver 1.1.1.1\nsearch a.org. b.org\n") == "gpu07.a.org");
  CHECK(qualify("gpu07", "", "domain a.org\nsearch b.org") == "gpu07.b.org");
  CHECK(qualify("gpu07", "", "search .\n") == "gpu07");
  CHECK(qualify("gpu07.x.org", "", "search a.org\n") == "gpu07.x.org");
}

TEST_CASE("host name: nothing that could break a header")
{
  CHECK(qualify("a b", "", "") == "localhost");
  CHECK(qualify("", "", "search a.org") == "localhost");
  CHECK(qualify("h", "1.1.1.1 h.x<y\n", "search a\x01b\n") == "h");
}
