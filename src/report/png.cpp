#include "report/png.hpp"

#include <zlib.h>

#include <string_view>

namespace gpualert::report {

namespace {

void put_u32(std::string& out, std::uint32_t value)
{
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
  }
}

const Bytef* bytes_of(std::string_view text)
{
  // zlib takes unsigned char; the bytes are the same.
  return reinterpret_cast<const Bytef*>(text.data());  // NOLINT(*-reinterpret-cast)
}

void put_chunk(std::string& out, std::string_view type, std::string_view data)
{
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  std::string body(type);
  body += data;
  out += body;
  put_u32(out, static_cast<std::uint32_t>(
                   crc32(crc32(0, nullptr, 0), bytes_of(body), static_cast<uInt>(body.size()))));
}

std::string header(const IndexedImage& image)
{
  constexpr char kPalette = 3;
  std::string data;
  put_u32(data, static_cast<std::uint32_t>(image.width()));
  put_u32(data, static_cast<std::uint32_t>(image.height()));
  data += {8, kPalette, 0, 0, 0};  // bits, colour type, compression, filter, interlace
  return data;
}

// Each row begins with its filter, 0: none.
std::string rows(const IndexedImage& image)
{
  std::string data;
  for (int y = 0; y < image.height(); ++y) {
    data += '\0';
    for (int x = 0; x < image.width(); ++x) {
      data += static_cast<char>(image.at(x, y));
    }
  }
  return data;
}

std::string compressed(std::string_view data)
{
  uLongf size = compressBound(data.size());
  std::string out(size, '\0');
  // NOLINTNEXTLINE(*-reinterpret-cast): as in bytes_of
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes_of(data),
                               data.size(), Z_BEST_COMPRESSION);
  out.resize(status == Z_OK ? size : 0);
  return out;
}

}  // namespace

std::string encode_png(const IndexedImage& image, std::uint8_t red, std::uint8_t green,
                       std::uint8_t blue)
{
  constexpr int kGridGrey = 128;
  constexpr int kGridCover = 90;
  std::string palette;
  std::string cover;
  for (int level = 0; level <= kOpaque; ++level) {
    palette += {static_cast<char>(red), static_cast<char>(green), static_cast<char>(blue)};
    cover += static_cast<char>(level * 255 / kOpaque);
  }
  palette.append(3, static_cast<char>(kGridGrey));
  cover += static_cast<char>(kGridCover);
  const std::string pixels = compressed(rows(image));
  if (pixels.empty()) {
    return {};
  }
  std::string out = "\x89PNG\r\n\x1a\n";
  put_chunk(out, "IHDR", header(image));
  put_chunk(out, "PLTE", palette);
  put_chunk(out, "tRNS", cover);
  put_chunk(out, "IDAT", pixels);
  put_chunk(out, "IEND", "");
  return out;
}

}  // namespace gpualert::report
