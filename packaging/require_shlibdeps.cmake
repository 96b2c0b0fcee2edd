# SPDX-License-Identifier: GPL-3.0-or-later
# Read by CPack before it makes a package.
if(CPACK_GENERATOR STREQUAL "DEB")
    find_program(dpkg_shlibdeps dpkg-shlibdeps)
    if(NOT dpkg_shlibdeps)
        message(FATAL_ERROR "dpkg-shlibdeps, which finds what the package depends on, isn't installed: "
                            "apt-get install dpkg-dev file")
    endif()
endif()
