#include <gpualert/artifacts.hpp>

#include "base/fd.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace gpualert {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAsked = 100;  // worth of what the user named
constexpr std::int64_t kSecond = 1'000'000'000;

// Folders that hold no result of a run, and much of everything else.
constexpr std::array<std::string_view, 8> kSkipped{
    ".git",  "node_modules", "__pycache__",   ".cache",
    ".venv", "venv",         "site-packages", ".ipynb_checkpoints"};

struct Kind {
  std::string_view suffix;
  int worth;
};

// What people want to see first of a run that failed.
constexpr std::array<Kind, 14> kKinds{{{".err", 60},
                                       {".log", 55},
                                       {".out", 55},
                                       {".json", 50},
                                       {".yaml", 50},
                                       {".yml", 50},
                                       {".toml", 50},
                                       {".csv", 40},
                                       {".txt", 40},
                                       {".png", 35},
                                       {".svg", 35},
                                       {".jpg", 30},
                                       {".html", 25},
                                       {".md", 25}}};

int worth_of(std::string_view name)
{
  for (const Kind& kind : kKinds) {
    if (name.ends_with(kind.suffix)) {
      return kind.worth;
    }
  }
  return 0;
}

class Walk {
public:
  explicit Walk(const ArtifactSearch& search)
      : search_(search), until_(Clock::now() + search.deadline), matched_(search.globs.size())
  {
  }

  FoundArtifacts run()
  {
    folder(Fd{::open(search_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)},
           search_.directory, "", 0);
    absolute_globs();
    for (std::size_t i = 0; i < search_.globs.size(); ++i) {
      if (!matched_[i]) {
        result_.problems.push_back("--attach '" + search_.globs[i] + "' matches no file");
      }
    }
    for (auto& [path, artifact] : found_) {
      result_.files.push_back(std::move(artifact));
    }
    std::stable_sort(result_.files.begin(), result_.files.end(),
                     [](const Artifact& a, const Artifact& b) { return a.worth > b.worth; });
    return std::move(result_);
  }

private:
  bool over()
  {
    if (++entries_ > search_.max_entries || Clock::now() > until_) {
      result_.cut_short = true;
    }
    return result_.cut_short;
  }

  void folder(const Fd& directory, const std::string& path, const std::string& relative,
              std::size_t depth)
  {
    if (!directory) {
      return;
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> listing{::fdopendir(::dup(directory.get())),
                                                      ::closedir};
    if (!listing) {
      return;
    }
    while (const dirent* entry = ::readdir(listing.get())) {  // NOLINT: one thread per DIR
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || over()) {
        continue;
      }
      take(directory, path, relative, std::string(name), depth);
    }
  }

  void take(const Fd& directory, const std::string& path, const std::string& relative,
            const std::string& name, std::size_t depth)
  {
    struct stat info {};
    if (::fstatat(directory.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
      return;
    }
    const std::string here = relative.empty() ? name : relative + "/" + name;
    if (S_ISDIR(info.st_mode)) {
      const bool skipped = std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end();
      if (!skipped && depth < search_.max_depth) {
        folder(Fd{::openat(directory.get(), name.c_str(),
                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)},
               path + "/" + name, here, depth + 1);
      }
    } else if (S_ISREG(info.st_mode)) {
      file(path + "/" + name, here, name, info);
    }
  }

  void file(const std::string& path, const std::string& relative, const std::string& name,
            const struct stat& info)
  {
    const std::int64_t mtime = info.st_mtim.tv_sec * kSecond + info.st_mtim.tv_nsec;
    for (std::size_t i = 0; i < search_.globs.size(); ++i) {
      if (::fnmatch(search_.globs[i].c_str(), relative.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0) {
        matched_[i] = true;
        add({path, static_cast<std::uint64_t>(info.st_size), mtime,
             "asked for by --attach '" + search_.globs[i] + "'", kAsked});
        return;
      }
    }
    if (search_.since_ns > 0 && mtime >= search_.since_ns && !name.starts_with('.')) {
      add({path, static_cast<std::uint64_t>(info.st_size), mtime, "changed during the run",
           worth_of(name)});
    }
  }

  // "/data/*.json": the folder as it is, the pattern for names in it.
  void absolute_globs()
  {
    for (std::size_t i = 0; i < search_.globs.size(); ++i) {
      const std::string& glob = search_.globs[i];
      const std::size_t slash = glob.rfind('/');
      if (!glob.starts_with('/') || over()) {
        continue;
      }
      const std::string path = glob.substr(0, std::max<std::size_t>(slash, 1));
      const Fd directory{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
      const std::unique_ptr<DIR, int (*)(DIR*)> listing{
          directory ? ::fdopendir(::dup(directory.get())) : nullptr,
          [](DIR* opened) { return opened == nullptr ? 0 : ::closedir(opened); }};
      while (const dirent* entry = listing ? ::readdir(listing.get()) : nullptr) {  // NOLINT
        struct stat info {};
        const bool matches =
            !over() && ::fnmatch(glob.c_str() + slash + 1, entry->d_name, FNM_PERIOD) == 0 &&
            ::fstatat(directory.get(), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode);
        if (matches) {
          matched_[i] = true;
          add({path + "/" + entry->d_name, static_cast<std::uint64_t>(info.st_size),
               info.st_mtim.tv_sec * kSecond + info.st_mtim.tv_nsec,
               "asked for by --attach '" + glob + "'", kAsked});
        }
      }
    }
  }

  void add(Artifact artifact)
  {
    const auto [known, fresh] = found_.try_emplace(artifact.path, artifact);
    if (!fresh && artifact.worth > known->second.worth) {
      known->second = std::move(artifact);
    }
  }

  const ArtifactSearch& search_;
  Clock::time_point until_;
  std::vector<bool> matched_;
  std::size_t entries_ = 0;
  std::map<std::string, Artifact> found_;
  FoundArtifacts result_;
};

}  // namespace

FoundArtifacts find_artifacts(const ArtifactSearch& search)
{
  return Walk{search}.run();
}

}  // namespace gpualert
