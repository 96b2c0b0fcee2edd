# SPDX-License-Identifier: GPL-3.0-or-later
# Unity builds: one compiler call for several sources, since reading headers costs more than the sources themselves.
# -DCMAKE_UNITY_BUILD=OFF compiles every source alone.
include_guard()
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile the sources of a folder together")

# quantloupe_unite_folders(TARGET SIZE [GATHER FOLDER…]): sources of one folder share a compiler call, at most SIZE of them; a
# FOLDER counts with everything below it. By folder, so that a name in an anonymous namespace need only be unique within its
# folder, and a new file moves nothing elsewhere.
function(quantloupe_unite_folders target size)
    cmake_parse_arguments(arg "" "" "GATHER" ${ARGN})
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
        foreach(gathered IN LISTS arg_GATHER)
            string(REGEX REPLACE "^${gathered}/.*" ${gathered} folder ${folder})
        endforeach()
        list(APPEND folders ${folder})
        list(APPEND in_${folder} ${source})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        list(LENGTH in_${folder} count)
        math(EXPR groups "(${count} + ${size} - 1) / ${size}")
        math(EXPR share "(${count} + ${groups} - 1) / ${groups}")
        set(place 0)
        foreach(source IN LISTS in_${folder})
            math(EXPR group "${place} / ${share}")
            set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${folder}/${group})
            math(EXPR place "${place} + 1")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
