# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries that tell a fuzzer where it has been. libFuzzer comes with clang, LibTorch's headers need GCC: GCC's edges reach
# it through tests/fuzz/coverage_counters.cpp, so that one build serves the fuzzer and the tests under sanitizers.
include_guard()
if(NOT QUANTLOUPE_FUZZ)
    function(quantloupe_count_edges)
    endfunction()
    return()
endif()

add_library(quantloupe_edges SHARED ${CMAKE_CURRENT_LIST_DIR}/../../tests/fuzz/coverage_counters.cpp)
target_include_directories(quantloupe_edges PRIVATE ${CMAKE_SOURCE_DIR})

# quantloupe_count_edges(TARGET): calls our function at every edge; libFuzzer itself refuses to hear of it.
function(quantloupe_count_edges target)
    target_compile_options(${target} PRIVATE -fsanitize-coverage=trace-pc,trace-cmp)
    target_link_options(${target} PRIVATE LINKER:--wrap=__sanitizer_cov_trace_pc)
    target_link_libraries(${target} PRIVATE quantloupe_edges)
endfunction()
