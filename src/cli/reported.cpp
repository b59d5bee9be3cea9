#include "cli/reported.hpp"

#include "base/file.hpp"

namespace gpualert::cli {

namespace {

constexpr const char* kFile = "/reported";

std::string take_field(std::string_view& text)
{
  const std::size_t end = text.find('\0');
  std::string field{text.substr(0, end)};
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return field;
}

}  // namespace

// A path may hold anything but NUL.
Status note_reported(const std::string& run_dir, const std::vector<PreparedEntry>& entries)
{
  std::string text;
  for (const PreparedEntry& entry : entries) {
    for (const std::string& field : {entry.outbox, entry.temporary, entry.base}) {
      text += field + '\0';
    }
  }
  return write_file_atomic(run_dir + kFile, text, Sync::no);
}

std::optional<std::vector<PreparedEntry>> read_reported(const std::string& run_dir)
{
  const Result<std::string> text = read_file(run_dir + kFile, 1U << 20);
  if (!text) {
    return std::nullopt;
  }
  std::vector<PreparedEntry> entries;
  for (std::string_view rest = text.value(); !rest.empty();) {
    PreparedEntry entry;
    entry.outbox = take_field(rest);
    entry.temporary = take_field(rest);
    entry.base = take_field(rest);
    entries.push_back(std::move(entry));
  }
  return entries;
}

bool is_told_elsewhere(const std::string& run_dir)
{
  const std::optional<std::vector<PreparedEntry>> entries = read_reported(run_dir);
  return entries && entries->empty();
}

}  // namespace gpualert::cli
