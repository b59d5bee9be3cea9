// The JSON library reads event by event: so the line of each event is known, a mistake does not
// hide what stands before it, and a file that is nested a million deep costs nothing.
#include "classify/rule_objects.hpp"

#include "classify/rule_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gpualert {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxObjects = kMaxUserRules + 1;
constexpr std::size_t kMaxEntries = 32;   // of one rule: there are eight keys, each once
constexpr std::size_t kMaxStrings = 200;  // of one list

// Walks over the text and leaves word of how far the library has read.
struct Reading {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** furthest = nullptr;

  reference operator*() const { return *at; }
  Reading& operator++()
  {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const Reading& other) const { return at == other.at; }
  bool operator!=(const Reading& other) const { return at != other.at; }
};

std::string fix_of(const std::string& why)
{
  const auto says = [&](const char* words) { return why.find(words) != std::string::npos; };
  if (says("forbidden character after backslash")) {
    return R"(in JSON a backslash is written twice: "\\d")";
  }
  if (says("unexpected end of input") || says("missing closing quote")) {
    return "a bracket or a quote is not closed";
  }
  if (says("ill-formed UTF-8")) {
    return "save the file as UTF-8";
  }
  if (says("control character U+000A") || says("control character U+000D")) {
    return "a string ends on its line; is its closing quote missing?";
  }
  return says("unexpected ']'") || says("unexpected '}'") ? "is there a comma too many before it?"
                                                          : "";
}

class Reader : public nlohmann::json_sax<Json> {
public:
  explicit Reader(std::string_view json) : json_(json), counted_(json.data()), read_to_(json.data())
  {
  }

  RuleObjects read()
  {
    if (json_.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      (void)mistake("the file is empty", "write [] for no rules");
      return std::move(result_);
    }
    const char* const end = json_.data() + json_.size();
    // Its result is in result_.mistake too, with the reason.
    (void)Json::sax_parse(Reading{json_.data(), &read_to_}, Reading{end, &read_to_}, this,
                          Json::input_format_t::json, true, true);
    if (result_.mistake && depth_ >= kInRule) {
      result_.items.pop_back();  // what is missing of it may stand behind the mistake
    }
    return std::move(result_);
  }

  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool number_integer(number_integer_t) override { return other(); }
  bool number_unsigned(number_unsigned_t) override { return other(); }
  bool number_float(number_float_t, const string_t&) override { return other(); }
  bool binary(binary_t&) override { return other(); }

  bool string(string_t& text) override
  {
    if (depth_ == kInRule && entry() != nullptr) {
      entry()->kind = RuleEntry::Kind::text;
      entry()->text = std::move(text);
      return true;
    }
    if (depth_ == kInList && entry() != nullptr) {
      if (entry()->list.size() < kMaxStrings) {
        entry()->list.push_back(std::move(text));
        entry()->list_lines.push_back(line());
      }
      return true;
    }
    return other();
  }

  bool start_object(std::size_t) override
  {
    if (depth_ == kInFile && !add_object(true)) {
      return false;
    }
    return open(depth_ == kInFile);
  }
  bool end_object() override { return close(); }

  bool start_array(std::size_t) override
  {
    if (depth_ == kInRule && entry() != nullptr) {
      entry()->kind = RuleEntry::Kind::list;
      return open(true);
    }
    return open(depth_ == kOutside);
  }
  bool end_array() override { return close(); }

  bool key(string_t& name) override
  {
    if (depth_ == kInRule) {
      std::vector<RuleEntry>& entries = result_.items.back().entries;
      skipping_ = entries.size() >= kMaxEntries;
      if (!skipping_) {
        entries.emplace_back();
        entries.back().key = std::move(name);
        entries.back().line = line();
      }
    }
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override
  {
    const std::string why = json_mistake(error.what());
    return mistake("not JSON: " + why, fix_of(why));
  }

private:
  static constexpr std::size_t kOutside = 0, kInFile = 1, kInRule = 2, kInList = 3;

  RuleEntry* entry()
  {
    return skipping_ || result_.items.back().entries.empty() ? nullptr
                                                             : &result_.items.back().entries.back();
  }

  std::size_t line()
  {
    line_ += static_cast<std::size_t>(std::count(counted_, read_to_, '\n'));
    counted_ = read_to_;
    return line_;
  }

  bool mistake(std::string what, std::string fix)
  {
    result_.mistake = JsonMistake{line(), std::move(what), std::move(fix)};
    return false;
  }

  bool add_object(bool object)
  {
    if (result_.items.size() >= kMaxObjects) {
      return mistake("more than " + std::to_string(kMaxUserRules) + " rules", "");
    }
    result_.items.push_back({line(), object, {}});
    skipping_ = false;
    return true;
  }

  // A value that belongs nowhere, or is not what its place wants.
  bool other()
  {
    if (depth_ == kOutside) {
      return mistake("must be a list of rules: [ {…}, … ]", "");
    }
    if (depth_ == kInFile) {
      return add_object(false);
    }
    if (depth_ <= kInList && entry() != nullptr) {
      entry()->kind = RuleEntry::Kind::other;
    }
    return true;
  }

  // `known`: what is in it has a meaning. Depth counts on in what is unknown, beyond kInList.
  bool open(bool known)
  {
    if (!known && depth_ <= kInList && !other()) {
      return false;
    }
    if (!known && depth_ <= kInList) {
      outer_ = depth_;
      depth_ = kInList;
    }
    ++depth_;
    return true;
  }

  bool close()
  {
    --depth_;
    if (depth_ == kInList && outer_ != 0) {
      depth_ = outer_;
      outer_ = 0;
    }
    return true;
  }

  std::string_view json_;
  RuleObjects result_;
  const char* counted_;
  const char* read_to_;
  std::size_t line_ = 1;   // at counted_
  std::size_t depth_ = 0;  // kOutside …; more: in what is not read
  std::size_t outer_ = 0;  // the depth that what is not read began in
  bool skipping_ = false;
};

}  // namespace

RuleObjects read_rule_objects(std::string_view json)
{
  return Reader(json).read();
}

}  // namespace gpualert
