# SPDX-License-Identifier: GPL-3.0-or-later
# libonnx as ONNX::onnx: so Debian 13's CMake files call it, Debian 12's just onnx.
include_guard(GLOBAL)
find_package(Protobuf REQUIRED) # Debian 12's ONNX files use its target without finding it
find_package(ONNX REQUIRED CONFIG)
if(NOT TARGET ONNX::onnx)
    add_library(ONNX::onnx ALIAS onnx)
endif()
