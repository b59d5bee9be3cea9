#pragma once

#include <string>
#include <string_view>
#include <vector>

// The tree of parts of RFC 2045 and 2046.
namespace gpualert::report {

struct MimePart {
  std::string headers;  // "Content-…" lines, each with its CRLF
  std::string body;     // encoded; CRLF line ends, the last one included
};

// "text/plain" or "text/html": UTF-8 as quoted-printable.
MimePart text_part(std::string_view subtype, std::string_view text);

// A picture that the HTML beside it shows as "cid:ID".
MimePart inline_png(std::string_view id, std::string_view name, std::string_view png);

// multipart/KIND of `parts`; KIND may have parameters (`related; type="text/html"`). No encoded
// body can hold the boundary when it comes from boundary().
MimePart multipart(std::string_view kind, std::string_view boundary,
                   const std::vector<MimePart>& parts);

// The boundary of the multipart/KIND of a run's report; the same each time. It holds "=_", which
// neither quoted-printable nor base64 ever does.
std::string boundary(std::string_view kind, std::string_view run_id);

// Lines of 76 characters, each with its CRLF.
std::string base64(std::string_view bytes);

}  // namespace gpualert::report
