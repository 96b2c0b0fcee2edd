// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstddef>
#include <filesystem>
#include <functional>

namespace ql::bench {

/// Does @p work in a child process, so that what it took is not among our memory. @throws std::runtime_error
void runInChild(const std::function<void()>& work);
/// Writes what @p make gives as an ONNX file, in a child process. @throws std::runtime_error
void writeInChild(const std::filesystem::path& path, const std::function<graph::Graph()>& make);

/// Models of any size, each with the one input "x".
/// A chain of @p nodes operators on 1×64 elements.
void writeChain(const std::filesystem::path& path, std::size_t nodes);
/// One product with a square weight of @p mebibytes, a power of 4 times 1 MiB.
void writeProduct(const std::filesystem::path& path, std::size_t mebibytes);

} // namespace ql::bench
