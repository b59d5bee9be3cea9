#include "base/process_tree.hpp"

#include "base/file.hpp"

#include <dirent.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

namespace {

struct CloseDir {
  void operator()(DIR* dir) const { ::closedir(dir); }
};

// The number at the front of `text`, which goes past it; 0 where there is none.
std::uint64_t next_number(std::string_view& text)
{
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::uint64_t resident_pages(const std::string& process)
{
  const Result<std::string> statm = read_file(process + "/statm", 4096);
  std::string_view text = statm ? std::string_view(*statm) : std::string_view();
  next_number(text);  // the size of the address space
  return next_number(text);
}

// A child belongs to the thread that made it.
void add_children(const std::string& process, std::vector<int>& pids)
{
  const std::unique_ptr<DIR, CloseDir> tasks{::opendir((process + "/task").c_str())};
  // One thread of ours has the directory.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* task = tasks ? ::readdir(tasks.get()) : nullptr) {
    if (task->d_name[0] == '.') {
      continue;
    }
    const Result<std::string> children =
        read_file(process + "/task/" + task->d_name + "/children", 1U << 20);
    std::string_view text = children ? std::string_view(*children) : std::string_view();
    while (const std::uint64_t pid = next_number(text)) {
      pids.push_back(static_cast<int>(pid));
    }
  }
}

// In a pid namespace without a /proc of its own the pids there are other processes'.
bool proc_has_our_pids()
{
  std::array<char, 32> link{};
  const ssize_t n = ::readlink("/proc/self", link.data(), link.size());
  return n > 0 &&
         std::string_view(link.data(), static_cast<std::size_t>(n)) == std::to_string(::getpid());
}

}  // namespace

std::uint64_t resident_bytes_below(int root, std::size_t most)
{
  if (!proc_has_our_pids()) {
    return 0;
  }
  std::uint64_t pages = 0;
  std::vector<int> pids{root};
  for (std::size_t i = 0; i < pids.size() && i < most; ++i) {
    const std::string process = "/proc/" + std::to_string(pids[i]);
    pages += resident_pages(process);
    add_children(process, pids);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gpualert
