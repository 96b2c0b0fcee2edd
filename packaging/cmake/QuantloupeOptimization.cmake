# SPDX-License-Identifier: GPL-3.0-or-later
# How the compiler makes code fast, and how hard it works on which source.
include_guard()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # With a precompiled header of 280 MB in its memory, GCC collects garbage every few seconds; without, it takes a sixth
    # less time and a fifth more memory.
    target_compile_options(quantloupe_flags INTERFACE --param=ggc-min-heapsize=2000000)
endif()

# Nobody puts functions of his own in place of ours, so that calls within a library need no detour by way of the loader.
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(quantloupe_flags INTERFACE -fno-semantic-interposition)
    target_link_options(quantloupe_flags INTERFACE LINKER:-Bsymbolic-functions)
endif()

# quantloupe_optimize(TARGET LEVEL): in a release -O3 for sources that loop over values, which are those that compile
# without the precompiled header, and LEVEL for all others. GCC gives every source that takes a precompiled header the level
# of that header, whatever its own options say. Call it when all sources are known.
function(quantloupe_optimize target level)
    if(QUANTLOUPE_SANITIZE)
        return()
    endif()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        get_source_file_property(loops ${source} TARGET_DIRECTORY ${target} SKIP_PRECOMPILE_HEADERS)
        if(loops)
            set_property(SOURCE ${source} TARGET_DIRECTORY ${target} APPEND PROPERTY
                         COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
        endif()
    endforeach()
endfunction()
