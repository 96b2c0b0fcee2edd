// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace ql::bench {

/// Models of any size as ONNX files, each with the one input "x". Written in a child process, so that what the writing
/// took is not among our memory.
/// A chain of @p nodes operators on 1×64 elements.
void writeChain(const std::filesystem::path& path, std::size_t nodes);
/// One product with a square weight of @p mebibytes, a power of 4 times 1 MiB.
void writeProduct(const std::filesystem::path& path, std::size_t mebibytes);

} // namespace ql::bench
