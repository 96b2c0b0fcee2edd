// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_names.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace ql::importers {

std::string normalisedDomain(const std::string& domain)
{
    return domain == "ai.onnx" ? std::string() : domain;
}

void checkOpset(const std::string& domain, std::int64_t version)
{
    constexpr std::int64_t kOldest = 1;
    constexpr std::int64_t kNewest = 26;
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

namespace {

bool isIdentity(const onnx::NodeProto& node)
{
    return node.op_type() == "Identity" && normalisedDomain(node.domain()).empty() && node.input_size() == 1
           && node.output_size() == 1 && !node.input(0).empty() && !node.output(0).empty();
}

/// What Identity nodes are given, however many stand behind each other: every one of them is looked at once.
class IdentityChains {
public:
    void add(const onnx::NodeProto& identity) { m_links.try_emplace(identity.output(0), identity.input(0)); }
    bool gives(const std::string& tensor) const { return m_links.contains(tensor); }

    /// Where the chain that ends in @p tensor begins: that itself where no Identity gives it, one of a cycle's tensors
    /// where it comes from there.
    const std::string& firstOf(const std::string& tensor)
    {
        std::vector<Link*> walked;
        const auto* at = &tensor;
        auto link = m_links.find(*at);
        for (; link != m_links.end() && !link->second.first; link = m_links.find(*at)) {
            link->second.first = &link->first; // a cycle ends where it began; it is refused elsewhere
            walked.push_back(&link->second);
            at = &link->second.given;
        }
        if (link != m_links.end())
            at = link->second.first;
        for (auto* each : walked)
            each->first = at;
        return *at;
    }

private:
    struct Link {
        explicit Link(const std::string& tensor)
            : given(tensor)
        {
        }
        const std::string& given;
        const std::string* first = nullptr; ///< once it is known
    };
    std::unordered_map<std::string, Link> m_links; ///< by what an Identity gives
};

} // namespace

LeftOut identitiesLeftOut(const onnx::GraphProto& graph)
{
    IdentityChains chains;
    std::unordered_set<std::string> computed; // by other nodes
    for (const auto& node : graph.node()) {
        if (isIdentity(node))
            chains.add(node);
        else if (node.op_type() != "Constant")
            computed.insert(node.output().begin(), node.output().end());
    }
    std::unordered_set<std::string> outputs;
    for (const auto& output : graph.output())
        outputs.insert(output.name());
    std::unordered_map<std::string, std::string> known; // the first of a chain → the output that is called for it
    for (const auto& output : graph.output())
        if (const auto& first = chains.firstOf(output.name()); computed.contains(first) && !outputs.contains(first))
            known.emplace(first, output.name());
    LeftOut left;
    for (int i = 0; i < graph.node_size(); ++i) {
        const auto& node = graph.node(i);
        if (!isIdentity(node))
            continue;
        const auto& first = chains.firstOf(node.output(0));
        const auto ending = known.find(first);
        const auto& name = ending == known.end() ? first : ending->second;
        if (chains.gives(first) || (outputs.contains(node.output(0)) && node.output(0) != name))
            continue; // it makes an output that is no other tensor's, or it is part of a cycle
        left.nodes.push_back(i);
        for (const auto& handed : {node.output(0), first})
            if (handed != name)
                left.read.emplace(handed, name);
    }
    return left;
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

} // namespace ql::importers
