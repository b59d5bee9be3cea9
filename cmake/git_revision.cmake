# cmake -DSOURCE=DIR -DOUTPUT=FILE -P git_revision.cmake: writes the function that --version calls.
# The file is touched only when the revision changed, so that nothing is built again without need.
set(revision "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=7 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "cli/git_revision.hpp"

namespace gpualert::cli {
std::string_view git_revision() noexcept
{
  return "@revision@";
}
}  // namespace gpualert::cli
]])
