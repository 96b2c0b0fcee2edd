// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/graph_difference.h"

#include "core/graph/text_form/text_form.h"

#include <algorithm>
#include <bit>

namespace ql::tests {

namespace {

using graph::TensorData;

bool isSame(const TensorData& a, const TensorData& b)
{
    if (a.type() != b.type() || a.shape() != b.shape() || a.size() != b.size())
        return false;
    return a.type() == graph::DataType::String ? a.strings() == b.strings() : std::ranges::equal(a.bytes(), b.bytes());
}

bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool isSame(const graph::GraphPointer& a, const graph::GraphPointer& b)
{
    return differenceOf(*a, *b).empty();
}

template <typename T>
requires std::equality_comparable<T>
bool isSame(const T& a, const T& b)
{
    return a == b;
}

template <typename T>
requires(!std::equality_comparable<T> || std::same_as<T, double> || std::same_as<T, graph::GraphPointer>) bool isSame(
    const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(a, b, [](const T& left, const T& right) { return isSame(left, right); });
}

bool isSame(const graph::Attributes::Entry& a, const graph::Attributes::Entry& b)
{
    if (a.first != b.first || a.second.index() != b.second.index())
        return false;
    return std::visit(
        [&b](const auto& value) { return isSame(value, std::get<std::decay_t<decltype(value)>>(b.second)); }, a.second);
}

bool isSame(const graph::Value& a, const graph::Value& b)
{
    const bool hasSameConstant = a.initializer.has_value() == b.initializer.has_value()
                                 && (!a.initializer || isSame(*a.initializer, *b.initializer));
    return hasSameConstant && a.name == b.name && a.type == b.type && a.shape == b.shape && a.producer == b.producer
           && a.consumers == b.consumers;
}

bool isSame(const graph::Node& a, const graph::Node& b)
{
    return a.id == b.id && a.name == b.name && a.hasMadeUpName == b.hasMadeUpName && a.domain == b.domain
           && a.opType == b.opType && a.opset == b.opset && a.scope == b.scope && a.inputs == b.inputs
           && a.outputs == b.outputs && a.captures == b.captures
           && std::ranges::equal(a.attributes.entries(), b.attributes.entries(),
                                 [](const auto& left, const auto& right) { return isSame(left, right); });
}

bool isSame(const graph::Capture& a, const graph::Capture& b)
{
    return a.outer == b.outer && a.inner == b.inner;
}

bool isSame(const graph::HandedThrough& a, const graph::HandedThrough& b)
{
    return a.node == b.node && a.name == b.name && a.value == b.value;
}

/// "node conv1" where one of two lists differs first.
template <typename T, typename NameOf>
std::string differenceIn(const char* what, const std::vector<T>& expected, const std::vector<T>& found, NameOf nameOf)
{
    if (expected.size() != found.size())
        return std::string("the number of ") + what + "s";
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!isSame(expected[i], found[i]))
            return std::string(what) + " " + nameOf(expected[i]);
    return {};
}

} // namespace

std::string differenceOf(const graph::Graph& expected, const graph::Graph& found)
{
    if (expected.name() != found.name() || expected.opsets() != found.opsets())
        return "the graph's name or opsets";
    if (expected.inputs() != found.inputs() || expected.outputs() != found.outputs())
        return "the graph's inputs or outputs";
    const auto named = [](const auto& each) { return each.name; };
    for (const auto& difference :
         {differenceIn("value", expected.values(), found.values(), named),
          differenceIn("node", expected.nodes(), found.nodes(), named),
          differenceIn("capture", expected.captures(), found.captures(),
                       [](const auto& capture) { return std::to_string(capture.inner.index); }),
          differenceIn("other name", expected.handedThrough(), found.handedThrough(), named)})
        if (!difference.empty())
            return difference;
    return graph::printGraph(expected) == graph::printGraph(found) ? "" : "the text form";
}

} // namespace ql::tests
