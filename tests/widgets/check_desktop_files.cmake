# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the window into a scratch tree and has the desktop entry, metainfo and icon checked against each other there.
# Run by ctest: cmake -DBUILD=… -DTREE=… -P check_desktop_files.cmake
file(REMOVE_RECURSE ${TREE})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component window --prefix ${TREE}/usr
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
find_program(appstreamcli appstreamcli)
find_program(desktop_file_validate desktop-file-validate)
if(NOT appstreamcli OR NOT desktop_file_validate)
    message(STATUS "SKIPPED: appstreamcli or desktop-file-validate is not installed")
    return()
endif()
execute_process(COMMAND ${appstreamcli} validate-tree --no-net ${TREE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${desktop_file_validate}
                ${TREE}/usr/share/applications/org.quantloupe.Quantloupe.desktop COMMAND_ERROR_IS_FATAL ANY)
