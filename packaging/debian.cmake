# SPDX-License-Identifier: GPL-3.0-or-later
# `cpack -G DEB` makes a package for the Debian that it runs on; dpkg-shlibdeps finds what the programs link to.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME quantloupe)
set(CPACK_PACKAGE_VENDOR Quantloupe)
set(CPACK_PACKAGE_CONTACT "Quantloupe <dev@quantloupe.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the layer where a quantized neural network goes wrong")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE https://quantloupe.org)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Runs a float model and its quantized twin side by side, shows layer by
layer how far they part, names the layer where the error starts, and says
why and what to do about it. Reads ONNX and TorchScript; comes with a window
and a command line.")
# The BLAS that every Debian has computes ten times slower.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0-openmp | libopenblas0, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core | fonts-noto-core, fonts-noto-cjk")
if(QUANTLOUPE_BUILDS_PYTHON)
    string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", python3, python3-numpy")
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Without it CPack makes a package that depends on nothing, and says so in passing.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/require_shlibdeps.cmake)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
include(CPack)
