#pragma once

#include <string>

namespace gpualert::cli {

// user@host of whoever runs this; "" where that is no address.
std::string own_address();

}  // namespace gpualert::cli
