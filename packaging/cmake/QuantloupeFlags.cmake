# SPDX-License-Identifier: GPL-3.0-or-later
# Language level, warnings and sanitizers, carried by one INTERFACE target that every target of ours links.
include_guard()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# What core finds (fmt, Torch …) can be linked from tests/ and app/ too.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
# The build tree is laid out as the installed one, and files find each other relative to themselves: one and the same
# RUNPATH serves both. CMake would otherwise pad the build's to the installed one's length, and an empty entry means the
# current directory: whoever put a library of the right name there would run code in our programs.
# Nobody else links to our libraries, so they lie in a folder of their own.
set(QUANTLOUPE_LIBRARY_FOLDER ${CMAKE_INSTALL_LIBDIR}/quantloupe)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${QUANTLOUPE_LIBRARY_FOLDER})
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${QUANTLOUPE_LIBRARY_FOLDER}")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON) # a LibTorch outside the system's folders

add_library(quantloupe_flags INTERFACE)
target_include_directories(quantloupe_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(quantloupe_flags INTERFACE -Wall -Wextra -Wold-style-cast -Wnon-virtual-dtor
                       -Wno-missing-field-initializers) # designated initializers leave fields out on purpose
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(quantloupe_flags INTERFACE -Wno-restrict -Wno-array-bounds) # false alarms on string + string: GCC bug 105651
endif()
target_compile_definitions(quantloupe_flags INTERFACE QUANTLOUPE_VERSION="${PROJECT_VERSION}")

if(QUANTLOUPE_SANITIZE)
    target_compile_definitions(quantloupe_flags INTERFACE QUANTLOUPE_CHECKED) # our own mistakes, as in debug builds
endif()

# No table of functions stays writable, and no stack is executable.
target_link_options(quantloupe_flags INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
if(QUANTLOUPE_SANITIZE STREQUAL thread)
    target_compile_options(quantloupe_flags INTERFACE -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer)
    target_link_options(quantloupe_flags INTERFACE -fsanitize=thread)
elseif(QUANTLOUPE_SANITIZE)
    # -O1 -g1: checks make a function many times longer, and at -O2 the compiler takes five times as long.
    # No vptr check: it needs the type information of every class, and LibTorch 1.13 exports none for c10::DynamicType.
    target_compile_options(quantloupe_flags INTERFACE -O1 -g1 -fsanitize=address,undefined -fno-sanitize=vptr
                           -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(quantloupe_flags INTERFACE -fsanitize=address,undefined)
else()
    # An overrun that slips through ends the program before it is of use to whoever wrote the file: canaries on the
    # stack, checked copies, and landing pads for indirect jumps. Sanitizers find more, and some don't go with these.
    target_compile_options(quantloupe_flags INTERFACE -fstack-protector-strong
                           $<$<CONFIG:Release,RelWithDebInfo>:-U_FORTIFY_SOURCE> # GCC warns of a second definition
                           $<$<CONFIG:Release,RelWithDebInfo>:-D_FORTIFY_SOURCE=2>)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        target_compile_options(quantloupe_flags INTERFACE -fcf-protection=full)
    endif()
endif()

find_program(QUANTLOUPE_CCACHE ccache)
if(QUANTLOUPE_CCACHE)
    # Paths relative to the checkout: what one has compiled serves every other, wherever it lies.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true
        CCACHE_SLOPPINESS=pch_defines,time_macros ${QUANTLOUPE_CCACHE})
    # ccache can only reuse a precompiled header's users when the preprocessed text keeps the include.
    set(CMAKE_PCH_INSTANTIATE_TEMPLATES OFF)
    target_compile_options(quantloupe_flags INTERFACE -fpch-preprocess)
endif()
# The default linker, not lld: with lld 14 exceptions thrown beside GCC's cold partitions found no way out of a shared
# library and ended the process (seen with damaged .pt files).
