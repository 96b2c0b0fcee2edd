// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/integer_attributes.h"

#include <algorithm>
#include <array>

namespace ql::quant {

namespace {

using namespace std::string_view_literals;

struct LeftOut {
    std::string_view opType;
    std::string_view attribute;
};
/// Products whose beta isn't 1, and pools whose dilations aren't, have no integer form at all.
constexpr std::array kLeftOut{LeftOut{"Gemm"sv, "beta"sv}, LeftOut{"AveragePool"sv, "dilations"sv}};

} // namespace

graph::Attributes integerAttributes(const graph::Node& node)
{
    graph::Attributes kept;
    for (const auto& [name, value] : node.attributes.entries())
        if (std::ranges::none_of(
                kLeftOut, [&](const LeftOut& out) { return out.opType == node.opType && out.attribute == name; }))
            kept.set(name, value);
    return kept;
}

} // namespace ql::quant
