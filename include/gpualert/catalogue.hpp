#pragma once

#include <string_view>
#include <vector>

namespace gpualert {

// The ids that a verdict may name. Causes: those of rules/causes.json, "success" and "unknown"
// among them. Classes: the 15 of the GPUAlert paper in its order, then "other" and "success".
std::vector<std::string_view> known_causes();
std::vector<std::string_view> known_classes();

// The class of a cause: the cause's own, or that of the Python exception that the job printed (a
// bare name, "" for none) where the cause has none of its own.
std::string_view class_of(std::string_view cause, std::string_view exception);

}  // namespace gpualert
