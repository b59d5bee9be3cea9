#pragma once

#include <gpualert/result.hpp>

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert {

// Writes all of `data`; goes on after EINTR and short writes, waits on EAGAIN.
Status write_all(int fd, std::string_view data, const std::string& doing);

// The whole of a file, or an Error when it is larger than `limit` bytes or not a regular file.
Result<std::string> read_file(const std::string& path, std::size_t limit = 64U << 20);

enum class Sync { no, yes };

// Puts `data` at `path` so that a reader sees the old file or the whole new one: a temporary file
// beside it (mode 0600), fsync when asked, rename. Does not sync the directory.
Status write_file_atomic(const std::string& path, std::string_view data, Sync sync);

// mkdir -p; new directories get `mode` whatever the umask would leave (0700 for what is ours).
Status make_dirs(const std::string& path, mode_t mode = 0700);

// fsync of a directory, so that the names in it survive a power cut.
Status sync_dir(const std::string& path);

// `path` made absolute against the working directory, without resolving links. "" stays "".
std::string absolute_path(const std::string& path);

}  // namespace gpualert
