#pragma once

#include <string>

namespace gpualert::eval {

// "Linux 6.1.0 x86_64, Debian GNU/Linux 12 (bookworm), 2 x Intel Xeon ..., 24 GiB".
std::string describe_machine();

}  // namespace gpualert::eval
