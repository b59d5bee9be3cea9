#include "report/html.hpp"
#include "report/render.hpp"

#include "mail.hpp"
#include "report/display.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::report;
using gpualert::test::has;

namespace {

Document hostile()
{
  Document document;
  document.status = "FAILED";
  document.headline = "<script>alert(1)</script> & \"x\"";
  LogLine line;
  line.number = 7;
  line.marked = true;
  line.content = styled_line("\x1b[1;31m<b>\x1b[0m & 'plain'");
  Rows rows;
  rows.add("cause", "<img src=x>");
  document.sections = {
      {"Why", {rows, Paragraph{"<p>"}, Commands{{"a <b && c"}}, Excerpt{{line, Cut{2048, 12}}}}},
      {"Empty", {}}};
  document.footer = {"<end>"};
  return document;
}

}  // namespace

TEST_CASE("HTML: everything is escaped")
{
  CHECK(html_escape("<a href=\"x\">'&'") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;");
  const std::string html = render_html(hostile(), "run");
  for (const char* raw : {"<script", "<img src=x", "<p>", "<b>", "a <b", "<end>"}) {
    INFO(raw);
    CHECK_FALSE(has(html, raw));
  }
  CHECK(has(html, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"));
}

TEST_CASE("HTML: nothing is fetched, nothing depends on rules that a mail program drops")
{
  const std::string html = render_html(hostile(), "run");
  for (const char* remote : {"http:", "https:", "url(", "<style", "<link", "<script", "@import"}) {
    INFO(remote);
    CHECK_FALSE(has(html, remote));
  }
  CHECK(has(html, "<meta name=\"color-scheme\" content=\"light dark\">"));
  CHECK(has(html, "width=device-width"));
}

TEST_CASE("HTML: colours and bold of a terminal become spans, on the text they were on")
{
  CHECK(html_line(styled_line("a \x1b[1;31mred\x1b[0m b")) ==
        "a <span style=\"color:#d0403a;font-weight:bold\">red</span> b");
  CHECK(html_line(styled_line("\x1b[38;5;196mx\x1b[39my\x1b[1mz")) ==
        "<span style=\"color:#e0524c\">x</span>y<span style=\"font-weight:bold\">z</span>");
  CHECK(html_line({"abc", {{2, 9, {2, false}}}}) == "ab<span style=\"color:#d0403a\">c</span>");
}

TEST_CASE("text: sections, rows, marked lines and cuts")
{
  CHECK(render_text(hostile()) ==
        "<script>alert(1)</script> & \"x\"\n\nWHY\n  cause         <img src=x>\n  <p>\n"
        "    a <b && c\n  > 7  <b> & 'plain'\n    [… 12 lines, 2.0 KiB left out …]\n"
        "\n-- \n<end>\n");
  CHECK(describe_cut({512, {}}) == "[… 512 B left out …]");
  CHECK(describe_cut({512, 1}) == "[… 1 line, 512 B left out …]");
}
