#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert::check {

// A place in a script, and what quotes and expansions make of the text there.
class ShellReader {
public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  bool ended() const noexcept { return at_ >= text_.size(); }
  std::size_t at() const noexcept { return at_; }
  std::size_t line() const noexcept { return line_; }  // 1-based
  std::string_view rest() const noexcept { return text_.substr(at_); }
  std::size_t line_end() const noexcept { return std::min(text_.find('\n', at_), text_.size()); }
  bool begins_line() const noexcept { return at_ == 0 || text_[at_ - 1] == '\n'; }

  // '\0' behind the end.
  char peek(std::size_t ahead = 0) const noexcept
  {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char take();  // not at the end
  void skip(std::size_t count);

  // The following add what they read to `text`, up to the end of the script at most.
  void until(char end, std::string& text);  // `end` is read and not added
  void double_quotes(std::string& text);    // behind the opening quote
  // What "$" or "`" begins, which is read already; kept as it stands.
  void expansion(char first, std::string& text);
  // From an opening to its closing one, with the quotes in between; kept as it stands.
  void nested(std::string& text, char open, char close);

private:
  void ansi_quotes(std::string& text);
  void quoted_inside(std::string& text, char quote);

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace gpualert::check
