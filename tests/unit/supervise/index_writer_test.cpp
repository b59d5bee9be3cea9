#include "supervise/index_writer.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::supervision;
using test::Scratch;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::uint64_t kKiB = 1024;

Moment at(std::int64_t ms)
{
  return {1000 + ms * kMs, ms * kMs};
}

class Index {
public:
  Index() { writer.create(dir_ / "output.idx"); }
  std::vector<IndexRecord> written() const
  {
    const std::string bytes = test::read(dir_ / "output.idx");
    return bytes.empty() ? std::vector<IndexRecord>{} : parse_index(bytes).value();
  }
  std::vector<std::uint64_t> offsets()
  {
    writer.flush(0, true);
    std::vector<std::uint64_t> result;
    for (const IndexRecord& record : written()) {
      result.push_back(record.offset);
    }
    return result;
  }
  IndexWriter writer;

private:
  Scratch dir_;
};

using Offsets = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("index: a record for the first byte, with both clocks")
{
  Index index;
  index.writer.note(77, Stream::err, at(5));
  index.writer.flush(0, true);
  const auto records = index.written();
  REQUIRE(records.size() == 1);
  CHECK(records[0].offset == 77);
  CHECK(records[0].stream == Stream::err);
  CHECK(records[0].monotonic_ns == 5 * kMs);
  CHECK(records[0].wall_ns == 1000 + 5 * kMs);
}

TEST_CASE("index: a record on a change of stream, at once")
{
  Index index;
  index.writer.note(0, Stream::out, at(0));
  index.writer.note(1, Stream::out, at(0));
  index.writer.note(2, Stream::err, at(0));
  index.writer.note(3, Stream::out, at(0));
  CHECK(index.offsets() == Offsets{0, 2, 3});
}

TEST_CASE("index: a record after 100 ms or 64 KiB of one stream")
{
  Index index;
  index.writer.note(0, Stream::out, at(0));
  index.writer.note(10, Stream::out, at(99));
  index.writer.note(20, Stream::out, at(100));
  index.writer.note(20 + 64 * kKiB - 1, Stream::out, at(101));
  index.writer.note(20 + 64 * kKiB, Stream::out, at(101));
  CHECK(index.offsets() == Offsets{0, 20, 20 + 64 * kKiB});
}

TEST_CASE("index: held back for a second, no longer")
{
  Index index;
  index.writer.note(0, Stream::out, at(1000));
  CHECK(index.writer.pending());
  index.writer.flush(1999 * kMs);
  CHECK(index.written().empty());
  index.writer.flush(2000 * kMs);
  CHECK(index.written().size() == 1);
  CHECK_FALSE(index.writer.pending());
  index.writer.note(1, Stream::err, at(5000));
  index.writer.flush(5500 * kMs);
  CHECK(index.written().size() == 1);
  index.writer.flush(6000 * kMs);
  CHECK(index.written().size() == 2);
}

TEST_CASE("index: nor more than 4 KiB")
{
  Index index;
  for (std::uint64_t i = 0; i < 200; ++i) {
    index.writer.note(i, i % 2 == 0 ? Stream::out : Stream::err, at(0));
    index.writer.flush(0);
  }
  CHECK(index.written().size() >= 100);
}

TEST_CASE("index: where no file can be made nothing happens")
{
  IndexWriter writer;
  writer.create("/no/such/dir/output.idx");
  writer.note(0, Stream::out, at(0));
  writer.flush(0, true);
  SUCCEED();
}
