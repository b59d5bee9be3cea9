#include "eval/document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::eval {

namespace {

// Characters, so that columns line up: bytes that do not continue a UTF-8 sequence.
std::size_t width(const std::string& text)
{
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::vector<std::size_t> widths_of(const Table& table)
{
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) {
    widths.push_back(width(column.title));
  }
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], width(row[i]));
    }
  }
  return widths;
}

std::string pad(const std::string& text, std::size_t to, Align align)
{
  const std::string space(to - std::min(to, width(text)), ' ');
  return align == Align::left ? text + space : space + text;
}

std::string text_row(const Table& table, const std::vector<std::size_t>& widths,
                     const std::vector<std::string>& cells)
{
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    line += (i == 0 ? "  " : "   ") + pad(cells[i], widths[i], table.columns[i].align);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::vector<std::string> titles_of(const Table& table)
{
  std::vector<std::string> titles;
  for (const Column& column : table.columns) {
    titles.push_back(column.title);
  }
  return titles;
}

std::string table_text(const Table& table)
{
  const std::vector<std::size_t> widths = widths_of(table);
  std::string text = table.title.empty() ? "" : table.title + "\n";
  text += text_row(table, widths, titles_of(table));
  for (const auto& row : table.rows) {
    text += text_row(table, widths, row);
  }
  return text;
}

// A vertical bar would end the cell.
std::string cell(std::string text)
{
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

std::string markdown_row(const std::vector<std::string>& cells)
{
  std::string line = "|";
  for (const std::string& text : cells) {
    line += " " + cell(text) + " |";
  }
  return line + "\n";
}

std::string table_markdown(const Table& table)
{
  std::string text = table.title.empty() ? "" : "**" + table.title + "**\n\n";
  text += markdown_row(titles_of(table)) + "|";
  for (const Column& column : table.columns) {
    text += column.align == Align::left ? "---|" : "---:|";
  }
  text += "\n";
  for (const auto& row : table.rows) {
    text += markdown_row(row);
  }
  return text;
}

// Breaks at spaces, at most `most` characters to a line.
std::string wrap(const std::string& text, std::size_t most)
{
  std::string result, line;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && width(line) + 1 + width(word) > most) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return result + line + "\n";
}

constexpr std::size_t kLineWidth = 100;

}  // namespace

std::string to_text(const Document& document)
{
  std::string text = document.title + "\n";
  for (const std::string& paragraph : document.paragraphs) {
    text += wrap(paragraph, kLineWidth);
  }
  for (const Section& section : document.sections) {
    text += fmt::format("\n{}\n{:=<{}}\n", section.title, "", width(section.title));
    for (const std::string& paragraph : section.paragraphs) {
      text += wrap(paragraph, kLineWidth);
    }
    for (const Table& table : section.tables) {
      text += "\n" + table_text(table);
    }
  }
  return text;
}

std::string to_markdown(const Document& document)
{
  std::string text = "# " + document.title + "\n";
  for (const std::string& paragraph : document.paragraphs) {
    text += "\n" + paragraph + "\n";
  }
  for (const Section& section : document.sections) {
    text += "\n## " + section.title + "\n";
    for (const std::string& paragraph : section.paragraphs) {
      text += "\n" + paragraph + "\n";
    }
    for (const Table& table : section.tables) {
      text += "\n" + table_markdown(table);
    }
  }
  return text;
}

}  // namespace gpualert::eval
