#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace gpualert::test {

// A directory of the test's own, removed at the end.
class Scratch {
public:
  Scratch()
  {
    std::string name = std::filesystem::temp_directory_path() / "gpualert-test.XXXXXX";
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const noexcept { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  // Makes a file, and the directories above it; its path.
  std::string add(std::string_view name, std::string_view text) const
  {
    const std::filesystem::path file = *this / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

private:
  std::string path_;
};

inline void write(const std::string& path, std::string_view text)
{
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read(const std::string& path)
{
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace gpualert::test
