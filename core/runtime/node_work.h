// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <span>

namespace ql::runtime {

/// How much a node computes, as far as its graph tells before anything runs. Sizes that aren't declared count as 1.
struct NodeWork {
    bool multiplies = false;
    double multiplyAccumulates = 0.0; ///< 0 where shapes are missing, too
    double elements = 0.0;            ///< of the input whose size @ref multiplyAccumulates goes with
    std::size_t input = 0;            ///< which input that is
};

NodeWork workOf(const graph::Graph& graph, const graph::Node& node);

/// Whether more than one of OpenMP's threads makes the node faster, with a margin: waking them took 170 µs where it was
/// measured, and where other programs run one waits for the slowest. Decides on no number, since none depends on
/// threads.
bool isWorthThreads(const NodeWork& work, std::span<const ops::Tensor> inputs);

/// While it lives LibTorch's kernels on the calling thread use one thread, unless @p isWorthMore: then as many as the
/// question may use. Kernels of ours may always use as many: their teams (core/jobs) cost nothing to speak of, and they
/// know better what is worth one.
class NodeThreads {
public:
    explicit NodeThreads(bool isWorthMore);
    ~NodeThreads();
    NodeThreads(const NodeThreads&) = delete;
    NodeThreads& operator=(const NodeThreads&) = delete;

private:
    int m_before = 0; ///< 0 where nothing was changed
    int m_teamBefore = 0;
};

} // namespace ql::runtime
