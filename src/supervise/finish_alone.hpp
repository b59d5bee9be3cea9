#pragma once

#include <string>

namespace gpualert::supervision {

// Where finish_alone (copier.hpp) will find the run, in memory that needs no allocation.
void remember_run(const std::string& path) noexcept;

}  // namespace gpualert::supervision
