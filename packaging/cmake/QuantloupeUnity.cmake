# SPDX-License-Identifier: GPL-3.0-or-later
# Unity builds: one compiler call for several sources, since reading headers costs more than the sources themselves.
# -DCMAKE_UNITY_BUILD=OFF compiles every source alone.
include_guard()
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile the sources of a folder together")

# quantloupe_unite_folders(TARGET SIZE): sources of one folder share a compiler call, at most SIZE of them. By folder, so that
# a name in an anonymous namespace need only be unique within its folder, and a new file moves nothing elsewhere.
function(quantloupe_unite_folders target size)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        list(APPEND folders ${folder})
        string(MAKE_C_IDENTIFIER "${folder}" key)
        list(APPEND in_${key} ${source})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        string(MAKE_C_IDENTIFIER "${folder}" key)
        list(LENGTH in_${key} count)
        math(EXPR groups "(${count} + ${size} - 1) / ${size}")
        math(EXPR share "(${count} + ${groups} - 1) / ${groups}")
        file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${folder})
        set(place 0)
        foreach(source IN LISTS in_${key})
            math(EXPR group "${place} / ${share}")
            set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${name}/${group})
            math(EXPR place "${place} + 1")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
