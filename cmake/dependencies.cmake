# Every third-party library, found once. Each is named by one module only.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CURL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED re2)

# fmt_library.cpp says why it is not Debian's libfmt.so.
add_library(gpualert_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_library.cpp)
get_target_property(GPUALERT_FMT_INCLUDES fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(gpualert_fmt SYSTEM PUBLIC ${GPUALERT_FMT_INCLUDES})
target_compile_features(gpualert_fmt PUBLIC cxx_std_20)

# toml++ likewise: Debian's package has only a shared object.
add_library(gpualert_toml INTERFACE)
target_include_directories(gpualert_toml SYSTEM INTERFACE
  $<TARGET_PROPERTY:tomlplusplus::tomlplusplus,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(gpualert_toml INTERFACE TOML_HEADER_ONLY=1)

# re2, as an archive where there is one.
add_library(gpualert_re2 INTERFACE)
find_library(GPUALERT_RE2_ARCHIVE NAMES libre2.a)
if(GPUALERT_STATIC AND GPUALERT_RE2_ARCHIVE AND NOT GPUALERT_SANITIZE)
  target_link_libraries(gpualert_re2 INTERFACE ${GPUALERT_RE2_ARCHIVE} Threads::Threads)
else()
  target_link_libraries(gpualert_re2 INTERFACE ${RE2_LINK_LIBRARIES} Threads::Threads)
  set(GPUALERT_STATIC OFF)
endif()
target_include_directories(gpualert_re2 SYSTEM INTERFACE ${RE2_INCLUDE_DIRS})

# zlib, as an archive where there is one: gpualert is linked statically.
add_library(gpualert_zlib INTERFACE)
find_library(GPUALERT_ZLIB_ARCHIVE NAMES libz.a)
if(GPUALERT_STATIC AND GPUALERT_ZLIB_ARCHIVE)
  target_link_libraries(gpualert_zlib INTERFACE ${GPUALERT_ZLIB_ARCHIVE})
else()
  target_link_libraries(gpualert_zlib INTERFACE ${ZLIB_LIBRARIES})
  set(GPUALERT_STATIC OFF)
endif()
target_include_directories(gpualert_zlib SYSTEM INTERFACE ${ZLIB_INCLUDE_DIRS})
