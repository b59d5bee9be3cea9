#include "classify/traceback.hpp"

namespace gpualert {

namespace {

constexpr int kMaxLines = 400;
constexpr int kAnnouncementLines = 4;

}  // namespace

void Traceback::announce(Kind kind) noexcept
{
  announced_ = kind;
  announce_left_ = kAnnouncementLines;
}

void Traceback::begin(std::optional<int> rank) noexcept
{
  kind_ = announce_left_ > 0 ? announced_ : Kind::uncaught;
  announce_left_ = 0;
  rank_ = rank;
  lines_left_ = kMaxLines;
}

Traceback::Line Traceback::follow(const Message& message) noexcept
{
  --lines_left_;
  if (message.rank != rank_ || message.text.empty()) {
    return Line::outside;
  }
  if (message.indent >= 4 || (message.indent >= 2 && message.text.starts_with("File \"")) ||
      message.text.starts_with("[Previous line repeated")) {
    return Line::frame;
  }
  if (exception_name(message.text).empty()) {
    return Line::outside;
  }
  lines_left_ = 0;
  return Line::exception;
}

}  // namespace gpualert
