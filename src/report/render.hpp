#pragma once

#include "report/document.hpp"

#include <string>
#include <string_view>

namespace gpualert::report {

// LF line ends, valid UTF-8.
std::string render_text(const Document& document);

// A whole HTML document that needs nothing from outside: inline styles, no rules, no scripts, no
// remote content; colours that do on a light and on a dark ground; one column that a phone wraps.
// A picture NAME is shown as "cid:" + picture_id(NAME, run id); with an empty id, from within.
std::string render_html(const Document& document, std::string_view run_id);

// The Content-ID of a picture, without angle brackets.
std::string picture_id(std::string_view name, std::string_view run_id);

// What stands where lines are left out: "[… 12 lines, 3.4 KiB left out …]".
std::string describe_cut(const Cut& cut);

}  // namespace gpualert::report
