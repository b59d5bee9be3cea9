#include "diagnose/catalogue.hpp"

#include <gpualert/catalogue.hpp>

#include <array>

namespace gpualert {

namespace {

struct ExceptionClass {
  std::string_view exception, klass;
};

struct ExceptionCause {
  std::string_view exception, cause;
};

// What the name of an exception says where its message is missing.
constexpr std::array<ExceptionCause, 18> kCauses{{{"AssertionError", "assertion"},
                                                  {"FileNotFoundError", "file_not_found"},
                                                  {"PermissionError", "permission"},
                                                  {"ModuleNotFoundError", "missing_module"},
                                                  {"ImportError", "missing_module"},
                                                  {"ZeroDivisionError", "div_zero"},
                                                  {"MemoryError", "ram_oom"},
                                                  {"OutOfMemoryError", "cuda_oom"},
                                                  {"RuntimeError", "runtime_error"},
                                                  {"KeyError", "key_or_attr"},
                                                  {"AttributeError", "key_or_attr"},
                                                  {"TypeError", "key_or_attr"},
                                                  {"ValueError", "key_or_attr"},
                                                  {"IndexError", "key_or_attr"},
                                                  {"NameError", "key_or_attr"},
                                                  {"NotImplementedError", "key_or_attr"},
                                                  {"KeyboardInterrupt", "interrupted"},
                                                  {"SignalException", "interrupted"}}};

constexpr std::array<ExceptionClass, 8> kExceptions{{{"AssertionError", "assertion"},
                                                     {"FileNotFoundError", "file_not_found"},
                                                     {"PermissionError", "permission"},
                                                     {"ModuleNotFoundError", "missing_module"},
                                                     {"ImportError", "missing_module"},
                                                     {"ZeroDivisionError", "div_zero"},
                                                     {"MemoryError", "ram_oom"},
                                                     {"_ArrayMemoryError", "ram_oom"}}};

std::string_view class_of_exception(std::string_view exception)
{
  if (exception.empty() || exception.ends_with("Warning")) {
    return "other";
  }
  if (exception.ends_with("RuntimeError")) {
    return "runtime_error";
  }
  for (const ExceptionClass& entry : kExceptions) {
    if (entry.exception == exception) {
      return entry.klass;
    }
  }
  return "traceback";
}

}  // namespace

std::string_view cause_of_exception(std::string_view exception)
{
  for (const ExceptionCause& entry : kCauses) {
    if (entry.exception == exception) {
      return entry.cause;
    }
  }
  return "unknown";
}

std::string_view class_of(std::string_view cause, std::string_view exception)
{
  const std::string_view klass = catalogue_entry(cause).klass;
  return klass == "exception" ? class_of_exception(exception) : klass;
}

}  // namespace gpualert
