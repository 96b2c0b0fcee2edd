// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_names.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace ql::import {

std::string normalisedDomain(const std::string& domain)
{
    return domain == "ai.onnx" ? std::string() : domain;
}

void checkOpset(const std::string& domain, std::int64_t version)
{
    constexpr std::int64_t kOldest = 1;
    constexpr std::int64_t kNewest = 24;
    if (normalisedDomain(domain).empty() && (version < kOldest || version > kNewest))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("opset {} of ai.onnx is used, expected {} to {}", version, kOldest, kNewest),
                    "convert the model with onnx.version_converter");
}

std::vector<std::string> nodeNames(const onnx::GraphProto& graph)
{
    std::unordered_set<std::string> taken;
    std::vector<std::string> names(std::size_t(graph.node_size()));
    for (int i = 0; i < graph.node_size(); ++i)
        if (!graph.node(i).name().empty() && taken.insert(graph.node(i).name()).second)
            names[std::size_t(i)] = graph.node(i).name();
    for (int i = 0; i < graph.node_size(); ++i) {
        auto& name = names[std::size_t(i)];
        if (!name.empty())
            continue;
        const auto& node = graph.node(i);
        const auto stem = fmt::format("{}_{}", node.name().empty() ? node.op_type() : node.name(), i);
        name = stem;
        for (int copy = 2; !taken.insert(name).second; ++copy)
            name = fmt::format("{}_{}", stem, copy);
    }
    return names;
}

std::vector<std::string> repeatedNodeNames(const onnx::GraphProto& graph)
{
    std::unordered_map<std::string, int> counts;
    std::vector<std::string> repeated;
    for (const auto& node : graph.node())
        if (!node.name().empty() && ++counts[node.name()] == 2)
            repeated.push_back(node.name());
    return repeated;
}

std::string scopeOf(std::string_view nodeName)
{
    const auto end = nodeName.rfind('/');
    if (end == nodeName.npos)
        return {};
    auto scope = nodeName.substr(0, end);
    while (scope.starts_with('/'))
        scope.remove_prefix(1);
    return std::string(scope);
}

} // namespace ql::import
