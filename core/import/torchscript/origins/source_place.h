// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace torch::jit {
struct Node;
}

namespace ql::importers::torchscript {

/// Where the Python program stood that an instruction of an inlined method was made of, callers first:
/// "net.py:20 > block.py:12". Lines of PyTorch itself are left out unless there are no others; empty where the file
/// keeps no such lines.
std::string sourcePlace(const torch::jit::Node& instruction);

} // namespace ql::importers::torchscript
