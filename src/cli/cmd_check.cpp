#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/say.hpp"
#include "cli/scan_file.hpp"

#include <gpualert/batch_check.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLargest = 4U << 20U;  // what Slurm takes as it comes: max_script_size

class Text final : public ByteSink {
public:
  void bytes(Stream /*stream*/, std::string_view data) noexcept override
  {
    // One byte more tells that there was more.
    text.append(data.substr(0, kLargest + 1 - std::min(text.size(), kLargest + 1)));
  }
  std::string text;
};

Result<std::string> read_script(const std::string& name)
{
  Text script;
  if (const Status read = scan_file(name, script); !read) {
    return read.error();
  }
  if (script.text.size() > kLargest) {
    return Error{name + " is larger than 4 MiB: that is no batch script"};
  }
  return std::move(script.text);
}

std::string in_words(const CheckedScript& script)
{
  std::string text;
  for (const BatchFinding& finding : script.findings) {
    text +=
        fmt::format("{}:{}: {}: {} [{}]\n    {}\n", script.file, finding.line,
                    finding.note ? "note" : "warning", finding.text, finding.id, finding.advice);
  }
  return text;
}

}  // namespace

int check_command(const CheckOptions& options)
{
  int status = kDone;
  std::vector<CheckedScript> checked;
  std::string words;
  for (const std::string& name : options.scripts) {
    const Result<std::string> text = read_script(name);
    if (!text) {
      say(text.error().what);
      status = kFailed;
      continue;
    }
    checked.push_back({name == "-" ? "<stdin>" : name, check_batch_script(*text)});
    words += in_words(checked.back());
    const auto& findings = checked.back().findings;
    if (std::ranges::any_of(findings, [](const BatchFinding& f) { return !f.note; })) {
      status = kFailed;
    }
  }
  const std::string text = options.json ? to_json(checked) + "\n" : words;
  return write_all(STDOUT_FILENO, text, "write") ? status : kFailed;
}

}  // namespace gpualert::cli
