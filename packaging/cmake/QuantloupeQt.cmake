# SPDX-License-Identifier: GPL-3.0-or-later
# Qt 6 and the definitions that every target of ours that uses Qt shares.
include_guard()
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg Test LinguistTools)
add_library(quantloupe_qt_flags INTERFACE)
target_link_libraries(quantloupe_qt_flags INTERFACE quantloupe_flags)
target_compile_definitions(quantloupe_qt_flags INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING QT_STRICT_ITERATORS)
