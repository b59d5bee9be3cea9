#include "check/shell_reader.hpp"

namespace gpualert::check {

char ShellReader::take()
{
  line_ += text_[at_] == '\n' ? 1 : 0;
  return text_[at_++];
}

void ShellReader::skip(std::size_t count)
{
  for (; count > 0 && !ended(); --count) {
    take();
  }
}

void ShellReader::until(char end, std::string& text)
{
  while (!ended()) {
    const char c = take();
    if (c == end) {
      return;
    }
    text += c;
  }
}

void ShellReader::double_quotes(std::string& text)
{
  while (!ended()) {
    const char c = take();
    if (c == '"') {
      return;
    }
    if (c == '\\' && !ended()) {
      const char next = take();
      if (next != '\n') {
        text += next;
      }
    } else if (c == '$' || c == '`') {
      expansion(c, text);
    } else {
      text += c;
    }
  }
}

void ShellReader::expansion(char first, std::string& text)
{
  text += first;
  if (first == '`') {
    until('`', text);
    text += '`';
  } else if (peek() == '(') {
    nested(text, '(', ')');
  } else if (peek() == '{') {
    nested(text, '{', '}');
  } else if (peek() == '\'') {  // $'…'
    text.pop_back();
    ansi_quotes(text);
  }
}

void ShellReader::nested(std::string& text, char open, char close)
{
  std::size_t depth = 0;
  while (!ended()) {
    const char c = take();
    text += c;
    if (c == open) {
      ++depth;
    } else if (c == close && --depth == 0) {
      return;
    } else if (c == '\\' && !ended()) {
      text += take();
    } else if (c == '\'' || c == '"') {
      quoted_inside(text, c);
    }
  }
}

void ShellReader::quoted_inside(std::string& text, char quote)
{
  while (!ended()) {
    const char c = take();
    text += c;
    if (c == quote) {
      return;
    }
    if (c == '\\' && quote == '"' && !ended()) {
      text += take();
    }
  }
}

void ShellReader::ansi_quotes(std::string& text)
{
  take();
  while (!ended() && peek() != '\'') {
    if (peek() == '\\') {
      take();
    }
    if (!ended()) {
      text += take();
    }
  }
  skip(1);
}

}  // namespace gpualert::check
