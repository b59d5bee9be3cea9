#include <gpualert/byte_sink.hpp>

namespace gpualert {

std::string_view to_string(Stream stream) noexcept
{
  switch (stream) {
    case Stream::out:
      return "stdout";
    case Stream::err:
      return "stderr";
    case Stream::both:
      return "both";
    case Stream::unknown:
      break;
  }
  return "unknown";
}

}  // namespace gpualert
