// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/operator_traits.h"

#include "core/graph/operators/families.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ql::graph {

namespace {

/// Domains of the same operators under another name.
std::string_view plainDomain(std::string_view domain)
{
    if (domain == "ai.onnx")
        return "";
    return domain == "com.microsoft.nchwc" ? kMicrosoft : domain;
}

struct Table {
    Table()
    {
        for (const auto family : rowsOfFamilies())
            for (const auto& row : family) {
                rows.push_back(&row);
                byDomain[row.domain].emplace(row.name, &row);
                auto& named = byName[row.name];
                if (!named || row.domain.empty())
                    named = &row;
            }
        standard = &byDomain[""];
    }

    using Rows = std::unordered_map<std::string_view, const OperatorTraits*>;

    /// Null for a domain without operators. Asked for each node again and again: the standard's is not looked up.
    const Rows* rowsOf(std::string_view domain) const
    {
        if (domain.empty())
            return standard;
        const auto found = byDomain.find(domain);
        return found == byDomain.end() ? nullptr : &found->second;
    }

    std::vector<const OperatorTraits*> rows;
    std::unordered_map<std::string_view, Rows> byDomain;
    Rows byName;
    const Rows* standard = nullptr;
};

const Table& table()
{
    static const Table kTable;
    return kTable;
}

std::string_view withoutDomain(std::string_view opType)
{
    return opType.substr(opType.rfind('.') + 1); // npos + 1 is 0
}

} // namespace

const OperatorTraits& traitsOf(std::string_view domain, std::string_view name)
{
    static const OperatorTraits kUnknown{};
    static const OperatorTraits kStep{.kind = OpKind::Constant}; // of a program: makes numbers and lists
    if (const auto* rows = table().rowsOf(plainDomain(domain)))
        if (const auto row = rows->find(name); row != rows->end())
            return *row->second;
    return domain == kProgram ? kStep : kUnknown;
}

const OperatorTraits& traitsNamed(std::string_view name)
{
    static const OperatorTraits kUnknown{};
    const auto found = table().byName.find(withoutDomain(name));
    return found == table().byName.end() ? kUnknown : *found->second;
}

std::string familyOf(std::string_view opType)
{
    const auto family = traitsNamed(opType).family;
    return std::string(family.empty() ? withoutDomain(opType) : family);
}

std::span<const OperatorTraits* const> allOperators()
{
    return table().rows;
}

std::string standardOperator(const std::function<bool(const OperatorTraits&)>& isMeant)
{
    const auto found = std::ranges::find_if(
        allOperators(), [&](const OperatorTraits* traits) { return traits->domain.empty() && isMeant(*traits); });
    return found == allOperators().end() ? std::string() : std::string((*found)->name);
}

OpKind opKind(const Node& node)
{
    return traitsOf(node).kind;
}

bool isIntegerOperator(const Node& node)
{
    static constexpr std::string_view kDomains[]{"", kAten, kHorizon, kMicrosoft, kProgram, kQuantized, kLite};
    return traitsNamed(node.opType).integers != Integers::None
           && std::ranges::find(kDomains, plainDomain(node.domain)) != std::end(kDomains);
}

namespace {

MacFormula* formulaOf(const Node& node)
{
    const auto domain = plainDomain(node.domain);
    if (!domain.empty() && !domain.starts_with(kMicrosoft) && domain != kLite)
        return nullptr;
    const auto& own = traitsOf(node);
    return own.macs ? own.macs : traitsNamed(node.opType).macs;
}

} // namespace

std::uint64_t multiplyAccumulates(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs)
{
    const auto formula = formulaOf(node);
    return formula ? formula(node, inputs, outputs) : 0;
}

bool multiplies(const Node& node)
{
    return formulaOf(node) != nullptr;
}

} // namespace ql::graph
