#include "check/shell_tokens.hpp"

#include "check/shell_reader.hpp"

#include <algorithm>
#include <array>

namespace gpualert::check {

namespace {

struct HereDocument {
  std::string end;
  bool tabs = false;  // <<-: the end may be indented
};

class Lexer {
public:
  explicit Lexer(std::string_view text) : in_(text) {}

  std::vector<Token> run()
  {
    while (!in_.ended()) {
      step();
    }
    return std::move(tokens_);
  }

private:
  void add(Token::Kind kind, std::string text, std::size_t line)
  {
    tokens_.push_back({kind, std::move(text), line, false});
  }

  void step()
  {
    const char c = in_.peek();
    if (c == '\n') {
      const std::size_t line = in_.line();
      in_.take();
      add(Token::Kind::newline, "\n", line);
      skip_here_documents();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      in_.take();
    } else if (c == '\\' && in_.peek(1) == '\n') {
      in_.skip(2);
    } else if (c == '#') {
      comment();
    } else if (!arithmetic() && !redirection() && !oper()) {
      word();
    }
  }

  void comment()
  {
    const std::size_t end = in_.line_end();
    if (in_.begins_line()) {
      add(Token::Kind::comment, std::string(in_.rest().substr(0, end - in_.at())), in_.line());
    }
    in_.skip(end - in_.at());
  }

  // "2>&1", "<<-", "&>>": with the number in front, without what follows.
  bool redirection()
  {
    std::size_t digits = 0;
    while (in_.peek(digits) >= '0' && in_.peek(digits) <= '9') {
      ++digits;
    }
    static constexpr std::array<std::string_view, 12> kForms{"<<<", "<<-", "&>>", "<<", "<&", "<>",
                                                             ">>",  ">&",  ">|",  "&>", "<",  ">"};
    const std::string_view rest = in_.rest().substr(std::min(digits, in_.rest().size()));
    for (const std::string_view form : kForms) {
      if (!rest.starts_with(form) || (digits > 0 && form.front() == '&')) {
        continue;
      }
      const bool process = form.size() == 1 && rest.substr(1).starts_with('(');
      if (process) {
        return false;  // <(…) is a word
      }
      const std::size_t line = in_.line();
      add(Token::Kind::redirection, std::string(in_.rest().substr(0, digits + form.size())), line);
      in_.skip(digits + form.size());
      if (form == "<<" || form == "<<-") {
        here_document(form == "<<-");
      }
      return true;
    }
    return false;
  }

  void here_document(bool tabs)
  {
    while (in_.peek() == ' ' || in_.peek() == '\t') {
      in_.take();
    }
    word();
    documents_.push_back({tokens_.back().text, tabs});
  }

  void skip_here_documents()
  {
    for (const HereDocument& document : documents_) {
      while (!in_.ended()) {
        const std::size_t end = in_.line_end();
        std::string_view line = in_.rest().substr(0, end - in_.at());
        if (document.tabs) {
          line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        }
        in_.skip(end - in_.at() + 1);
        if (line == document.end) {
          break;
        }
      }
    }
    documents_.clear();
  }

  bool oper()
  {
    static constexpr std::array<std::string_view, 11> kOperators{
        ";;&", "&&", "||", ";;", ";&", "|&", ";", "&", "|", "(", ")"};
    const auto* op = std::ranges::find_if(
        kOperators, [&](std::string_view known) { return in_.rest().starts_with(known); });
    if (op == kOperators.end()) {
      return false;
    }
    add(Token::Kind::op, std::string(*op), in_.line());
    in_.skip(op->size());
    return true;
  }

  static bool ends_word(char c)
  {
    return std::string_view{" \t\r\n;&|()<>"}.find(c) != std::string_view::npos;
  }

  // "name=(…)" and the patterns "@(…)", "!(…)" of bash.
  static bool opens_list(const std::string& before)
  {
    return !before.empty() &&
           std::string_view{"=@?+*!"}.find(before.back()) != std::string_view::npos;
  }

  // "((i < 3))" is one word. "f()" has a word in front, and is none.
  bool arithmetic()
  {
    if (!in_.rest().starts_with("((")) {
      return false;
    }
    Token token;
    token.line = in_.line();
    in_.nested(token.text, '(', ')');
    tokens_.push_back(std::move(token));
    return true;
  }

  void word()
  {
    Token token;
    token.line = in_.line();
    while (!in_.ended()) {
      const char c = in_.peek();
      if ((c == '<' || c == '>') && in_.peek(1) == '(' && token.text.empty()) {
        token.text += in_.take();
        in_.nested(token.text, '(', ')');
      } else if (c == '(' && opens_list(token.text)) {
        in_.nested(token.text, '(', ')');
      } else if (ends_word(c)) {
        break;
      } else {
        part(token);
      }
    }
    if (token.text.empty() && !token.quoted && !in_.ended() && in_.peek() != '\n') {
      token.text += in_.take();  // nothing that we know begins here
    }
    tokens_.push_back(std::move(token));
  }

  void part(Token& token)
  {
    const char c = in_.take();
    if (c == '\\') {
      token.quoted = true;
      if (const char next = !in_.ended() ? in_.take() : '\0'; next != '\n' && next != '\0') {
        token.text += next;
      }
    } else if (c == '\'') {
      token.quoted = true;
      in_.until('\'', token.text);
    } else if (c == '"') {
      token.quoted = true;
      in_.double_quotes(token.text);
    } else if (c == '$' || c == '`') {
      in_.expansion(c, token.text);
    } else {
      token.text += c;
    }
  }

  ShellReader in_;
  std::vector<Token> tokens_;
  std::vector<HereDocument> documents_;
};

}  // namespace

std::vector<Token> shell_tokens(std::string_view script)
{
  return Lexer{script}.run();
}

}  // namespace gpualert::check
