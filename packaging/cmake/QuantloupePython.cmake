# SPDX-License-Identifier: GPL-3.0-or-later
# Whether `import quantloupe` is built: wherever pybind11 and the system's Python are found.
include_guard()
option(QUANTLOUPE_PYTHON "Build the Python package (needs pybind11 and Python's headers)" ON)

# The package goes where the system's Python looks, whichever python3 comes first in the PATH.
if(QUANTLOUPE_PYTHON AND NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
endif()
if(QUANTLOUPE_PYTHON)
    find_package(Python 3.9 COMPONENTS Interpreter Development.Module)
    find_package(pybind11 CONFIG)
    if(NOT Python_FOUND OR NOT pybind11_FOUND)
        message(STATUS "The Python package is left out: it needs pybind11-dev and python3-dev")
    elseif(QUANTLOUPE_SANITIZE)
        message(STATUS "The Python package is left out: Python itself is not built with sanitizers")
    endif()
endif()
if(QUANTLOUPE_PYTHON AND Python_FOUND AND pybind11_FOUND AND NOT QUANTLOUPE_SANITIZE)
    set(QUANTLOUPE_BUILDS_PYTHON ON)
else()
    set(QUANTLOUPE_BUILDS_PYTHON OFF)
endif()
