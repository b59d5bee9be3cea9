#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/result.hpp>

#include <string>

namespace gpualert::cli {

// Gives the whole of a file to `sink`; of standard input when the name is "" or "-".
Status scan_file(const std::string& file, ByteSink& sink);

}  // namespace gpualert::cli
