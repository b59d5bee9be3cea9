#include "mailprog/call.hpp"

#include <charconv>
#include <limits>

namespace gpualert::mailprog {

namespace {

constexpr std::string_view kMagic = "GPAMAIL1\n";

// A text with its length in front: "5:hello".
void put(std::string& out, std::string_view text)
{
  out.append(std::to_string(text.size())).append(1, ':').append(text);
}

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool text(std::string& into)
  {
    std::size_t length = 0;
    if (!number(length, ':') || length > rest_.size()) {
      return false;
    }
    into = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return true;
  }

  template <typename Number>
  bool number(Number& into, char end)
  {
    const auto [last, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), into);
    const auto used = static_cast<std::size_t>(last - rest_.data());
    if (error != std::errc{} || used >= rest_.size() || rest_[used] != end) {
      return false;
    }
    rest_.remove_prefix(used + 1);
    return true;
  }

  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

private:
  std::string_view rest_;
};

bool read_variables(Reader& reader, std::size_t count, Variables& into)
{
  for (std::size_t i = 0; i < count; ++i) {
    std::string name;
    std::string value;
    if (!reader.text(name) || !reader.text(value)) {
      return false;
    }
    into[std::move(name)] = std::move(value);
  }
  return true;
}

bool read_words(Reader& reader, std::size_t count, std::vector<std::string>& into)
{
  if (count > reader.left()) {  // each takes two bytes at least
    return false;
  }
  into.resize(count);
  for (std::string& word : into) {
    if (!reader.text(word)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_of_scheduler(std::string_view name)
{
  return name.starts_with("SLURM_") || name.starts_with("LSB_");
}

std::string encode(const Call& call)
{
  std::string out{kMagic};
  out += std::to_string(call.received_ns) + "\n" + std::to_string(call.argv.size()) + "\n" +
         std::to_string(call.variables.size()) + "\n";
  for (const std::string& word : call.argv) {
    put(out, word);
  }
  for (const auto& [name, value] : call.variables) {
    put(out, name);
    put(out, value);
  }
  put(out, call.body);
  return out;
}

Result<Call> decode(std::string_view bytes)
{
  if (!bytes.starts_with(kMagic)) {
    return Error{"not a call of the mail program"};
  }
  Reader reader{bytes.substr(kMagic.size())};
  Call call;
  std::size_t words = 0;
  std::size_t variables = 0;
  if (!reader.number(call.received_ns, '\n') || !reader.number(words, '\n') ||
      !reader.number(variables, '\n') || !read_words(reader, words, call.argv) ||
      !read_variables(reader, variables, call.variables) || !reader.text(call.body) ||
      !reader.at_end()) {
    return Error{"a damaged call of the mail program"};
  }
  return call;
}

}  // namespace gpualert::mailprog
