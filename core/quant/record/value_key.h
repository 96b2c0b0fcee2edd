// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <optional>
#include <string>

namespace ql::quant {

/// Under which key a record speaks of a value itself: its name, or "fc:output" where a layer goes by that name, whose
/// own record says what it reads. In TorchScript values are called as what makes them.
inline constexpr std::string_view kOutputKey = ":output";

inline std::string valueKey(const graph::Graph& graph, graph::ValueId value)
{
    const auto& name = graph.value(value).name;
    return graph.findNode(name) ? name + std::string(kOutputKey) : name;
}

/// Nothing where no value goes by @p key.
inline std::optional<graph::ValueId> valueOfKey(const graph::Graph& graph, const std::string& key)
{
    if (const auto value = graph.findValue(key); value || !key.ends_with(kOutputKey))
        return value;
    return graph.findValue(key.substr(0, key.size() - kOutputKey.size()));
}

} // namespace ql::quant
