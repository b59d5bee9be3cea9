#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::report {

inline constexpr std::uint8_t kOpaque = 15;  // of one colour's levels, from 0, transparent
inline constexpr std::uint8_t kGrid = 16;    // a faint grey

// Pixels of one colour in 16 degrees of cover, or of the grid's grey.
class IndexedImage {
public:
  IndexedImage(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0)
  {
  }
  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  std::uint8_t& at(int x, int y) { return pixels_[index(x, y)]; }
  std::uint8_t at(int x, int y) const { return pixels_[index(x, y)]; }

private:
  std::size_t index(int x, int y) const noexcept
  {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<std::uint8_t> pixels_;
};

// The file (ISO/IEC 15948: palette with transparency, 8 bits a pixel). "" when zlib refuses.
std::string encode_png(const IndexedImage& image, std::uint8_t red, std::uint8_t green,
                       std::uint8_t blue);

}  // namespace gpualert::report
