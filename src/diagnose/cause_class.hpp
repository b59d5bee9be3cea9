#pragma once

#include <string_view>

namespace gpualert {

// The class of a cause: the cause's own where causes.json names one, else that of the exception
// that was printed (a bare name, "" for none).
std::string_view class_of(std::string_view cause, std::string_view exception);

}  // namespace gpualert
