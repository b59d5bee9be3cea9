#include "eval/labels.hpp"

#include <gpualert/catalogue.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

namespace gpualert::eval {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kMaxFaults = 20;
constexpr int kLastSignal = 64, kLastStatus = 255;

bool is_known(const std::vector<std::string_view>& known, std::string_view name)
{
  return std::find(known.begin(), known.end(), name) != known.end();
}

// The fields of a label. The first thing that is wrong is kept; what is asked for after it is
// answered with nothing.
class Fields {
public:
  explicit Fields(const std::string& line) : json_(Json::parse(line, nullptr, false))
  {
    if (!json_.is_object()) {
      wrong(json_.is_discarded() ? "not JSON" : "not a JSON object");
    }
  }

  // Whether the field is there and not null.
  bool has(const char* field) const
  {
    return json_.is_object() && json_.contains(field) && !json_.at(field).is_null();
  }

  std::string text(const char* field)
  {
    std::string text;
    if (has(field) && json_.at(field).is_string()) {
      text = json_.at(field).get<std::string>();
    }
    if (text.empty()) {
      wrong(fmt::format("\"{}\" should be a string, and not empty", field));
    }
    return text;
  }

  bool flag(const char* field)
  {
    if (!has(field)) {
      return false;
    }
    if (!json_.at(field).is_boolean()) {
      wrong(fmt::format("\"{}\" should be true or false", field));
      return false;
    }
    return json_.at(field).get<bool>();
  }

  std::int64_t number(const char* field, std::int64_t least, std::int64_t most)
  {
    if (has(field) && json_.at(field).is_number_integer()) {
      const auto number = json_.at(field).get<std::int64_t>();
      if (number >= least && number <= most) {
        return number;
      }
    }
    wrong(fmt::format("\"{}\" should be a whole number from {} to {}", field, least, most));
    return 0;
  }

  void wrong(std::string why)
  {
    if (fault_.empty()) {
      fault_ = std::move(why);
    }
  }
  const std::string& fault() const noexcept { return fault_; }

private:
  Json json_;
  std::string fault_;
};

// "" and a fault when there is no such log.
std::string find_log(Fields& fields, const std::string& labels_file, const std::string& log_path)
{
  const fs::path wanted(log_path);
  if (wanted.is_absolute() || std::find(wanted.begin(), wanted.end(), "..") != wanted.end()) {
    fields.wrong(fmt::format("log_path \"{}\" leads out of the corpus", log_path));
    return {};
  }
  const fs::path folder = fs::path(labels_file).parent_path();
  for (const fs::path& base : {folder, folder / ".."}) {
    std::error_code ignored;
    if (fs::is_regular_file(base / wanted, ignored)) {
      return (base / wanted).lexically_normal().string();
    }
  }
  fields.wrong(fmt::format("log \"{}\" does not exist", log_path));
  return {};
}

Result<Label> parse(const std::string& line, const std::string& labels_file)
{
  static const std::vector<std::string_view> classes = known_classes(), causes = known_causes();
  Fields fields(line);
  Label label;
  label.id = fields.text("id");
  label.klass = fields.text("mode");
  label.source = fields.text("source");
  label.log_path = fields.text("log_path");
  label.exit_code = static_cast<int>(fields.number("true_exit_code", -kLastSignal, kLastStatus));
  if (!is_known(classes, label.klass)) {
    fields.wrong(fmt::format("unknown class \"{}\" (mode)", label.klass));
  }
  if (fields.has("cause")) {
    label.cause = fields.text("cause");
    if (!is_known(causes, *label.cause)) {
      fields.wrong(fmt::format("unknown cause \"{}\"", *label.cause));
    }
  }
  if (fields.has("root_line")) {
    label.root_line = static_cast<std::uint64_t>(fields.number("root_line", 1, INT64_MAX));
  }
  if (fields.has("rank")) {
    label.rank = static_cast<int>(fields.number("rank", 0, INT32_MAX));
  }
  label.framework = fields.has("framework") ? fields.text("framework") : "";
  label.shape = fields.has("shape") ? fields.text("shape") : "";
  label.multi_error = fields.flag("multi_error");
  label.held_out = fields.flag("holdout");
  label.file = find_log(fields, labels_file, label.log_path);
  if (!fields.fault().empty()) {
    return Error{fields.fault()};
  }
  return label;
}

std::string labels_file_of(const std::string& path)
{
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? (fs::path(path) / "labels.jsonl").string() : path;
}

// Labels and faults of a labels file, line by line.
struct Reader {
  std::string file;
  std::vector<Label> labels;
  std::vector<std::string> faults;
  std::map<std::string, std::size_t> line_of_id;

  void take(const std::string& line, std::size_t number)
  {
    Result<Label> label = parse(line, file);
    if (!label) {
      faults.push_back(fmt::format("{}:{}: {}", file, number, label.error().what));
      return;
    }
    const auto [first, is_new] = line_of_id.emplace(label->id, number);
    if (!is_new) {
      faults.push_back(fmt::format("{}:{}: id \"{}\" was used in line {} already", file, number,
                                   label->id, first->second));
      return;
    }
    labels.push_back(std::move(label).value());
  }
};

}  // namespace

Result<Corpus> read_corpus(const std::string& path)
{
  Reader reader;
  reader.file = labels_file_of(path);
  std::error_code ignored;
  std::ifstream in(reader.file, std::ios::binary);
  if (!in || fs::is_directory(reader.file, ignored)) {
    return last_os_error("open " + reader.file);
  }
  std::size_t number = 0;
  for (std::string line; reader.faults.size() < kMaxFaults && std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") != std::string::npos) {
      reader.take(line, number);
    }
  }
  if (!reader.faults.empty()) {
    return Error{fmt::format("{}", fmt::join(reader.faults, "\n"))};
  }
  if (reader.labels.empty()) {
    return Error{reader.file + ": no labels in it"};
  }
  return Corpus{std::move(reader.file), std::move(reader.labels)};
}

}  // namespace gpualert::eval
