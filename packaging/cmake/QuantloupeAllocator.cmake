# SPDX-License-Identifier: GPL-3.0-or-later
# Programs allocate by tcmalloc: networks of many small operators run a tenth faster than with glibc's, and so do
# comparisons and searches. Sanitizers bring their own. Libraries of ours know nothing of it.
include_guard()
add_library(quantloupe_allocator INTERFACE)
if(NOT QUANTLOUPE_SANITIZE)
    find_library(QUANTLOUPE_TCMALLOC tcmalloc_minimal)
    if(NOT QUANTLOUPE_TCMALLOC)
        message(FATAL_ERROR "tcmalloc, which allocates, is missing: install libgoogle-perftools-dev "
                            "(packaging/setup.sh deps does)")
    endif()
    # The linker leaves out libraries of which a program itself asks for nothing.
    target_link_libraries(quantloupe_allocator INTERFACE
        "-Wl,--push-state,--no-as-needed,${QUANTLOUPE_TCMALLOC},--pop-state")
endif()
