// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <variant>
#include <vector>

namespace ql::graph {

/// Calls @p visit(attribute name, body) for every graph in the attributes of @p node: closed bodies of If, Loop, Scan.
template <typename Visit>
void forEachBody(const Node& node, Visit&& visit)
{
    for (const auto& [name, value] : node.attributes.entries()) {
        if (const auto* body = std::get_if<GraphPointer>(&value))
            visit(name, **body);
        if (const auto* bodies = std::get_if<std::vector<GraphPointer>>(&value))
            for (const auto& each : *bodies)
                visit(name, *each);
    }
}

} // namespace ql::graph
