#include "eval/confusion_svg.hpp"

#include "eval/tables.hpp"

#include <gpualert/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace gpualert::eval {

namespace {

constexpr int kCell = 40;      // side of a cell
constexpr int kLeft = 150;     // room for the names of rows
constexpr int kTop = 170;      // for title and the slanted names of columns
constexpr int kRight = 110;    // for totals and recall
constexpr int kBottom = 90;    // for precision and the colour scale
constexpr int kTextDown = 5;   // from the middle of a line of text to its base
constexpr int kPanelGap = 30;  // between two matrices
constexpr int kLeastSide = 480;

using Rgb = std::array<int, 3>;
constexpr Rgb kWhite{255, 255, 255}, kBlue{8, 69, 148}, kRed{178, 24, 43};

std::string colour(const Rgb& full, double share)
{
  Rgb mixed{};
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    // A single log of many must still be seen.
    const double depth = share == 0 ? 0 : 0.12 + 0.88 * share;
    mixed[i] = static_cast<int>(kWhite[i] + depth * (full[i] - kWhite[i]));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

struct Matrix {
  std::vector<std::string_view> labels;
  std::vector<Counts> counts;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> cells;

  std::size_t at(std::size_t row, std::size_t column) const
  {
    const auto cell = cells.find({labels[row], labels[column]});
    return cell == cells.end() ? 0 : cell->second;
  }
};

Matrix matrix_of(const Scores& scores)
{
  Matrix matrix;
  for (const std::string_view klass : known_classes()) {
    for (const LabelScore& score : scores.labels) {
      if (score.label == klass) {
        matrix.labels.push_back(klass);
        matrix.counts.push_back(score.counts);
        matrix.cells[{klass, klass}] = score.counts.hits;
      }
    }
  }
  for (const Confusion& confusion : scores.confusions) {
    matrix.cells[{confusion.truth, confusion.said}] = confusion.logs;
  }
  return matrix;
}

std::string text_at(int x, int y, std::string_view anchor, std::string_view words,
                    std::string_view style = "")
{
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}{}>{}</text>\n", x, y, anchor,
                     style.empty() ? "" : " ", style, words);
}

std::string cell(const Matrix& matrix, std::size_t row, std::size_t column)
{
  const int x = kLeft + kCell * static_cast<int>(column);
  const int y = kTop + kCell * static_cast<int>(row);
  const std::size_t logs = matrix.at(row, column);
  const auto truths = static_cast<double>(matrix.counts[row].truths);
  const double share = truths == 0 ? 0 : static_cast<double>(logs) / truths;
  const bool diagonal = row == column;
  std::string svg = fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", x, y,
      kCell, kCell, colour(diagonal ? kBlue : kRed, share), diagonal ? "#08306b" : "#e3e3e3");
  if (logs > 0) {
    svg += text_at(x + kCell / 2, y + kCell / 2 + kTextDown, "middle", fmt::format("{}", logs),
                   share > 0.45 ? "fill=\"white\"" : "");
  }
  return svg;
}

std::string share_or_dash(double share, std::size_t of)
{
  return of == 0 ? "–" : fmt::format("{:.0f} %", 100 * share);
}

std::string row_of(const Matrix& matrix, std::size_t row)
{
  const Counts& counts = matrix.counts[row];
  const int middle = kTop + kCell * static_cast<int>(row) + kCell / 2 + kTextDown;
  const int right = kLeft + kCell * static_cast<int>(matrix.labels.size());
  std::string svg = text_at(kLeft - 8, middle, "end", matrix.labels[row]);
  for (std::size_t column = 0; column < matrix.labels.size(); ++column) {
    if (column != row) {
      svg += cell(matrix, row, column);
    }
  }
  svg += text_at(right + 38, middle, "end", fmt::format("{}", counts.truths));
  return svg + text_at(right + 92, middle, "end", share_or_dash(counts.recall(), counts.truths));
}

std::string columns_of(const Matrix& matrix)
{
  const int bottom = kTop + kCell * static_cast<int>(matrix.labels.size());
  const int right = kLeft + kCell * static_cast<int>(matrix.labels.size());
  std::string svg;
  for (std::size_t column = 0; column < matrix.labels.size(); ++column) {
    const int middle = kLeft + kCell * static_cast<int>(column) + kCell / 2;
    const Counts& counts = matrix.counts[column];
    svg += fmt::format("<text transform=\"translate({},{}) rotate(-45)\">{}</text>\n", middle,
                       kTop - 8, matrix.labels[column]);
    svg += text_at(middle, bottom + 20, "middle", share_or_dash(counts.precision(), counts.saids),
                   "class=\"small\"");
  }
  svg += text_at(kLeft - 8, bottom + 20, "end", "precision", "class=\"small\"");
  svg += text_at(right + 38, kTop - 8, "end", "logs", "class=\"small\"");
  return svg + text_at(right + 92, kTop - 8, "end", "recall", "class=\"small\"");
}

std::string legend(int y)
{
  constexpr int kSteps = 6, kStep = 36;
  std::string svg;
  const auto scale = [&](int x, const Rgb& full, std::string_view words) {
    for (int i = 0; i < kSteps; ++i) {
      svg += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" fill=\"{}\" stroke=\"#cccccc\"/>\n",
          x + i * kStep, y, kStep, colour(full, static_cast<double>(i) / (kSteps - 1)));
    }
    svg += text_at(x, y + 26, "start", "0 %", "class=\"small\"");
    svg += text_at(x + kSteps * kStep, y + 26, "end", "100 %", "class=\"small\"");
    svg += text_at(x + kSteps * kStep / 2, y + 26, "middle", words, "class=\"small\"");
  };
  scale(kLeft, kBlue, "of a row, right");
  scale(kLeft + kSteps * kStep + 30, kRed, "wrong");
  return svg;
}

struct Panel {
  std::string svg;
  int width = 0, height = 0;
};

Panel panel_of(const Group& group)
{
  const Scores& scores = group.method(Method::ours).klass;
  const Matrix matrix = matrix_of(scores);
  const int side = kCell * static_cast<int>(matrix.labels.size());
  Panel panel;
  panel.width = kLeft + std::max(side, kLeastSide) + kRight;
  panel.height = kTop + side + kBottom;
  panel.svg = text_at(16, 28, "start",
                      fmt::format("{}: true class (rows) against the class said (columns)",
                                  name_of(group.source, group.part)),
                      "class=\"title\"");
  panel.svg += text_at(
      16, 50, "start",
      fmt::format("{} logs, class accuracy {}", group.logs, percent(scores.measures.accuracy)));
  panel.svg += columns_of(matrix);
  for (std::size_t row = 0; row < matrix.labels.size(); ++row) {
    panel.svg += row_of(matrix, row);
  }
  // Last, so that no neighbour's border covers theirs.
  for (std::size_t i = 0; i < matrix.labels.size(); ++i) {
    panel.svg += cell(matrix, i, i);
  }
  panel.svg += legend(kTop + side + 40);
  return panel;
}

}  // namespace

std::string confusion_svg(const Evaluation& evaluation)
{
  std::string panels;
  int width = 0, height = 0;
  for (const Group& group : evaluation.groups) {
    if (!group.success()) {
      const Panel panel = panel_of(group);
      panels += fmt::format("<g transform=\"translate(0,{})\">\n{}</g>\n", height, panel.svg);
      width = std::max(width, panel.width);
      height += panel.height + kPanelGap;
    }
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"13\">\n"
      "<style>.title {{ font-size: 17px; font-weight: bold; }} .small {{ font-size: 11px; "
      "}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
      width, height, panels);
}

}  // namespace gpualert::eval
