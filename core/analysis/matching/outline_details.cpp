// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/outline_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostElements = 8; ///< of a list; more is cut off
constexpr std::size_t kMostLetters = 80;

std::string cut(const std::string& text)
{
    return text.size() <= kMostLetters ? text : text.substr(0, kMostLetters) + "…";
}

template <typename Element>
std::string joined(const std::vector<Element>& list)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(list.size(), kMostElements); ++i)
        text += fmt::format("{}{}", i > 0 ? ", " : "", list[i]);
    return text + (list.size() > kMostElements ? fmt::format(", … ({})", list.size()) : "");
}

/// What a few numbers are; nothing of many.
std::string valuesOf(const graph::TensorData& data)
{
    using enum graph::DataType;
    const bool hasNumbers = data.type() != String && data.type() != Complex64 && data.type() != Complex128;
    return hasNumbers && data.size() <= kMostElements ? joined(data.toDoubles()) : std::string();
}

/// Says an attribute's value in few words.
struct AttributeWords {
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return cut(text); }
    template <typename Element>
    std::string operator()(const std::vector<Element>& list) const
    {
        return cut("[" + joined(list) + "]");
    }
    std::string operator()(const std::vector<graph::GraphPointer>& bodies) const
    {
        return fmt::format("{} graphs", bodies.size());
    }
    std::string operator()(const graph::GraphPointer& body) const
    {
        return fmt::format("graph of {} nodes", body ? body->nodeCount() : 0);
    }
    std::string operator()(const graph::TensorData& data) const
    {
        const std::string values = valuesOf(data);
        const std::string type = fmt::format("{} {}", graph::name(data.type()), graph::toString(data.shape()));
        return values.empty() ? type : fmt::format("{}: {}", type, values);
    }
};

} // namespace

void addDetails(results::OutlineNode& outline, const graph::Graph& graph, const graph::Node& node,
                const OperandReader& operands)
{
    for (const auto& [name, value] : node.attributes.entries())
        outline.attributes.push_back({name, std::visit(AttributeWords(), value)});
    const auto read = operands.operandsOf(node);
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
        const auto value = node.inputs[slot];
        if (!value.isValid())
            continue;
        const auto operand = std::ranges::find(read, slot, &Operand::slot);
        const graph::TensorData* constant = graph.constantOf(value);
        if (!constant && operand != read.end())
            constant = operand->constant;
        if (constant)
            outline.parameters.push_back({graph.value(value).name, std::string(graph::name(constant->type())),
                                          graph::toString(constant->shape()), valuesOf(*constant)});
    }
}

} // namespace ql::analysis
