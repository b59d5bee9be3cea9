# gpualert_module(NAME SOURCES … [LINKS module…] [PRIVATE_LINKS library…])
# One static library per folder of src/. What a module links is what it may
# depend on; tests/lint/layers.txt says the same for its #include lines.
function(gpualert_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(gpualert_${name} STATIC ${ARG_SOURCES})
  target_include_directories(gpualert_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM ARG_LINKS PREPEND gpualert_)
  target_link_libraries(gpualert_${name}
    PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS} gpualert_settings)
endfunction()
