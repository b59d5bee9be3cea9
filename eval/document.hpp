#pragma once

#include <string>
#include <vector>

namespace gpualert::eval {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

struct Table {
  std::string title;  // "" for none
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Section {
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<Table> tables;
};

struct Document {
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<Section> sections;
};

// For a terminal: columns that line up.
std::string to_text(const Document& document);
std::string to_markdown(const Document& document);

}  // namespace gpualert::eval
