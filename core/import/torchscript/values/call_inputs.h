// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/ids.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ql::importers::torchscript {

/// The inputs of a node whose call is being spelled: each value once, those that the node's form asks for first.
class CallInputs {
public:
    explicit CallInputs(std::vector<graph::ValueId> first = {})
        : m_inputs(std::move(first))
    {
    }

    /// "$2"
    std::string spell(graph::ValueId value)
    {
        const auto found = std::ranges::find(m_inputs, value);
        const auto position = std::size_t(found - m_inputs.begin());
        if (found == m_inputs.end())
            m_inputs.push_back(value);
        return "$" + std::to_string(position);
    }

    const std::vector<graph::ValueId>& inputs() const { return m_inputs; }

private:
    std::vector<graph::ValueId> m_inputs;
};

} // namespace ql::importers::torchscript
