// The man pages say what the program says: the same options as --help, the same settings as the
// key table, and nothing more.
#include <gpualert/config.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

using Names = std::set<std::string>;

namespace {

std::string output_of(const std::string& command)
{
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    text.append(buffer.data(), n);
  }
  CHECK(::pclose(pipe) == 0);
  return text;
}

std::string page(const std::string& name)
{
  std::ifstream in(GPUALERT_SOURCE_DIR "/man/" + name);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string word_at(const std::string& line, std::size_t at)
{
  return line.substr(at, line.find_first_of(" ,\t", at) - at);
}

// "--log" of each line that begins with an option.
Names options_in_help(const std::string& help)
{
  Names names;
  std::istringstream in{help};
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find_first_not_of(' ');
    const auto option = line.find("--");
    if (first != std::string::npos && line[first] == '-' && option - first <= 3) {
      names.insert(word_at(line, option));
    }
  }
  return names;
}

// The names after each `macro` in the lines ".It ...".
Names items_in_page(const std::string& text, const std::string& macro)
{
  Names names;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(".It ")) {
      continue;
    }
    for (auto at = line.find(macro); at != std::string::npos; at = line.find(macro, at + 1)) {
      names.insert(word_at(line, at + macro.size()));
    }
  }
  return names;
}

Names keys(const std::vector<gpualert::KeyInfo>& table)
{
  Names names;
  for (const auto& key : table) {
    names.emplace(key.key);
  }
  return names;
}

std::string section(const std::string& text, const std::string& name)
{
  const auto begin = text.find("\n.Sh " + name);
  REQUIRE(begin != std::string::npos);
  return text.substr(begin, text.find("\n.Sh ", begin + 1) - begin);
}

}  // namespace

TEST_CASE("man: gpualert(1) has the options of help, and no other")
{
  Names wanted;
  for (const char* command :
       {"run",        "logs",        "classify",     "explain",     "report",       "rules check",
        "rules list", "rules test",  "config init",  "config show", "config check", "config path",
        "test-email", "outbox list", "outbox flush", "outbox show", "outbox drop",  "sweep",
        "check",      "slurm",       "doctor"}) {
    wanted.merge(options_in_help(output_of(std::string{GPUALERT_BIN " help "} + command)));
  }
  Names found;
  for (const std::string& name : items_in_page(page("gpualert.1"), "Fl Fl ")) {
    found.insert("--" + name);
  }
  CHECK(found == wanted);
}

TEST_CASE("man: gpualert-eval(1) has the options of its help, and no other")
{
  const std::string program = GPUALERT_BINARY_DIR "/eval/gpualert-eval ";
  Names wanted = options_in_help(output_of(program + "--help"));
  for (const char* command : {"run", "survival", "overhead", "isolation", "budget", "results"}) {
    wanted.merge(options_in_help(output_of(program + command + " --help")));
  }
  Names found;
  for (const std::string& name : items_in_page(page("gpualert-eval.1"), "Fl Fl ")) {
    found.insert("--" + name);
  }
  CHECK(found == wanted);
}

TEST_CASE("man: gpualert-mail(8) has the options of its help, and no other")
{
  Names found;
  for (const std::string& name : items_in_page(page("gpualert-mail.8"), "Fl Fl ")) {
    found.insert("--" + name);
  }
  CHECK(found == options_in_help(output_of(GPUALERT_BINARY_DIR "/src/gpualert-mail --help")));
}

TEST_CASE("man: help of run has the options of the key table")
{
  Names wanted{"--help"};
  for (const auto& key : gpualert::config_keys()) {
    if (key.is_option) {
      wanted.insert(gpualert::option_name(key));
    }
  }
  CHECK(options_in_help(output_of(GPUALERT_BIN " help run")) == wanted);
}

TEST_CASE("man: gpualert-config(5) has the settings and the channel keys, and no other")
{
  const std::string text = page("gpualert-config.5");
  Names settings = items_in_page(section(text, "SETTINGS"), ".It Cm ");
  settings.merge(items_in_page(section(text, "THE MAIL PROGRAM"), ".It Cm "));
  CHECK(settings == keys(gpualert::config_keys()));
  CHECK(items_in_page(section(text, "CHANNELS"), ".It Cm ") == keys(gpualert::channel_keys()));
}

TEST_CASE("man: mandoc finds nothing wrong in the pages")
{
  if (std::system("command -v mandoc >/dev/null") != 0) {
    WARN("skipped: no mandoc");
    return;
  }
  CHECK(output_of(
            "mandoc -T lint -W warning " GPUALERT_SOURCE_DIR "/man/gpualert.1 " GPUALERT_SOURCE_DIR
            "/man/gpualert-check.1 " GPUALERT_SOURCE_DIR "/man/gpualert-eval.1 " GPUALERT_SOURCE_DIR
            "/man/gpualert-config.5 " GPUALERT_SOURCE_DIR
            "/man/gpualert-rules.5 " GPUALERT_SOURCE_DIR "/man/gpualert-mail.8 2>&1")
            .empty());
}
