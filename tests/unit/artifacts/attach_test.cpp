#include <gpualert/artifacts.hpp>

#include "scratch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace gpualert {

namespace {

std::string keep(const std::string& bytes, std::size_t&)
{
  return bytes;
}

std::string mask_x(const std::string& bytes, std::size_t& masked)
{
  std::string text = bytes;
  for (char& c : text) {
    if (c == 'X') {
      c = '*';
      ++masked;
    }
  }
  return text;
}

std::string write(const std::string& path, const std::string& bytes)
{
  test::write(path, bytes);
  return path;
}

std::string noise(std::size_t size, unsigned seed)
{
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& c : bytes) {
    c = static_cast<char>(random());
  }
  return bytes;
}

std::string gunzip(const std::string& packed)
{
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, MAX_WBITS + 16) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  std::array<char, 65536> buffer;
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = buffer.size();
    result = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  CHECK(result == Z_STREAM_END);
  return out;
}

Artifact asked(const std::string& path, std::uint64_t size)
{
  return {path, size, 0, "asked for by --attach 'x'", 100};
}

}  // namespace

TEST_CASE("a small log goes as it is, a large one compressed, a huge one by its head and tail")
{
  const test::Scratch scratch;
  const std::string small = write((scratch / "small.log"), "line\n");
  const Attachments one = attach_within(small, 0, 5, {}, {}, keep);
  REQUIRE(one.files.size() == 1);
  CHECK(one.files[0].fate == Fate::attached);
  CHECK(one.files[0].name == "small.log");
  CHECK(one.files[0].bytes == "line\n");
  CHECK(one.files[0].reason.empty());

  std::string text;
  while (text.size() < (1U << 20U)) {
    text += "step " + std::to_string(text.size()) + " loss 1.25\n";
  }
  const std::string large = write((scratch / "large.log"), "older" + text);
  const Attachments two = attach_within(large, 5, text.size(), {}, {}, keep);
  CHECK(two.files.at(0).fate == Fate::compressed);
  CHECK(two.files[0].name == "large.log.gz");
  CHECK(gunzip(two.files[0].bytes) == text);

  std::string huge;
  for (int i = 0; i < 20; ++i) {
    huge += text;
  }
  const std::string path = write((scratch / "huge.log"), huge);
  AttachmentBudget leisure;
  leisure.deadline = std::chrono::minutes(1);
  CHECK(attach_within(path, 0, huge.size(), {}, leisure, keep).files.at(0).fate ==
        Fate::compressed);
  AttachmentBudget hurry;
  hurry.deadline = std::chrono::milliseconds(0);
  CHECK(attach_within(path, 0, huge.size(), {}, hurry, keep).files.at(0).fate == Fate::cut);
  AttachmentBudget little;
  little.bytes = 1U << 20U;
  const Attachments three = attach_within(path, 0, huge.size(), {}, little, keep);
  CHECK(three.files.at(0).fate == Fate::cut);
  const std::string kept = gunzip(three.files[0].bytes);
  CHECK(kept.starts_with(huge.substr(0, 1000)));
  CHECK(kept.ends_with(huge.substr(huge.size() - 1000)));
  CHECK(kept.find(" bytes left out here]") != std::string::npos);
  CHECK_FALSE(three.files[0].reason.empty());
}

TEST_CASE("text passes the gate, attached or compressed")
{
  const test::Scratch scratch;
  const std::string log = write((scratch / "x.log"), std::string(600U << 10U, 'X'));
  const std::string other = write((scratch / "y.txt"), "aXb");
  const std::string binary = write((scratch / "z.bin"), std::string("Z\0X\1", 4));
  const Attachments found =
      attach_within(log, 0, 600U << 10U, {asked(other, 3), asked(binary, 4)}, {}, mask_x);
  REQUIRE(found.files.size() == 3);
  CHECK(gunzip(found.files[0].bytes) == std::string(600U << 10U, '*'));
  CHECK(found.files[1].bytes == "a*b");
  CHECK(found.files[2].bytes == std::string("Z\0X\1", 4));
  CHECK(found.masked == (600U << 10U) + 1);
}

