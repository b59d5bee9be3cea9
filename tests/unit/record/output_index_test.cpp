#include <gpualert/output_index.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpualert;

TEST_CASE("output index: the bytes are those of the format")
{
  const std::string bytes = encode({0x0102030405060708, 1, -1, Stream::err});
  CHECK(bytes == std::string("\x08\x07\x06\x05\x04\x03\x02\x01"
                             "\x01\0\0\0\0\0\0\0"
                             "\xff\xff\xff\xff\xff\xff\xff\xff"
                             "\x02\0\0\0"
                             "\0\0\0\0",
                             32));
}

TEST_CASE("output index: what was encoded comes back")
{
  const IndexRecord records[] = {
      {0, 1, 2, Stream::out},
      {std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::int64_t>::max(),
       std::numeric_limits<std::int64_t>::min(), Stream::both},
      {5, 6, 7, Stream::unknown}};
  std::string bytes(kIndexMagic);
  for (const IndexRecord& record : records) {
    bytes += encode(record);
  }
  const auto parsed = parse_index(bytes).value();
  REQUIRE(parsed.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(parsed[i].offset == records[i].offset);
    CHECK(parsed[i].monotonic_ns == records[i].monotonic_ns);
    CHECK(parsed[i].wall_ns == records[i].wall_ns);
    CHECK(parsed[i].stream == records[i].stream);
  }
}

TEST_CASE("output index: a torn last record is ignored")
{
  const std::string whole = std::string(kIndexMagic) + encode({1, 2, 3, Stream::out});
  for (std::size_t torn = 0; torn < 32; ++torn) {
    CHECK(parse_index(whole + encode({4, 5, 6, Stream::err}).substr(0, torn)).value().size() == 1);
  }
}

TEST_CASE("output index: empty is fine, another file is not")
{
  CHECK(parse_index(kIndexMagic).value().empty());
  CHECK_FALSE(parse_index(""));
  CHECK_FALSE(parse_index("GPAIDX1"));
  CHECK_FALSE(parse_index("GPAIDX2\n"));
}

TEST_CASE("output index: a stream of a newer version is unknown to us")
{
  std::string bytes = std::string(kIndexMagic) + encode({0, 0, 0, Stream::out});
  bytes[kIndexMagic.size() + 24] = 9;
  CHECK(parse_index(bytes).value().at(0).stream == Stream::unknown);
}
