#include "report/manifest.hpp"

#include "base/byte_size.hpp"
#include "report/mime.hpp"
#include "report/redact.hpp"
#include "report/subject.hpp"

#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace gpualert::report {

namespace {

constexpr std::size_t kMaxRows = 40;

std::string_view in_words(Fate fate)
{
  switch (fate) {
    case Fate::attached:
      return "attached";
    case Fate::compressed:
      return "attached, compressed";
    case Fate::cut:
      return "attached in part";
    default:
      return "left out";
  }
}

std::string row_text(const Attachment& file)
{
  const std::string reason =
      file.reason.empty() ? "" : fmt::format(" ({})", one_line(file.reason, 160));
  return fmt::format("{}, {}{}: {}", byte_size(file.size), in_words(file.fate), reason,
                     one_line(file.path, 300));
}

bool is_text(std::string_view bytes)
{
  return bytes.find('\0') == std::string_view::npos;
}

std::string_view type_of(const Attachment& file)
{
  if (file.fate != Fate::attached) {
    return "application/gzip";
  }
  if (file.name.ends_with(".png")) {
    return "image/png";
  }
  if (file.name.ends_with(".json")) {
    return "application/json";
  }
  return is_text(file.bytes) ? "text/plain; charset=utf-8" : "application/octet-stream";
}

// A name that no header and no file system trips over.
std::string safe_name(std::string_view name)
{
  std::string safe;
  for (const char c : name.substr(0, 120)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view{"-_.+"}.find(c) != std::string_view::npos;
    safe += plain ? c : '_';
  }
  return safe.empty() || safe == "." || safe == ".." ? "file" : safe;
}

}  // namespace

Section manifest(const std::vector<Attachment>& attachments)
{
  Section section{"ATTACHED AND LEFT OUT", {}};
  if (attachments.empty()) {
    return section;
  }
  Rows rows;
  for (std::size_t i = 0; i < std::min(attachments.size(), kMaxRows); ++i) {
    rows.add(one_line(attachments[i].name, 40), row_text(attachments[i]));
  }
  section.blocks.emplace_back(std::move(rows));
  if (attachments.size() > kMaxRows) {
    const auto attached =
        std::count_if(attachments.begin(), attachments.end(),
                      [](const Attachment& file) { return file.fate != Fate::left_out; });
    section.blocks.emplace_back(
        Paragraph{fmt::format("and {} more; of all {} files {} are attached",
                              attachments.size() - kMaxRows, attachments.size(), attached)});
  }
  return section;
}

std::vector<MimePart> attachment_parts(const std::vector<Attachment>& attachments, Gate& gate)
{
  std::vector<MimePart> parts;
  for (const Attachment& file : attachments) {
    if (file.fate == Fate::left_out) {
      continue;
    }
    const std::string name = safe_name(gate.text(file.name));
    parts.push_back({fmt::format("Content-Type: {}; name=\"{}\"\r\n"
                                 "Content-Transfer-Encoding: base64\r\n"
                                 "Content-Disposition: attachment; filename=\"{}\"\r\n",
                                 type_of(file), name, name),
                     base64(file.bytes)});
  }
  return parts;
}

std::vector<Attachment> listed_only(std::vector<Attachment> attachments, const std::string& why)
{
  for (Attachment& file : attachments) {
    if (file.fate != Fate::left_out) {
      file.fate = Fate::left_out;
      file.reason = why;
      file.encoded = 0;
      file.masked = 0;
      file.bytes.clear();
    }
  }
  return attachments;
}

}  // namespace gpualert::report

namespace gpualert {

std::string mask_secrets(const std::string& text, const Redaction& redaction, std::size_t& masked)
{
  report::Redacted result = report::redact(text, redaction);
  masked += result.masked;
  return std::move(result.text);
}

TextGate secret_gate(const Redaction& redaction)
{
  return [redaction](const std::string& text, std::size_t& masked) {
    return mask_secrets(text, redaction, masked);
  };
}

}  // namespace gpualert
