# Compiler settings of everything that we write.
add_library(gpualert_settings INTERFACE)
target_compile_options(gpualert_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-align
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
  # GCC 12 sees overlapping copies in std::string's operator+ where there are none (PR 105651).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
  $<$<BOOL:${GPUALERT_WERROR}>:-Werror>)
target_compile_definitions(gpualert_settings INTERFACE _GNU_SOURCE)
# Most of what a static link pulls in is never called.
target_compile_options(gpualert_settings INTERFACE -ffunction-sections -fdata-sections)
target_link_options(gpualert_settings INTERFACE -Wl,--gc-sections)
if(GPUALERT_SANITIZE)
  target_compile_options(gpualert_settings INTERFACE
    -fsanitize=${GPUALERT_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(gpualert_settings INTERFACE -fsanitize=${GPUALERT_SANITIZE})
  if(GPUALERT_SANITIZE MATCHES "undefined")
    target_compile_options(gpualert_settings INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
if(GPUALERT_FUZZ)  # coverage feedback for the code under test, not only the target
  target_compile_options(gpualert_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
