#include "artifacts/line_edges.hpp"
#include "artifacts/packed_log.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace gpualert {

namespace {

std::vector<std::string>& pieces()
{
  static std::vector<std::string> seen;
  return seen;
}

std::string note_piece(const std::string& bytes, std::size_t& masked)
{
  pieces().push_back(bytes);
  ++masked;
  return bytes;
}

}  // namespace

TEST_CASE("a part ends at a line's end and before an open private key")
{
  CHECK(last_edge("one\ntwo") == 4);
  CHECK(last_edge("one\ntwo\n") == 8);
  CHECK(last_edge("endless") == 7);
  CHECK(last_edge("") == 0);
  CHECK(last_edge("a\n-----BEGIN PRIVATE KEY-----\nAAAA\n") == 2);
  CHECK(last_edge("a\n-----BEGIN X-----\nA\n-----END X-----\nb") == 38);
  CHECK(first_edge("one\ntwo") == 4);
  CHECK(first_edge("endless") == 0);
}

TEST_CASE("a log is packed in pieces that begin where the last one ended, at a line's end")
{
  const test::Scratch scratch;
  std::string text;
  while (text.size() < (5U << 19U)) {
    text += "step " + std::to_string(text.size()) + " loss 1.25\n";
  }
  test::write(scratch / "log", text);
  pieces().clear();
  std::size_t masked = 0;
  const auto later = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const auto packed =
      pack_log({scratch / "log", 0, text.size()}, {1U << 20U, later}, note_piece, masked);
  REQUIRE(packed);
  CHECK(masked == 3);
  REQUIRE(pieces().size() == 3);
  std::string all;
  for (const std::string& piece : pieces()) {
    CHECK(piece.back() == '\n');
    all += piece;
  }
  CHECK(all == text);
}

TEST_CASE("a log that will not fit, or not in time, is given up after its first pieces")
{
  const test::Scratch scratch;
  std::string text;
  while (text.size() < (5U << 20U)) {
    text += "step " + std::to_string(text.size()) + " loss 1.25\n";
  }
  test::write(scratch / "log", text);
  std::size_t masked = 0;
  const LogPart log{scratch / "log", 0, text.size()};
  pieces().clear();
  const auto now = std::chrono::steady_clock::now();
  CHECK_FALSE(pack_log(log, {100'000, now + std::chrono::minutes(1)}, note_piece, masked));
  CHECK_FALSE(pack_log(log, {1U << 30U, now}, note_piece, masked));
  CHECK(pieces().size() == 5);  // the limit was passed in the first one
  CHECK(masked == 0);
}

}  // namespace gpualert
