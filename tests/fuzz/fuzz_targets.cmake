# SPDX-License-Identifier: GPL-3.0-or-later
# libFuzzer on what reads and runs models, with AddressSanitizer. Torch's headers need GCC, libFuzzer comes with clang 14:
# GCC's edges reach it through coverage_counters.cpp. What is fuzzed is compiled a second time, instrumented.
#   cmake -S . -B build-fuzz -G Ninja -DCMAKE_BUILD_TYPE=Release -DQUANTLOUPE_FUZZ=ON
#   ninja -C build-fuzz fuzz_import fuzz_run && tests/fuzz/run_fuzz.sh build-fuzz fuzz_run 600
find_library(QUANTLOUPE_LIBFUZZER clang_rt.fuzzer-x86_64 REQUIRED
    PATHS /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux)
find_package(Torch REQUIRED)

get_target_property(core_sources quantloupe_core SOURCES)
get_target_property(engine_sources quantloupe_engine SOURCES)
set(fuzzed ${core_sources} ${engine_sources})
list(FILTER fuzzed INCLUDE REGEX "/core/(base|graph|ops|pickle|import|runtime)/")
list(FILTER fuzzed EXCLUDE REGEX "/text_form") # reads no files, and collides with std::quoted behind the precompiled header

set(instrument -O0 -g1 -fsanitize=address -fno-omit-frame-pointer)
add_library(quantloupe_fuzzed STATIC EXCLUDE_FROM_ALL ${fuzzed} fuzz_body.cpp)
target_link_libraries(quantloupe_fuzzed PUBLIC quantloupe_flags fmt::fmt spdlog::spdlog torch ONNX::onnx hwy ${CMAKE_DL_LIBS})
target_compile_options(quantloupe_fuzzed PRIVATE ${instrument} -fsanitize-coverage=trace-pc,trace-cmp)
target_link_options(quantloupe_fuzzed PUBLIC -fsanitize=address)
target_precompile_headers(quantloupe_fuzzed PRIVATE <ATen/ATen.h>)
set_source_files_properties(${CMAKE_SOURCE_DIR}/core/ops/support/depthwise_planes.cpp ${CMAKE_SOURCE_DIR}/core/ops/support/pointwise_product.cpp
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-ffp-contract=off")

function(add_fuzz_target name body tail)
    add_executable(${name} EXCLUDE_FROM_ALL fuzz_target.cpp coverage_counters.cpp message_mutator.cpp mutator.cpp)
    target_compile_options(${name} PRIVATE ${instrument})
    target_compile_definitions(${name} PRIVATE QUANTLOUPE_FUZZ_BODY=${body} QUANTLOUPE_FUZZ_TAIL=${tail})
    target_link_options(${name} PRIVATE LINKER:--wrap=__sanitizer_cov_trace_pc)
    target_link_libraries(${name} PRIVATE quantloupe_fuzzed ${QUANTLOUPE_LIBFUZZER})
endfunction()
add_fuzz_target(fuzz_import fuzzImport 0)
add_fuzz_target(fuzz_run fuzzRun 4)