TEST_CASE("a few NULs, or many in front, make no text binary, noise is")
{
  const test::Scratch scratch;
  const std::string words = "step 1 loss 1.25 \x1b[31mred\x1b[0m\r\n";
  const std::string few = words + words + std::string(2, '\0') + "X" + words + words;
  const std::string cut = std::string(10'000, '\0') + words + "X";
  const std::string random = noise(5000, 11) + "X";
  const std::string tensors = "PK\3\4" + std::string(3000, '\0') + "X" + std::string(3000, '\0');
  for (const std::string& bytes : {few, cut, random, tensors}) {
    const std::string path = write(scratch / "file", bytes);
    const Attachments found = attach_within("", 0, 0, {asked(path, bytes.size())}, {}, mask_x);
    const bool text = bytes == few || bytes == cut;
    CHECK(found.masked == (text ? 1 : 0));
    CHECK((found.files.at(0).bytes == bytes) == !text);
  }
}

TEST_CASE("what cannot be read, and what is no file, is said")
{
  const test::Scratch scratch;
  const std::string target = write((scratch / "target"), "secret");
  REQUIRE(::symlink(target.c_str(), (scratch / "link").c_str()) == 0);
  REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
  const Attachments found =
      attach_within((scratch / "link"), 0, 6,
                    {asked((scratch / "fifo"), 3), asked((scratch / "gone"), 3)}, {}, keep);
  REQUIRE(found.files.size() == 3);
  for (const Attachment& file : found.files) {
    CHECK(file.fate == Fate::left_out);
    CHECK(file.reason.find(file.path) != std::string::npos);
    CHECK(file.bytes.empty());
  }
}

TEST_CASE("two files of one name have two names in the mail")
{
  const test::Scratch scratch;
  ::mkdir((scratch / "a").c_str(), 0700);
  ::mkdir((scratch / "b").c_str(), 0700);
  const std::string one = write((scratch / "a/m.json"), "1");
  const std::string two = write((scratch / "b/m.json"), "2");
  const Attachments found = attach_within("", 0, 0, {asked(one, 1), asked(two, 1)}, {}, keep);
  CHECK(found.files.at(0).name == "m.json");
  CHECK(found.files.at(1).name == "2-m.json");
}

TEST_CASE("what does not fit compressed either is left out for what it needs")
{
  const test::Scratch scratch;
  const std::string binary = write(scratch / "b.bin", noise(300'000, 3));
  const std::string text = write(scratch / "t.txt", std::string(300'000, 'a'));
  AttachmentBudget little;
  little.bytes = 100'000;
  const Attachments found =
      attach_within("", 0, 0, {asked(binary, 300'000), asked(text, 300'000)}, little, keep);
  CHECK(found.files.at(0).fate == Fate::left_out);
  CHECK(found.files[0].reason.starts_with("needs 401.3 KiB, "));
  CHECK(found.files.at(1).fate == Fate::compressed);
  CHECK(found.files[1].reason.empty());
}

TEST_CASE("every file considered is in the result, and the budget holds, whatever the files")
{
  const test::Scratch scratch;
  std::mt19937 random(20261130);
  for (int round = 0; round < 60; ++round) {
    std::vector<Artifact> artifacts;
    const auto count = random() % 8;
    for (unsigned i = 0; i < count; ++i) {
      const std::size_t size = random() % 90000;
      const bool text = random() % 2 == 0;
      const std::string path =
          write((scratch / ("f" + std::to_string(i))),
                text ? std::string(size, 'a') : noise(size, static_cast<unsigned>(random())));
      Artifact artifact = asked(path, size);
      if (random() % 3 == 0) {
        artifact.why = "changed during the run";
        artifact.worth = static_cast<int>(random() % 2) * 50;
      }
      artifacts.push_back(artifact);
    }
    const std::size_t log_size = random() % 200000;
    const std::string log = write((scratch / "log"), noise(log_size, 7));
    AttachmentBudget budget;
    budget.bytes = random() % 300000;
    budget.body = random() % 20000;
    const Attachments found = attach_within(log, 0, log_size, artifacts, budget, keep);
    INFO("round " << round);
    CHECK(found.files.size() == artifacts.size() + (log_size > 0 ? 1 : 0));
    std::uint64_t sum = 0;
    for (const Attachment& file : found.files) {
      sum += file.encoded;
      CHECK((file.fate == Fate::left_out) == file.bytes.empty());
      CHECK((file.fate == Fate::left_out || file.fate == Fate::cut) != file.reason.empty());
      if (file.fate != Fate::left_out) {
        CHECK(file.encoded >= encoded_size(file.bytes.size(), file.name));
      }
    }
    CHECK(sum == found.encoded);
    CHECK(found.encoded <= (budget.bytes > budget.body ? budget.bytes - budget.body : 0));
  }
}

TEST_CASE("less: what fits stays, a text is compressed, a log is cut, and the rest is listed")
{
  const test::Scratch scratch;
  std::string lines;
  for (int i = 0; lines.size() < (4U << 20U); ++i) {
    lines += "step " + std::to_string(i) + " " + noise(8, static_cast<unsigned>(i)) + "X\n";
  }
  const std::string log = write(scratch / "x.log", lines);
  const std::string text = write(scratch / "t.txt", std::string(200'000, 'X'));
  const std::string binary = write(scratch / "b.bin", noise(300'000, 3));
  AttachmentBudget leisure;
  leisure.deadline = std::chrono::minutes(1);
  const Attachments whole = attach_within(
      log, 0, lines.size(), {asked(text, 200'000), asked(binary, 300'000)}, leisure, mask_x);
  REQUIRE(whole.files.size() == 3);
  REQUIRE(whole.files[0].fate == Fate::compressed);
  REQUIRE(whole.files[1].masked == 200'000);
  const auto within = [&](std::uint64_t bytes, const std::string& why) {
    leisure.bytes = bytes;
    return attach_less(whole.files, log, 0, leisure, mask_x, why);
  };
  const Attachments same = within(20U << 20U, "");
  CHECK(same.encoded == whole.encoded);
  CHECK(same.masked == whole.masked);
  const Attachments less = within(whole.files[0].encoded - 1, "too large");
  REQUIRE(less.files.size() == 3);
  CHECK(less.files[0].fate == Fate::cut);
  CHECK(less.files[0].name == "x.log.gz");
  const std::string kept = gunzip(less.files[0].bytes);
  CHECK(kept.starts_with("step 0 "));
  CHECK(kept.find('X') == std::string::npos);
  CHECK(kept.find(" bytes left out here]") != std::string::npos);
  const Attachments tiny = within(3000, "too large");
  CHECK(tiny.files[0].fate == Fate::left_out);
  CHECK(tiny.files[0].name == "x.log");
  CHECK(tiny.files[1].fate == Fate::compressed);
  CHECK(gunzip(tiny.files[1].bytes) == std::string(200'000, '*'));
  CHECK(tiny.files[2].fate == Fate::left_out);
  CHECK(tiny.files[2].reason == "too large");
  CHECK(within(3000, "").files[2].reason.starts_with("needs 401.3 KiB, "));
  CHECK(tiny.masked == 200'000);
}

TEST_CASE("less: every file stays in the list, and every smaller budget holds")
{
  const test::Scratch scratch;
  std::mt19937 random(20261201);
  for (int round = 0; round < 20; ++round) {
    std::vector<Artifact> artifacts;
    for (unsigned i = 0; i < random() % 6; ++i) {
      const std::size_t size = random() % 90000;
      const std::string path = write(scratch / ("f" + std::to_string(i)),
                                     random() % 2 == 0 ? std::string(size, 'a') : noise(size, i));
      artifacts.push_back(asked(path, size));
    }
    const std::size_t log_size = 1 + random() % 1'500'000;
    const std::string log = write(scratch / "log", noise(log_size, 7));
    const Attachments whole = attach_within(log, 0, log_size, artifacts, {}, keep);
    AttachmentBudget budget;
    for (budget.bytes = 2'000'000; budget.bytes > 1000; budget.bytes /= 2) {
      budget.body = random() % 20000;
      const Attachments less = attach_less(whole.files, log, 0, budget, keep, "");
      INFO("round " << round << ", " << budget.bytes);
      REQUIRE(less.files.size() == whole.files.size());
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < less.files.size(); ++i) {
        const Attachment& file = less.files[i];
        CHECK(file.path == whole.files[i].path);
        CHECK(file.size == whole.files[i].size);
        CHECK((file.fate == Fate::left_out) == file.bytes.empty());
        CHECK((file.fate == Fate::left_out || file.fate == Fate::cut) != file.reason.empty());
        sum += file.encoded;
      }
      CHECK(sum == less.encoded);
      CHECK(sum <= (budget.bytes > budget.body ? budget.bytes - budget.body : 0));
    }
  }
}

// Whoever was given a descriptor must not be led to another file by the log's name.
TEST_CASE("attach: a log that is open is read through its descriptor alone")
{
  const test::Scratch scratch;
  const std::string small = write(scratch / "small", "five\n");
  const std::string lines(2U << 20U, '\n');
  const std::string large = write(scratch / "large", lines + "end\n");
  for (const std::string& path : {small, large}) {
    for (const std::uint64_t most : {std::uint64_t{20U << 20U}, std::uint64_t{4000}}) {
      const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      AttachmentBudget budget;
      budget.bytes = most;
      budget.log_fd = fd;
      const Attachments open =
          attach_within(scratch / "nothing", 0, test::read(path).size(), {}, budget, keep);
      budget.log_fd = -1;
      const Attachments named = attach_within(path, 0, test::read(path).size(), {}, budget, keep);
      CHECK(open.files.at(0).fate == named.files.at(0).fate);
      CHECK(open.files.at(0).bytes == named.files.at(0).bytes);
      CHECK_FALSE(open.files.at(0).bytes.empty());
      ::close(fd);
    }
  }
}

}  // namespace gpualert
