#include "classify/bytes.hpp"
#include "classify/engine.hpp"
#include "classify/line_buffer.hpp"
#include "classify/rule_table.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/rule_set.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>

namespace gpualert {

// Cuts the output into whole lines per stream and keeps count of lines and bytes of the log.
struct Scanner::Impl {
  void take(Stream stream, std::string_view data);
  void flush(Stream stream, LineBuffer& buffer);

  std::optional<Engine> engine;  // made at the first byte
  std::array<LineBuffer, 4> buffers;
  std::uint64_t bytes = 0, newlines = 0;
  bool ends_in_newline = true;
  bool failed = false;  // out of memory: what was found so far stands
};

void Scanner::Impl::flush(Stream stream, LineBuffer& buffer)
{
  engine->scan({stream, buffer.head(), buffer.line(), buffer.offset()});
  if (!buffer.tail().empty()) {
    engine->scan({stream, buffer.tail(), buffer.line(), buffer.offset()});
  }
  buffer.clear();
}

void Scanner::Impl::take(Stream stream, std::string_view data)
{
  LineBuffer& buffer = buffers[static_cast<std::size_t>(stream) % buffers.size()];
  const std::uint64_t chunk_offset = bytes;
  bytes += data.size();
  ends_in_newline = data.back() == '\n';
  std::size_t at = 0;
  if (!buffer.empty()) {
    const std::size_t end = find_line_end(data);
    buffer.append(data.substr(0, end));
    if (end == kNoByte) {
      return;
    }
    flush(stream, buffer);
    at = end + 1;
    newlines += data[end] == '\n' ? 1 : 0;
  }
  const std::size_t last = find_last_line_end(data.substr(at));
  if (last != kNoByte) {
    const std::string_view lines = data.substr(at, last + 1);
    newlines += engine->scan({stream, lines, newlines + 1, chunk_offset + at});
    at += lines.size();
  }
  if (at < data.size()) {
    buffer.begin(newlines + 1, chunk_offset + at);
    buffer.append(data.substr(at));
  }
}

Scanner::Scanner() = default;

Scanner::Scanner(std::shared_ptr<const RuleSet> rules, RuleWatcher* watcher)
    : rules_(std::move(rules)), watcher_(watcher)
{
}

Scanner::~Scanner() = default;

void Scanner::bytes(Stream stream, std::string_view data) noexcept
{
  if (data.empty() || (impl_ && impl_->failed)) {
    return;
  }
  try {
    // Not before the first byte: a silent job pays for no scanner.
    if (!impl_) {
      impl_ = std::make_unique<Impl>();
      impl_->engine.emplace(rules_ ? rules_->table() : builtin_rules(), watcher_);
    }
    impl_->engine->arrives(arrival_ns_);
    impl_->take(stream, data);
  } catch (const std::exception&) {
    if (impl_) {
      impl_->failed = true;
    }
  }
}

Findings Scanner::finish()
{
  Findings findings;
  if (!impl_) {
    return findings;
  }
  if (impl_->engine) {
    for (std::size_t i = 0; i < impl_->buffers.size(); ++i) {
      if (!impl_->buffers[i].empty()) {
        impl_->flush(static_cast<Stream>(i), impl_->buffers[i]);
      }
    }
    findings = impl_->engine->finish();
  }
  findings.bytes = impl_->bytes;
  findings.lines = impl_->newlines + (impl_->ends_in_newline ? 0 : 1);
  return findings;
}

Findings Scanner::so_far() const
{
  Findings findings;
  if (impl_ && impl_->engine) {
    findings = impl_->engine->so_far();
    findings.bytes = impl_->bytes;
    findings.lines = impl_->newlines + (impl_->ends_in_newline ? 0 : 1);
  }
  return findings;
}

RulesInfo builtin_rules_info()
{
  return {builtin_rules().rules.size(), builtin_causes().size(), std::string(builtin_rules_hash())};
}

}  // namespace gpualert
