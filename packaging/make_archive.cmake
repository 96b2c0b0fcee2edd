# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DBUILD=… -DNAME=… -DOUT=… -P make_archive.cmake: installs the build into OUT/NAME, adds everything that it needs but
# glibc and the drivers of graphics cards, and packs that as OUT/NAME.tar.gz. It runs wherever it is unpacked, on any Linux
# whose glibc isn't older than the one here.
cmake_policy(VERSION 3.25)
find_program(patchelf patchelf REQUIRED)
set(tree ${OUT}/${NAME})
set(libraries ${tree}/lib/quantloupe)
set(plugins ${libraries}/plugins)

file(REMOVE_RECURSE ${tree})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --strip --prefix ${tree}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# What Qt loads by itself, and where the programs tell it to look.
foreach(plugin platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic iconengines/libqsvgicon
               imageformats/libqsvg platforminputcontexts/libcomposeplatforminputcontextplugin
               platforminputcontexts/libibusplatforminputcontextplugin)
    if(EXISTS ${QT_PLUGINS}/${plugin}.so)
        get_filename_component(folder ${plugin} DIRECTORY)
        file(COPY ${QT_PLUGINS}/${plugin}.so DESTINATION ${plugins}/${folder})
    endif()
endforeach()
file(GLOB translations ${QT_TRANSLATIONS}/qtbase_zh_CN.qm)
file(COPY ${translations} DESTINATION ${tree}/share/quantloupe/qt)
file(WRITE ${tree}/bin/qt.conf
     "[Paths]\nPrefix=..\nPlugins=lib/quantloupe/plugins\nTranslations=share/quantloupe/qt\n")

# Letters for a machine without any; its own are taken where there are some.
set(fonts ${tree}/share/quantloupe/fonts)
foreach(font DejaVuSans DejaVuSans-Bold DejaVuSansMono)
    file(COPY /usr/share/fonts/truetype/dejavu/${font}.ttf DESTINATION ${fonts})
endforeach()
file(WRITE ${fonts}/fonts.conf "<?xml version=\"1.0\"?>\n<fontconfig><dir prefix=\"relative\">.</dir></fontconfig>\n")

file(GLOB programs ${tree}/bin/quantloupe*)
file(GLOB_RECURSE own ${libraries}/*.so)
file(GET_RUNTIME_DEPENDENCIES
    RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing CONFLICTING_DEPENDENCIES_PREFIX conflicts
    EXECUTABLES ${programs} LIBRARIES ${own}
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec)\\.so" "^lib(quantloupe|nvidia|cuda)"
    DIRECTORIES ${libraries})
if(missing)
    message(FATAL_ERROR "not found: ${missing}")
endif()
foreach(library ${found})
    get_filename_component(name ${library} NAME)
    file(REAL_PATH ${library} real)
    file(COPY_FILE ${real} ${libraries}/${name})
endforeach()

# Each looks beside itself first.
file(GLOB copied ${libraries}/*.so*)
execute_process(COMMAND ${patchelf} --set-rpath "\$ORIGIN" ${copied} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE copied ${plugins}/*.so)
execute_process(COMMAND ${patchelf} --set-rpath "\$ORIGIN/../.." ${copied} COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND tar -C ${OUT} --owner=0 --group=0 -czf ${OUT}/${NAME}.tar.gz ${NAME} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${tree})
message(STATUS "wrote ${OUT}/${NAME}.tar.gz")
