// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::data {

/// What the name of a dump's file says.
struct BoardName {
    std::string layer;    ///< or its tensor
    bool isInput = false; ///< what the layer reads
};

/// What the names of all tensors' files in a folder say by the rules of one tool.
struct BoardNames {
    std::string_view tool;        ///< empty where no tool names all of them
    std::vector<BoardName> names; ///< as many as files, or none
};

BoardNames namesByTool(std::span<const std::string> files);

} // namespace ql::data
