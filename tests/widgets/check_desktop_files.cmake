# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the window into a scratch tree and has the desktop entry, metainfo and icon checked against each other there.
# Run by ctest: cmake -DSOURCE=… -DBUILD=… -DTREE=… -P check_desktop_files.cmake
file(REMOVE_RECURSE ${TREE})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component window --prefix ${TREE}/usr
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# Every picture that the metainfo names is one of the handbook's, of that size.
file(READ ${TREE}/usr/share/metainfo/org.quantloupe.Quantloupe.metainfo.xml metainfo)
string(REGEX MATCHALL "<image [^<]*</image>" images "${metainfo}")
list(LENGTH images count)
if(count EQUAL 0)
    message(FATAL_ERROR "the metainfo names no picture")
endif()
foreach(image IN LISTS images)
    if(NOT image MATCHES "width=\"([0-9]+)\" height=\"([0-9]+)\".*>https://quantloupe.org/handbook/([^<]+)</image>")
        message(FATAL_ERROR "no picture of the handbook with its size: ${image}")
    endif()
    set(stated "${CMAKE_MATCH_1} ${CMAKE_MATCH_2}")
    file(READ ${SOURCE}/resources/guide/${CMAKE_MATCH_3} bytes OFFSET 16 LIMIT 8 HEX)
    string(REGEX MATCH "^(........)(........)$" size "${bytes}")
    math(EXPR width "0x${CMAKE_MATCH_1}")
    math(EXPR height "0x${CMAKE_MATCH_2}")
    if(NOT stated STREQUAL "${width} ${height}")
        message(FATAL_ERROR "${image} is ${width} x ${height}")
    endif()
endforeach()

find_program(appstreamcli appstreamcli)
find_program(desktop_file_validate desktop-file-validate)
if(NOT appstreamcli OR NOT desktop_file_validate)
    message(STATUS "SKIPPED: appstreamcli or desktop-file-validate is not installed")
    return()
endif()
execute_process(COMMAND ${appstreamcli} validate-tree --no-net ${TREE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${desktop_file_validate}
                ${TREE}/usr/share/applications/org.quantloupe.Quantloupe.desktop COMMAND_ERROR_IS_FATAL ANY)
