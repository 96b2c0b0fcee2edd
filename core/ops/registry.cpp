// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/registry.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace ql::ops {

namespace rooms {
#define QL_ROOM(room) OperatorDefinitions room();
#include "core/ops/rooms.inc"
#undef QL_ROOM
} // namespace rooms

namespace {

Registry makeBuiltIn()
{
    Registry registry;
#define QL_ROOM(room) registry.add(rooms::room());
#include "core/ops/rooms.inc"
#undef QL_ROOM
    return registry;
}

bool overlap(const OperatorDefinition& a, const OperatorDefinition& b)
{
    return a.since <= b.until && b.since <= a.until;
}

} // namespace

const Tensor& KernelCall::input(std::size_t i) const
{
    static const Tensor kOmitted;
    return i < inputs.size() ? inputs[i] : kOmitted;
}

const Tensor& KernelCall::required(std::size_t i) const
{
    if (input(i).isSequence())
        throw Error(ErrorCode::TypeMismatch, fmt::format("input {} is a sequence, expected a tensor", i));
    if (!has(i))
        throw Error(ErrorCode::InvalidNode, fmt::format("input {} is missing", i));
    return inputs[i];
}

const std::vector<Tensor>& KernelCall::sequence(std::size_t i) const
{
    if (!input(i).isSequence())
        throw Error(ErrorCode::TypeMismatch, fmt::format("input {} is no sequence of tensors", i));
    return *inputs[i].items;
}

const Registry& Registry::builtIn()
{
    static const Registry kRegistry = makeBuiltIn();
    return kRegistry;
}

void Registry::add(OperatorDefinitions definitions)
{
    for (auto& definition : definitions) {
        auto& known = m_definitions[{definition.domain, definition.name}];
        for (const auto& other : known)
            if (overlap(other, definition))
                throw Error(ErrorCode::Internal, fmt::format("operator {}.{} is registered twice for opset {}",
                                                             definition.domain, definition.name, definition.since));
        known.push_back(std::move(definition));
    }
}

const OperatorDefinition* Registry::find(std::string_view domain, std::string_view name, int opset) const
{
    const auto found = m_definitions.find({std::string(domain), std::string(name)});
    if (found == m_definitions.end())
        return nullptr;
    for (const auto& definition : found->second)
        if (definition.since <= opset && opset <= definition.until)
            return &definition;
    return nullptr;
}

bool Registry::supports(const graph::Node& node) const
{
    return find(node.domain, node.opType, node.opset) != nullptr;
}

std::string Registry::reasonAgainst(const graph::Node& node) const
{
    const auto found = m_definitions.find({node.domain, node.opType});
    if (found == m_definitions.end())
        return "no operator of that name is known in this domain";
    std::string ranges;
    for (const auto& definition : found->second) {
        const auto end = definition.until == kLatestOpset ? std::string("on") : fmt::format("to {}", definition.until);
        ranges += fmt::format("{}from opset {} {}", ranges.empty() ? "" : ", ", definition.since, end);
    }
    return fmt::format("it is known {}, the node has opset {}", ranges, node.opset);
}

std::size_t Registry::size() const
{
    std::size_t count = 0;
    for (const auto& [key, definitions] : m_definitions)
        count += definitions.size();
    return count;
}

} // namespace ql::ops
