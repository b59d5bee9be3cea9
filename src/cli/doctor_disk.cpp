#include "cli/doctor.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"

#include <fmt/format.h>

#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>

namespace gpualert::cli {

namespace {

using Level = Finding::Level;
constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

struct FileSystem {
  std::uint32_t magic;
  const char* name;
  const char* but;  // what is to be said against it
};
constexpr const char* kShared =
    "a server that hangs delays the log, never the job; where it is slow, set runs_dir to a disk "
    "of this node";
constexpr const char* kMemory =
    "it is kept in memory and gone after a reboot; set state_dir, or runs_dir";
constexpr std::array<FileSystem, 16> kFileSystems{{{0x6969, "NFS", kShared},
                                                   {0xFF534D42, "CIFS", kShared},
                                                   {0xFE534D42, "SMB", kShared},
                                                   {0x01021997, "9p", kShared},
                                                   {0x01021994, "tmpfs", kMemory},
                                                   {0x858458F6, "ramfs", kMemory},
                                                   {0xEF53, "ext4", nullptr},
                                                   {0x58465342, "xfs", nullptr},
                                                   {0x9123683E, "btrfs", nullptr},
                                                   {0x2FC12FC1, "zfs", nullptr},
                                                   {0x794C7630, "overlay", nullptr},
                                                   {0x0BD00BD0, "Lustre", nullptr},
                                                   {0x47504653, "GPFS", nullptr},
                                                   {0x00C36400, "Ceph", nullptr},
                                                   {0x19830326, "BeeGFS", nullptr},
                                                   {0x65735546, "FUSE", nullptr}}};

// Makes a file in `dir`, syncs it and the directory as a run does, and removes it. The Error says
// what cannot be done; the value is the time that the two syncs took.
Result<std::chrono::milliseconds> try_durable_write(const std::string& dir)
{
  if (Status made = make_dirs(dir); !made) {
    return made.error();
  }
  std::string path = dir + "/.doctor.XXXXXX";
  const Fd file{::mkstemp(path.data())};
  if (!file) {
    return last_os_error("make a file in " + dir);
  }
  constexpr std::size_t kBytes = 4096;
  const auto begin = std::chrono::steady_clock::now();
  Status done = write_all(file.get(), std::string(kBytes, '\n'), "write " + path);
  if (done && ::fsync(file.get()) != 0) {
    done = last_os_error("fsync " + path);
  }
  if (done) {
    done = sync_dir(dir);
  }
  const auto took = std::chrono::steady_clock::now() - begin;
  ::unlink(path.c_str());
  return done ? Result<std::chrono::milliseconds>{std::chrono::duration_cast<
                    std::chrono::milliseconds>(took)}
              : Result<std::chrono::milliseconds>{done.error()};
}

void examine_write(const std::string& what, const std::string& dir, Findings& findings)
{
  const auto took = try_durable_write(dir);
  if (!took) {
    findings.push_back({Level::fail, what, took.error().what,
                        "make it writable, or name another place: state_dir, runs_dir; meanwhile "
                        "runs go to a private directory in $TMPDIR or /tmp"});
    return;
  }
  constexpr std::chrono::milliseconds kSlow{1000};
  const std::string words =
      fmt::format("{}: written and synced in {} ms", dir, took.value().count());
  if (took.value() > kSlow) {
    findings.push_back({Level::warn, what, words,
                        "every job starts this much later; runs_dir on a faster disk helps"});
  } else {
    findings.push_back({Level::ok, what, words, ""});
  }
}

void examine_type(const std::string& dir, Findings& findings)
{
  struct statfs info {};
  if (::statfs(dir.c_str(), &info) != 0) {
    return;  // that it cannot be written was told
  }
  const auto magic = static_cast<std::uint32_t>(info.f_type);
  const auto* known = std::find_if(kFileSystems.begin(), kFileSystems.end(),
                                   [&](const FileSystem& each) { return each.magic == magic; });
  if (known == kFileSystems.end()) {
    findings.push_back({Level::ok, "file system", fmt::format("{}: type {:#x}", dir, magic), ""});
    return;
  }
  findings.push_back({known->but == nullptr ? Level::ok : Level::warn, "file system",
                      fmt::format("{}: {}", dir, known->name),
                      known->but == nullptr ? "" : known->but});
}

// Logging stops below min(1 GiB, 2 %), so that a log never costs a job its checkpoint.
void examine_space(const std::string& dir, Findings& findings)
{
  struct statvfs info {};
  if (::statvfs(dir.c_str(), &info) != 0) {
    return;
  }
  const auto block = static_cast<double>(info.f_frsize);
  const double free = static_cast<double>(info.f_bavail) * block;
  const double least = std::min(kGiB, static_cast<double>(info.f_blocks) * block / 50);
  const std::string words = fmt::format("{}: {:.1f} GiB free; a log stops below {:.1f} GiB", dir,
                                        free / kGiB, least / kGiB);
  const Level level = free < least ? Level::fail : free < 2 * least ? Level::warn : Level::ok;
  findings.push_back({level, "free space", words,
                      level == Level::ok ? "" : "make room, or set runs_dir to another disk"});
}

}  // namespace

void examine_directories(const Patient& patient, Findings& findings)
{
  const Config& config = patient.loaded.config;
  const std::string runs = runs_dir_candidates(config, patient.environment).front();
  const std::string state = state_dir_candidates(config, patient.environment).front();
  examine_write("runs directory", runs, findings);
  examine_type(runs, findings);
  examine_space(runs, findings);
  if (!runs.starts_with(state + "/")) {
    examine_write("state directory", state, findings);
    examine_type(state, findings);
  }
}

}  // namespace gpualert::cli
