#include "classify/role.hpp"
#include "classify/rule_set_data.hpp"

#include <nlohmann/json.hpp>

namespace gpualert {

namespace {

std::string_view family_of(std::size_t builtin)
{
  std::string_view file;
  for (const RuleFamily& family : builtin_families()) {
    if (family.first <= builtin) {
      file = family.file;
    }
  }
  return file;
}

}  // namespace

std::string_view role_name(Role role) noexcept
{
  return to_string(role);
}

std::vector<RuleInfo> RuleSet::list() const
{
  std::vector<RuleInfo> infos;
  infos.reserve(data_->rules.size());
  for (std::size_t i = 0; i < data_->rules.size(); ++i) {
    const Rule& rule = data_->rules[i];
    RuleInfo info;
    info.id = rule.id;
    info.cause = rule.cause;
    info.pattern = rule.pattern;
    info.title = rule.title;
    info.hint = rule.hint;
    info.role = rule.role;
    info.builtin = i >= data_->user.size();
    if (info.builtin) {
      info.file = family_of(data_->builtin[i - data_->user.size()]);
    } else {
      info.file = data_->files[data_->user[i].file];
      info.line = data_->user[i].text.line;
      info.replaces = data_->replaces[i];
    }
    infos.push_back(info);
  }
  return infos;
}

std::string RuleSet::list_json() const
{
  auto array = nlohmann::ordered_json::array();
  for (const RuleInfo& info : list()) {
    nlohmann::ordered_json rule{{"order", array.size()},
                                {"id", info.id},
                                {"cause", info.cause},
                                {"role", to_string(info.role)},
                                {"origin", info.builtin ? "built-in" : "user"},
                                {"file", info.file}};
    if (!info.builtin) {
      rule["line"] = info.line;
      rule["replaces_builtin"] = info.replaces;
    }
    rule["pattern"] = info.pattern;
    for (const auto& [key, text] : {std::pair{"title", info.title}, std::pair{"hint", info.hint}}) {
      if (!text.empty()) {
        rule[key] = text;
      }
    }
    array.push_back(std::move(rule));
  }
  // A file's name is bytes of any kind.
  return array.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace gpualert
