// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/graph/ir/graph.h"

#include <utility>

namespace ql::runtime {

/// Runs @p body and adds the node's description to any Error that leaves it. The description is made only then: nodes
/// are many, errors few.
template <typename Body>
decltype(auto) inContextOf(const graph::Node& node, Body&& body)
{
    try {
        return std::forward<Body>(body)();
    } catch (Error& error) {
        error.addContext(node.description());
        throw;
    }
}

} // namespace ql::runtime
