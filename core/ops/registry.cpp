// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/registry.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace ql::ops {

#define QL_KERNEL(kernel)                                                                                              \
    namespace kernels::kernel {                                                                                        \
    OperatorDefinitions definitions();                                                                                 \
    }
#include "core/ops/kernels.inc"
#undef QL_KERNEL

namespace {

Registry makeBuiltIn()
{
    Registry registry;
#define QL_KERNEL(kernel) registry.add(kernels::kernel::definitions());
#include "core/ops/kernels.inc"
#undef QL_KERNEL
    return registry;
}

/// What current() gives once a library was loaded, and everything that it gave before: programs may still look at it.
struct Extensions {
    std::mutex mutex;
    std::vector<std::unique_ptr<const Registry>> all;
    std::atomic<const Registry*> newest = nullptr;
};

Extensions& extensions()
{
    static Extensions found;
    return found;
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
    if (has(i))
        return inputs[i];
    if (input(i).isSequence())
        throw Error(ErrorCode::TypeMismatch, Message("input {} is a sequence, expected a tensor", i));
    if (input(i).isMap())
        throw Error(ErrorCode::TypeMismatch, Message("input {} is a map, expected a tensor", i));
    throw Error(ErrorCode::InvalidNode, Message("input {} is missing", i));
}

const graph::TensorData& KernelCall::strings(std::size_t i) const
{
    if (input(i).holdsStrings())
        return *inputs[i].strings;
    throw Error(ErrorCode::TypeMismatch,
                Message("input {} has type {}, expected string", i, graph::name(required(i).type)));
}

const Tensor& KernelCall::map(std::size_t i) const
{
    if (!input(i).isMap())
        throw Error(ErrorCode::TypeMismatch, Message("input {} is no map", i));
    return inputs[i];
}

bool KernelCall::refuseStrings(std::size_t i) const
{
    throw Error(ErrorCode::TypeMismatch, Message("input {} holds strings, expected numbers", i));
}

const std::vector<Tensor>& KernelCall::sequence(std::size_t i) const
{
    if (!input(i).isSequence())
        throw Error(ErrorCode::TypeMismatch, Message("input {} is no sequence of tensors", i));
    return *inputs[i].items;
}

const Registry& Registry::builtIn()
{
    static const Registry kRegistry = makeBuiltIn();
    return kRegistry;
}

const Registry& Registry::current()
{
    const auto* newest = extensions().newest.load();
    return newest ? *newest : builtIn();
}

void Registry::extend(OperatorDefinitions adding, OperatorDefinitions replacing)
{
    auto& known = extensions();
    const std::scoped_lock lock(known.mutex);
    auto next = std::make_unique<Registry>(current());
    for (auto& definition : replacing)
        next->replace(std::move(definition));
    for (auto& definition : adding) {
        if (const auto* other = next->findOverlap(definition))
            throw Error(ErrorCode::BadArgument,
                        Message("operator {} of domain {} is there already, from {}", definition.name,
                                definition.domain.empty() ? "ai.onnx" : definition.domain,
                                other->library.empty() ? Message("Quantloupe itself") : Message::text(other->library)),
                        "give it a domain of its own, or declare that it replaces the other");
        next->add({std::move(definition)});
    }
    known.newest = next.get();
    known.all.push_back(std::move(next));
}

void Registry::add(OperatorDefinitions definitions)
{
    for (auto& definition : definitions) {
        if (findOverlap(definition))
            throw Error(ErrorCode::Internal, Message("operator {}.{} is registered twice for opset {}",
                                                     definition.domain, definition.name, definition.since));
        m_definitions[{definition.domain, definition.name}].push_back(std::move(definition));
    }
}

const OperatorDefinition* Registry::findOverlap(const OperatorDefinition& definition) const
{
    const auto found = m_definitions.find({definition.domain, definition.name});
    if (found == m_definitions.end())
        return nullptr;
    for (const auto& other : found->second)
        if (overlap(other, definition))
            return &other;
    return nullptr;
}

void Registry::replace(OperatorDefinition definition)
{
    auto& known = m_definitions[{definition.domain, definition.name}];
    std::erase_if(known, [&](const OperatorDefinition& other) { return overlap(other, definition); });
    known.push_back(std::move(definition));
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

const OperatorDefinition* Registry::find(const graph::Node& node) const
{
    if (node.attributes.has(graph::kTorchCall))
        return find("torch", "call", 1);
    return find(node.domain, node.opType, node.opset);
}

bool Registry::supports(const graph::Node& node) const
{
    return find(node) != nullptr;
}

Message Registry::reasonAgainst(const graph::Node& node) const
{
    const auto found = m_definitions.find({node.domain, node.opType});
    if (found == m_definitions.end())
        return "no operator of that name is known in this domain";
    std::vector<Message> ranges;
    for (const auto& [domain, name, since, until, bind, library] : found->second)
        ranges.push_back(until == kLatestOpset ? Message("from opset {} on", since)
                                               : Message("from opset {} to {}", since, until));
    return Message("it is known {}, the node has opset {}", Message::list(std::move(ranges)), node.opset);
}

std::size_t Registry::size() const
{
    std::size_t count = 0;
    for (const auto& [key, definitions] : m_definitions)
        count += definitions.size();
    return count;
}

} // namespace ql::ops
