#include "deliver/webhook_body.hpp"

#include "base/text.hpp"

#include <gpualert/config_view.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace gpualert::deliver {

namespace {

using Line = std::pair<const char*, std::string>;

std::string quoted_json(std::string_view text)
{
  return toml_string(text);  // the same in both languages
}

// What is said below the subject, which has status, name, cause and host already.
std::vector<Line> lines_of(const Envelope& envelope)
{
  constexpr std::array<std::pair<const char*, const char*>, 8> kShown{{{"ending", "ended"},
                                                                       {"rank", "rank"},
                                                                       {"evidence", "line"},
                                                                       {"hint", "fix"},
                                                                       {"log", "log"},
                                                                       {"causes", "causes"},
                                                                       {"hosts", "hosts"},
                                                                       {"names", "runs"}}};
  std::vector<Line> lines;
  for (const auto& [key, label] : kShown) {
    if (const auto found = envelope.facts.find(key); found != envelope.facts.end()) {
      lines.emplace_back(label, found->second);
    }
  }
  if (envelope.digest == 0) {
    lines.emplace_back("run", envelope.run);
  }
  return lines;
}

// Slack takes these three for markup, and a mention for a mention.
std::string for_slack(std::string_view text)
{
  std::string out;
  for (const char c : text) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

// Text in a code span: nothing in it is markup, nor a mention.
std::string as_code(std::string_view text)
{
  std::string out = "`";
  for (const char c : text) {
    out += c == '`' ? '\'' : c;
  }
  return out + "`";
}

// In Markdown, '@' would call people and '*' change the letters: a zero-width space and a backslash
// keep both from it.
std::string for_markdown(std::string_view text)
{
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\*_~|>#[]<`").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
    if (c == '@') {
      out += "\xe2\x80\x8b";
    }
  }
  return out;
}

bool is_code(std::string_view label)
{
  return label == "line" || label == "log" || label == "run";
}

std::string slack_text(const Envelope& envelope)
{
  std::string text = "*" + for_slack(envelope.subject) + "*";
  for (const auto& [label, value] : lines_of(envelope)) {
    const std::string safe = for_slack(value);
    text += fmt::format("\n{}: {}", label, is_code(label) ? as_code(safe) : safe);
  }
  return text;
}

std::string markdown_text(const Envelope& envelope)
{
  std::string text = "**" + for_markdown(envelope.subject) + "**";
  for (const auto& [label, value] : lines_of(envelope)) {
    text += fmt::format("\n{}: {}", label, is_code(label) ? as_code(value) : for_markdown(value));
  }
  return text;
}

std::string plain_text(const Envelope& envelope)
{
  std::string text;
  for (const auto& [label, value] : lines_of(envelope)) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", label, value);
  }
  return text;
}

// At most 2000 characters, of which a byte counts as one here.
std::string discord(const Envelope& envelope)
{
  constexpr std::size_t kLimit = 1990;
  return fmt::format(R"({{"content":{},"allowed_mentions":{{"parse":[]}}}})",
                     quoted_json(cut_utf8(markdown_text(envelope), kLimit)));
}

// An adaptive card, as the Workflows of Teams take it.
std::string teams(const Envelope& envelope)
{
  std::string facts;
  for (const auto& [label, value] : lines_of(envelope)) {
    facts += fmt::format(R"({}{{"title":{},"value":{}}})", facts.empty() ? "" : ",",
                         quoted_json(label), quoted_json(for_markdown(value)));
  }
  return fmt::format(
      R"({{"type":"message","attachments":[{{"contentType":"application/vnd.microsoft.card.adaptive",)"
      R"("content":{{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json",)"
      R"("type":"AdaptiveCard","version":"1.4","body":[{{"type":"TextBlock","wrap":true,)"
      R"("weight":"Bolder","text":{}}},{{"type":"FactSet","facts":[{}]}}]}}}}]}})",
      quoted_json(for_markdown(envelope.subject)), facts);
}

std::string ntfy(const Envelope& envelope, std::string_view topic)
{
  const auto status = envelope.facts.find("status");
  const bool done = status != envelope.facts.end() && status->second == "DONE";
  return fmt::format(R"({{"topic":{},"title":{},"message":{},"priority":{},"tags":["{}"]}})",
                     quoted_json(topic), quoted_json(envelope.subject),
                     quoted_json(plain_text(envelope)), done ? 3 : 4,
                     done ? "white_check_mark" : "warning");
}

std::string generic(const Envelope& envelope)
{
  std::string body = fmt::format(R"({{"schema":1,"subject":{},"message_id":{},"run":{},"text":{})",
                                 quoted_json(envelope.subject), quoted_json(envelope.message_id),
                                 quoted_json(envelope.run),
                                 quoted_json(envelope.subject + "\n" + plain_text(envelope)));
  for (const auto& [key, value] : envelope.facts) {
    body += fmt::format(",{}:{}", quoted_json(key), quoted_json(value));
  }
  return body + "}";
}

}  // namespace

std::string webhook_body(std::string_view name, const Envelope& envelope, std::string_view topic)
{
  if (name == "slack") {
    return fmt::format(R"({{"text":{}}})", quoted_json(slack_text(envelope)));
  }
  if (name == "mattermost") {
    return fmt::format(R"({{"text":{}}})", quoted_json(markdown_text(envelope)));
  }
  if (name == "discord") {
    return discord(envelope);
  }
  if (name == "teams") {
    return teams(envelope);
  }
  return name == "ntfy" ? ntfy(envelope, topic) : generic(envelope);
}

}  // namespace gpualert::deliver
