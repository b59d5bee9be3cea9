#include "diagnose/catalogue.hpp"

#include <gpualert/catalogue.hpp>

#include <array>

namespace gpualert {

namespace {

struct ExceptionClass {
  std::string_view exception, klass;
};

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

std::string_view class_of(std::string_view cause, std::string_view exception)
{
  const std::string_view klass = catalogue_entry(cause).klass;
  return klass == "exception" ? class_of_exception(exception) : klass;
}

}  // namespace gpualert
