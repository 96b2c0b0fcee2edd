# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DBUILD=… -DNAME=… -DOUT=… -P make_archive.cmake: installs the build into OUT/NAME, adds everything that it needs but
# glibc and the drivers of graphics cards, and packs that as OUT/NAME.tar.gz, which runs wherever it is unpacked, and as
# OUT/NAME.run, which unpacks and starts itself. Says the oldest glibc that they run with.
cmake_policy(VERSION 3.25)
foreach(program patchelf python3)
    find_program(${program} ${program})
    if(NOT ${program})
        message(FATAL_ERROR "${program}, which makes the archive, isn't installed: apt-get install ${program}")
    endif()
endforeach()
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

# LibTorch names nothing any more of what these stand for.
file(REMOVE_RECURSE ${libraries}/placeholders)
file(GLOB programs ${tree}/bin/quantloupe*)
file(GLOB_RECURSE own ${tree}/lib/*.so)
execute_process(COMMAND ${python3} -B ${CMAKE_CURRENT_LIST_DIR}/standalone/gather_libraries.py ${libraries} ${programs} ${own}
                OUTPUT_VARIABLE glibc OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND tar -C ${OUT} --owner=0 --group=0 --sort=name -czf ${OUT}/${NAME}.tar.gz ${NAME}
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${tree})
execute_process(COMMAND ${python3} -B ${CMAKE_CURRENT_LIST_DIR}/standalone/make_single_file.py ${OUT}/${NAME}.tar.gz ${glibc}
                        ${MACHINE} ${OUT}/${NAME}.run COMMAND_ERROR_IS_FATAL ANY)
foreach(made ${OUT}/${NAME}.tar.gz ${OUT}/${NAME}.run)
    file(SIZE ${made} bytes)
    math(EXPR megabytes "(${bytes} + 500000) / 1000000")
    message(STATUS "wrote ${made} (${megabytes} MB), for glibc ${glibc} and later")
endforeach()
