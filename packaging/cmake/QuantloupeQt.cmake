# SPDX-License-Identifier: GPL-3.0-or-later
# Qt 6 and the definitions that every target of ours that uses Qt shares.
include_guard()
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg Test LinguistTools)
# Qt Test tells every test its folders, for QFINDTESTDATA, which none of ours uses: what includes it could be compiled once for
# all tests and for all checkouts but for that.
set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
add_library(quantloupe_qt_flags INTERFACE)
target_link_libraries(quantloupe_qt_flags INTERFACE quantloupe_flags)
target_compile_definitions(quantloupe_qt_flags INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING QT_STRICT_ITERATORS)

# The config editor's part. It ships no CMake files of its own.
if(QUANTLOUPE_WINDOW)
    find_library(QSCINTILLA_LIBRARY qscintilla2_qt6 REQUIRED)
    find_path(QSCINTILLA_INCLUDE Qsci/qsciscintilla.h PATHS ${Qt6Core_INCLUDE_DIRS} PATH_SUFFIXES qt6 REQUIRED)
    add_library(QScintilla::QScintilla UNKNOWN IMPORTED)
    set_target_properties(QScintilla::QScintilla PROPERTIES
        IMPORTED_LOCATION ${QSCINTILLA_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${QSCINTILLA_INCLUDE}
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets")
endif()
