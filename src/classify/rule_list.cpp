#include "classify/rule_set_data.hpp"

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

}  // namespace gpualert
