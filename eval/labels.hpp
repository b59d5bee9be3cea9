#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpualert::eval {

// One line of labels.jsonl: what is held to be true of a log. The paper's corpus has the fields up
// to `exit_code`; the others are ours.
struct Label {
  std::string id, klass, source;  // klass is the field "mode"
  std::string log_path;           // as written
  std::string file;               // where the log was found
  int exit_code = 0;              // negative or above 128: a signal
  std::optional<std::string> cause;
  std::optional<std::uint64_t> root_line;
  std::optional<int> rank;
  std::string framework, shape;
  bool multi_error = false, held_out = false;
};

struct Corpus {
  std::string labels_file;
  std::vector<Label> labels;  // in the order of the file
};

// Reads the labels of `path`, a folder with labels.jsonl or such a file. An error names each fault
// in a line of its own, "labels.jsonl:17: why" (the first 20). A log is looked for below the folder
// of the labels, then below its parent.
Result<Corpus> read_corpus(const std::string& path);

}  // namespace gpualert::eval
