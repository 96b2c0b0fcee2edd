# SPDX-License-Identifier: GPL-3.0-or-later

# quantloupe_read_list(OUT FILE): the names that a list such as core/results/analyses.inc holds, one `QL_KIND(name, …)`
# per line. Configures anew when the list changes.
function(quantloupe_read_list out file)
    set(path "${PROJECT_SOURCE_DIR}/${file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(STRINGS "${path}" names REGEX "^QL_")
    list(TRANSFORM names REPLACE "^QL_[A-Z]+\\(([a-z_0-9]+).*" "\\1")
    set(${out} ${names} PARENT_SCOPE)
endfunction()
