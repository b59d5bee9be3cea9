#include "eval/baselines.hpp"

#include <gpualert/catalogue.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <span>

namespace gpualert::eval {

namespace {

constexpr std::size_t kLastLines = 50;  // the stretch of a log that the paper's tool reads
constexpr int kSignalStatus = 128;      // a shell shows 128 + the signal

std::string_view class_of_silence(int exit_code) noexcept
{
  return exit_code == 0 ? "success" : "other";
}

// ---- the last exception

struct ExceptionClass {
  std::string_view exception, klass;
};
constexpr std::array<ExceptionClass, 12> kExceptions{{{"OutOfMemoryError", "cuda_oom"},
                                                      {"DistBackendError", "nccl"},
                                                      {"AcceleratorError", "cuda_runtime"},
                                                      {"MemoryError", "ram_oom"},
                                                      {"_ArrayMemoryError", "ram_oom"},
                                                      {"FileNotFoundError", "file_not_found"},
                                                      {"PermissionError", "permission"},
                                                      {"ModuleNotFoundError", "missing_module"},
                                                      {"ImportError", "missing_module"},
                                                      {"ZeroDivisionError", "div_zero"},
                                                      {"AssertionError", "assertion"},
                                                      {"RuntimeError", "runtime_error"}}};
constexpr std::array<std::string_view, 4> kExceptionEndings{"Error", "Exception", "Interrupt",
                                                            "Exit"};

std::string_view class_of_exception(std::string_view exception)
{
  const auto* const known =
      std::find_if(kExceptions.begin(), kExceptions.end(),
                   [&](const ExceptionClass& entry) { return entry.exception == exception; });
  return known == kExceptions.end() ? "traceback" : known->klass;
}

constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

// "[rank3]: torch.cuda.OutOfMemoryError: CUDA out ..." -> "OutOfMemoryError"; else "".
std::string_view exception_on(std::string_view line)
{
  while (!line.empty() && (line.front() == '[' || line.front() == ' ')) {
    const std::size_t end = line.front() == '[' ? line.find(']') : 0;
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    line.remove_prefix(line.starts_with(':') ? 1 : 0);
  }
  const std::string_view name = line.substr(0, line.find_first_not_of(kNameCharacters));
  const std::string_view rest = line.substr(name.size());
  const bool ends = rest.empty() || rest.front() == ':' || rest.front() == '\r';
  const std::string_view bare = name.substr(name.rfind('.') + 1);
  const bool is_exception =
      ends && std::any_of(kExceptionEndings.begin(), kExceptionEndings.end(),
                          [&](std::string_view ending) { return bare.ends_with(ending); });
  return is_exception ? bare : std::string_view{};
}

// Calls f(line) for each line, the last first, until it returns false.
template <typename F>
void for_each_line_backwards(std::string_view text, F f)
{
  if (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  for (bool more = true; more;) {
    const std::size_t newline = text.rfind('\n');
    const bool first = newline == std::string_view::npos;
    more = f(first ? text : text.substr(newline + 1)) && !first;
    text = text.substr(0, first ? 0 : newline);
  }
}

// ---- keywords

struct Keywords {
  std::string_view klass;
  std::span<const std::string_view> words;  // in lower case
};
constexpr std::array<std::string_view, 4> kCudaOom{"cuda out of memory", "cuda_error_out_of_memory",
                                                   "resource_exhausted", "alloc_failed"};
constexpr std::array<std::string_view, 1> kNccl{"nccl"};
constexpr std::array<std::string_view, 6> kCudaRuntime{
    "cuda error", "device-side assert", "illegal memory access", "cudnn", "cublas", "xid"};
constexpr std::array<std::string_view, 4> kRamOom{"memoryerror", "bad_alloc",
                                                  "cannot allocate memory", "unable to allocate"};
constexpr std::array<std::string_view, 3> kSegfault{"segmentation fault", "sigsegv", "segfault"};
constexpr std::array<std::string_view, 2> kFileNotFound{"filenotfounderror",
                                                        "no such file or directory"};
constexpr std::array<std::string_view, 2> kPermission{"permissionerror", "permission denied"};
constexpr std::array<std::string_view, 4> kMissingModule{
    "modulenotfounderror", "importerror", "no module named", "cannot open shared object file"};
constexpr std::array<std::string_view, 2> kDivZero{"zerodivisionerror", "division by zero"};
constexpr std::array<std::string_view, 2> kDeviceMismatch{"on the same device",
                                                          "found at least two devices"};
constexpr std::array<std::string_view, 5> kNanLoss{"loss nan", "loss: nan", "loss=nan",
                                                   "loss is nan", "non-finite"};
constexpr std::array<std::string_view, 4> kOomKiller{"oom-kill", "oom_kill", "sigkill", "killed"};
constexpr std::array<std::string_view, 1> kTraceback{"traceback (most recent call last)"};
constexpr std::array<std::string_view, 1> kAssertion{"assert"};
constexpr std::array<std::string_view, 1> kRuntimeError{"runtimeerror"};

constexpr std::array<Keywords, 15> kKeywords{{{"cuda_oom", kCudaOom},
                                              {"nccl", kNccl},
                                              {"cuda_runtime", kCudaRuntime},
                                              {"ram_oom", kRamOom},
                                              {"segfault", kSegfault},
                                              {"file_not_found", kFileNotFound},
                                              {"permission", kPermission},
                                              {"missing_module", kMissingModule},
                                              {"div_zero", kDivZero},
                                              {"device_mismatch", kDeviceMismatch},
                                              {"nan_loss", kNanLoss},
                                              {"oom_killer", kOomKiller},
                                              {"traceback", kTraceback},
                                              {"assertion", kAssertion},
                                              {"runtime_error", kRuntimeError}}};

// Lines of `text` that hold one of the words.
std::size_t lines_with(std::string_view text, std::span<const std::string_view> words)
{
  std::vector<std::size_t> line_starts;
  for (const std::string_view word : words) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;) {
      line_starts.push_back(text.rfind('\n', at) + 1);
      const std::size_t end = text.find('\n', at);
      at = end == std::string_view::npos ? end : text.find(word, end);
    }
  }
  std::sort(line_starts.begin(), line_starts.end());
  return static_cast<std::size_t>(std::unique(line_starts.begin(), line_starts.end()) -
                                  line_starts.begin());
}

std::string lower(std::string_view text)
{
  std::string result(text);
  for (char& c : result) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

}  // namespace

std::string_view exit_code_class(int exit_code) noexcept
{
  switch (exit_code) {
    case 0:
      return "success";
    case 1:
      return "traceback";
    case -SIGSEGV:
    case kSignalStatus + SIGSEGV:
      return "segfault";
    case -SIGKILL:
    case kSignalStatus + SIGKILL:
      return "oom_killer";
    default:
      return "other";
  }
}

std::string_view traceback_class(std::string_view log, int exit_code)
{
  std::string_view exception;
  std::size_t lines = 0;
  for_each_line_backwards(log, [&](std::string_view line) {
    exception = exception_on(line);
    return exception.empty() && ++lines < kLastLines;
  });
  return exception.empty() ? class_of_silence(exit_code) : class_of_exception(exception);
}

std::string_view keyword_class(std::string_view log, int exit_code)
{
  const std::string text = lower(log);
  std::string_view best = class_of_silence(exit_code);
  std::size_t most = 0;
  for (const Keywords& entry : kKeywords) {
    const std::size_t lines = lines_with(text, entry.words);
    if (lines > most) {
      most = lines;
      best = entry.klass;
    }
  }
  return best;
}

Answer first_match(const Findings& findings, int exit_code)
{
  if (exit_code == 0) {
    return {"success", "success"};
  }
  const Finding* first = nullptr;
  for (const Finding& finding : findings.items) {
    if (finding.role != Role::noise && finding.role != Role::weak &&
        (first == nullptr || finding.order < first->order)) {
      first = &finding;
    }
  }
  if (first == nullptr) {
    return {"unknown", std::string(class_of("unknown", findings.last_exception))};
  }
  std::string exception = first->exception;
  if (exception.empty() && findings.last_traceback &&
      findings.last_traceback->line >= first->episode().line) {
    exception = findings.last_exception;
  }
  return {first->cause, std::string(class_of(first->cause, exception))};
}

}  // namespace gpualert::eval
