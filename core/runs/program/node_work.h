// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <span>

namespace ql::runs {

/// How much a node computes, as far as its graph tells before anything runs. Sizes that aren't declared count as 1.
struct NodeWork {
    bool multiplies = false;
    double multiplyAccumulates = 0.0; ///< 0 where shapes are missing, too
    double elements = 0.0;            ///< of the input whose size @ref multiplyAccumulates goes with
    std::size_t input = 0;            ///< which input that is
};

NodeWork workOf(const graph::Graph& graph, const graph::Node& node);

/// Whether the node runs clearly faster on several OpenMP threads, given that waking them takes about 170 µs and that
/// all wait for the slowest. Affects speed only: results don't depend on the number of threads.
bool isWorthThreads(const NodeWork& work, std::span<const ops::Tensor> inputs);

/// RAII limit that keeps LibTorch's kernels on the calling thread to one thread unless @p isWorthMore. Our own kernels
/// are not limited: waking the thread pool of core/jobs is cheap, and each kernel decides how many threads pay off.
class NodeThreads {
public:
    explicit NodeThreads(bool isWorthMore);
    ~NodeThreads();
    NodeThreads(const NodeThreads&) = delete;
    NodeThreads& operator=(const NodeThreads&) = delete;

private:
    int m_before = 0; ///< 0 where nothing was changed
    int m_poolBefore = 0;
};

} // namespace ql::runs
