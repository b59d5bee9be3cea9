#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gpualert::scheduler {

// The fields of one line of `scontrol show job -o`. "(null)" and blanks at the ends are dropped.
std::map<std::string, std::string, std::less<>> fields_of(std::string_view line);

}  // namespace gpualert::scheduler
