#include "check/shell_commands.hpp"

#include <algorithm>
#include <array>

namespace gpualert::check {

namespace {

using Kind = Token::Kind;

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words)
{
  return std::ranges::find(words, text) != words.end();
}

// A compound command that is open.
struct Compound {
  std::string kind;        // "if", "for", "while", "{", "(", "case"
  bool condition = false;  // before its "then" or "do"
  Enclosing as;
};

class Parser {
public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens))
  {
    std::erase_if(tokens_, [](const Token& token) { return token.kind == Kind::comment; });
  }

  std::vector<Command> run()
  {
    while (at_ < tokens_.size()) {
      const Token& token = tokens_[at_];
      if (in_pattern_) {
        pattern(token);
      } else if (token.kind == Kind::newline) {
        finish(";");
        ++at_;
      } else if (token.kind == Kind::op) {
        oper(token.text);
      } else if (token.kind == Kind::redirection) {
        redirection(token);
      } else if (!current_.words.empty() || !keyword(token)) {
        word(token);
      }
    }
    finish(";");
    return std::move(commands_);
  }

private:
  bool inside(bool (*is)(const Compound&)) const { return std::ranges::any_of(open_, is); }

  void word(const Token& token)
  {
    if (current_.words.empty()) {
      current_.line = token.line;
    }
    current_.words.push_back(token.text);
    ++at_;
    if (token.text == "[[" && !token.quoted && current_.words.size() == 1) {
      for (; at_ < tokens_.size() && tokens_[at_].kind != Kind::newline; ++at_) {
        current_.words.push_back(tokens_[at_].text);
        if (tokens_[at_].text == "]]") {
          ++at_;
          break;
        }
      }
    }
  }

  void redirection(const Token& token)
  {
    Redirection found{token.text, ""};
    const bool here = token.text.find("<<") != std::string::npos && !token.text.ends_with("<<<");
    ++at_;
    if (at_ < tokens_.size() && tokens_[at_].kind == Kind::word) {
      found.target = here ? "" : tokens_[at_].text;
      ++at_;
    }
    if (current_.words.empty() && current_.redirections.empty()) {
      current_.line = token.line;
    }
    current_.redirections.push_back(std::move(found));
    // `done < file`, `} > log`: of a compound, not of a command.
    if (current_.words.empty() && after_compound_) {
      current_.redirections.clear();
    }
  }

  void oper(const std::string& text)
  {
    ++at_;
    if (text == "(") {
      function_or_subshell();
      return;
    }
    if (text == ")") {
      finish(";");
      close("(");
      return;
    }
    if (text.starts_with(";;") || text == ";&") {
      finish(";");
      in_pattern_ = !open_.empty() && open_.back().kind == "case";
      next_branch();
      return;
    }
    finish(text == "|&" ? "|" : text);
  }

  // "name ( )" begins a function; any other "(" a subshell.
  void function_or_subshell()
  {
    const bool empty_list = at_ < tokens_.size() && tokens_[at_].text == ")";
    if (current_.words.size() == 1 && empty_list) {
      current_ = {};
      ++at_;
      function_next_ = true;
      return;
    }
    open("(", false);
  }

  void open(const std::string& kind, bool condition)
  {
    const bool function = function_next_;
    function_next_ = false;
    open_.push_back({kind, condition, {++compounds_, 0, function}});
    before_.clear();
    after_compound_ = false;
  }

  void close(std::string_view kind)
  {
    const auto found = std::ranges::find_if(open_.rbegin(), open_.rend(),
                                            [&](const Compound& c) { return c.kind == kind; });
    if (found == open_.rend()) {
      return;
    }
    open_.erase(found.base() - 1, open_.end());
    after_compound_ = true;
  }

  // Reserved words; true when the token was one.
  bool keyword(const Token& token)
  {
    static constexpr std::array<std::string_view, 6> kEnds{"fi", "done", "esac", "}", "then", "do"};
    if (token.quoted || !current_.redirections.empty()) {
      return false;
    }
    const std::string& text = token.text;
    if (text == "if" || text == "while" || text == "until") {
      open(text == "if" ? "if" : "loop", true);
    } else if (text == "elif" || text == "else") {
      set_condition(text == "elif");
      next_branch();
    } else if (is_one_of(text, kEnds)) {
      end_keyword(text);
    } else if (text == "{") {
      open("{", false);
    } else if (text == "!") {
      current_.negated = true;
    } else if (text == "for" || text == "select" || text == "case") {
      header(text);
      return true;
    } else if (text == "function") {
      at_ += 2;
      if (at_ + 1 < tokens_.size() && tokens_[at_].text == "(" && tokens_[at_ + 1].text == ")") {
        at_ += 2;
      }
      function_next_ = true;
      return true;
    } else if (text != "time" && text != "coproc") {
      return false;
    }
    ++at_;
    return true;
  }

  void end_keyword(const std::string& text)
  {
    if (text == "then" || text == "do") {
      set_condition(false);
    } else {
      close(text == "fi" ? "if" : text == "done" ? "loop" : text == "esac" ? "case" : "{");
    }
  }

  void set_condition(bool value)
  {
    if (!open_.empty()) {
      open_.back().condition = value;
    }
  }

  void next_branch()
  {
    if (!open_.empty()) {
      ++open_.back().as.branch;
    }
  }

  // "for x in …" and "case x in": words that are no command.
  void header(const std::string& text)
  {
    if (text == "case" && at_ + 1 < tokens_.size()) {
      current_.words = {text, tokens_[at_ + 1].text};
      current_.line = tokens_[at_].line;
      finish(";");
    }
    open(text == "case" ? "case" : "loop", text != "case");
    ++at_;
    for (; at_ < tokens_.size(); ++at_) {
      const Token& token = tokens_[at_];
      if (text == "case" && token.text == "in" && !token.quoted) {
        ++at_;
        in_pattern_ = true;
        return;
      }
      if (text != "case" && token.kind != Kind::word) {
        return;
      }
      if (text != "case" && token.text == "do" && !token.quoted) {
        return;
      }
    }
  }

  // Of a case, up to its ")".
  void pattern(const Token& token)
  {
    if (token.kind == Kind::word && token.text == "esac" && !token.quoted) {
      in_pattern_ = false;
      close("case");
    } else if (token.kind == Kind::op && token.text == ")") {
      in_pattern_ = false;
    }
    ++at_;
  }

  void finish(const std::string& after)
  {
    const bool any = !current_.words.empty() || !current_.redirections.empty();
    if (any) {
      current_.before = before_;
      current_.after = after;
      for (const Compound& compound : open_) {
        current_.around.push_back(compound.as);
      }
      current_.in_loop = inside([](const Compound& c) { return c.kind == "loop"; });
      current_.in_function = inside([](const Compound& c) { return c.as.function; });
      current_.in_condition = inside([](const Compound& c) { return c.condition; });
      commands_.push_back(std::move(current_));
    } else if (after_compound_ && after != ";" && !commands_.empty()) {
      commands_.back().after = after;  // `(…) | tee`, `} || true`
    }
    const bool joins = after == "|" || after == "&&" || after == "||";
    if (any || after_compound_) {
      before_ = joins ? after : "";
    }
    current_ = {};
    after_compound_ = false;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Command> commands_;
  Command current_;
  std::string before_;
  std::vector<Compound> open_;
  int compounds_ = 0;
  bool in_pattern_ = false;
  bool function_next_ = false;
  bool after_compound_ = false;  // nothing but an operator came since one was closed
};

}  // namespace

std::vector<Command> shell_commands(std::vector<Token> tokens)
{
  return Parser{std::move(tokens)}.run();
}

}  // namespace gpualert::check
