// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/operator_traits.h"

namespace ql::graph {

/// Whether @p node is a Resize, the standard's or LibTorch's, that makes numbers between those that it reads.
inline bool interpolates(const Node& node)
{
    const auto isBetween = [](const std::string& word) {
        return word.find("linear") != std::string::npos || word.find("cubic") != std::string::npos;
    };
    return familyTraits(node.opType).name == "Resize"
           && isBetween(node.domain.empty() ? node.attributes.stringOr("mode", "nearest") : node.opType);
}

} // namespace ql::graph
