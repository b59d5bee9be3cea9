// The scanner on any output: cut anywhere it finds the same, and its evidence is text that exists.
#include "base/text.hpp"

#include <gpualert/classifier.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using gpualert::Findings;

void require(bool condition)
{
  if (!condition) {
    std::abort();
  }
}

Findings scan(std::string_view log, std::size_t size)
{
  gpualert::Scanner scanner;
  for (std::size_t at = 0; at < log.size(); at += size) {
    scanner.bytes(gpualert::Stream::both, log.substr(at, size));
  }
  return scanner.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  if (size < 2) {
    return 0;
  }
  const std::string_view log(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Findings whole = scan(log, log.size());
  const Findings cut = scan(log, 1U + data[0] % 64U);
  require(whole.items.size() == cut.items.size());
  require(whole.lines == cut.lines && whole.bytes == log.size());
  for (std::size_t i = 0; i < whole.items.size(); ++i) {
    const gpualert::Finding& a = whole.items[i];
    const gpualert::Finding& b = cut.items[i];
    require(a.rule == b.rule && a.count == b.count && a.last_line == b.last_line);
    require(a.first.line == b.first.line && a.first.offset == b.first.offset);
    require(a.first.offset < log.size() && a.first.line >= 1 && a.first.line <= whole.lines);
    require(gpualert::is_utf8(a.first.text) && a.first.text.size() <= 4096);
  }
  return 0;
}
