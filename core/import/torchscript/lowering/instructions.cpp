// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/instructions.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/lowering/items.h"
#include "core/ops/support/kernel_errors.h"

#include <fmt/format.h>
#include <torch/csrc/jit/ir/constants.h>
#include <unordered_set>

namespace ql::importers::torchscript {

using c10::IValue;
namespace prim = c10::prim;

namespace {

bool isPassedOn(c10::Symbol kind)
{
    static const std::unordered_set<std::string> kNames{"prim::unchecked_cast", "prim::unchecked_unwrap_optional",
                                                        "aten::_unwrap_optional", "prim::data", "aten::detach"};
    return kNames.contains(kind.toQualString());
}

bool isIgnored(c10::Symbol kind)
{
    static const std::unordered_set<std::string> kNames{
        "prim::Print", "aten::warn", "prim::Enter", "prim::Exit", "prim::RecordFunction", "aten::set_grad_enabled"};
    return kNames.contains(kind.toQualString());
}

/// What an instruction that puts values together makes.
std::optional<Items::Kind> madeBy(c10::Symbol kind)
{
    if (kind == prim::ListConstruct)
        return Items::Kind::List;
    if (kind == prim::TupleConstruct)
        return Items::Kind::Tuple;
    if (kind == prim::DictConstruct)
        return Items::Kind::Dictionary;
    if (kind == prim::CreateObject)
        return Items::Kind::Object;
    return std::nullopt;
}

std::string attributeName(const torch::jit::Node& node)
{
    return node.s(c10::attr::name);
}

} // namespace

void InstructionLowering::lowerBlock(const torch::jit::Block& block)
{
    for (const auto* node : block.nodes())
        lowerNode(*node);
}

void InstructionLowering::lowerNode(const torch::jit::Node& node)
{
    m_state.emitter.begin(node);
    const auto lower = [&] {
        if (!lowerInstruction(node) && !lowerContainer(node))
            m_operators.lower(node);
    };
    try {
        ops::translated(lower, [] { return Message("its arguments don't fit it"); });
    } catch (Error& error) {
        if (error.context().empty()) // not of an instruction within this one
            error.addContext(m_state.emitter.describe(node));
        throw;
    }
}

bool InstructionLowering::lowerInstruction(const torch::jit::Node& node)
{
    const auto kind = node.kind();
    if (kind == prim::Constant)
        m_state.environment.bind(node.output(), bound(torch::jit::toIValue(node.output()).value_or(IValue())));
    else if (kind == prim::Uninitialized)
        m_state.environment.bind(node.output(), bound(IValue()));
    else if (kind == prim::GetAttr)
        lowerGetAttribute(node);
    else if (kind == prim::SetAttr)
        lowerSetAttribute(node);
    else if (kind == prim::If)
        m_controlFlow.lowerIf(node);
    else if (kind == prim::Loop)
        m_controlFlow.lowerLoop(node);
    else if (kind == prim::RaiseException)
        raise(node);
    else if (isPassedOn(kind))
        m_state.environment.bind(node.output(), m_state.environment.lookUp(node.input(0)));
    else if (kind == prim::CallMethod || kind == prim::CallFunction)
        m_state.emitter.refuse(node, "a call that can't be resolved before the model runs");
    else
        return isIgnored(kind) && node.outputs().empty();
    return true;
}

bool InstructionLowering::lowerContainer(const torch::jit::Node& node)
{
    const auto kind = node.kind();
    if (const auto made = madeBy(kind))
        lowerConstruct(node, *made);
    else if (kind == prim::TupleUnpack || kind == prim::ListUnpack)
        lowerUnpack(node);
    else if (kind == prim::TupleIndex)
        lowerTupleIndex(node);
    else
        return false;
    return true;
}

void InstructionLowering::lowerGetAttribute(const torch::jit::Node& node)
{
    const auto object = m_state.environment.lookUp(node.input(0));
    const auto name = attributeName(node);
    if (object.kind == Binding::Kind::Items && object.items->kind == Items::Kind::Object) {
        for (std::size_t i = 0; i < object.items->keys.size(); ++i)
            if (object.items->keys[i].toStringRef() == name)
                return m_state.environment.bind(node.output(), object.items->parts[i]);
        m_state.emitter.refuse(node, Message("attribute {} is read before it is set", name));
    }
    if (!object.isKnown() || !object.known.isObject())
        m_state.emitter.refuse(node, "the object is not known before the model runs");
    m_state.environment.bind(node.output(), m_state.environment.attribute({object.known.toObject().get(), name}));
}

void InstructionLowering::lowerSetAttribute(const torch::jit::Node& node)
{
    const auto object = m_state.environment.lookUp(node.input(0));
    const auto name = attributeName(node);
    const auto value = m_state.environment.lookUp(node.input(1));
    if (object.kind == Binding::Kind::Items && object.items->kind == Items::Kind::Object) {
        auto& items = *object.items;
        for (std::size_t i = 0; i < items.keys.size(); ++i)
            if (items.keys[i].toStringRef() == name) {
                m_state.memory.requireOwn(items, node);
                items.parts[i] = value;
                return;
            }
        m_state.memory.requireOwn(items, node);
        items.keys.emplace_back(name);
        items.parts.push_back(value);
        return;
    }
    if (!object.isKnown() || !object.known.isObject())
        m_state.emitter.refuse(node, "the object is not known before the model runs");
    m_state.environment.attributes[{object.known.toObject().get(), name}] = value;
}

void InstructionLowering::raise(const torch::jit::Node& node)
{
    auto pending = m_state.emitter.pendingNode("RaiseException");
    pending.hasSideEffects = true;
    CallInputs inputs;
    const auto message = m_state.spelling.spell(m_state.environment.lookUp(node.input(0)), inputs);
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), "ql::raise(" + message + ")");
    m_state.emitter.builder().addNode(std::move(pending));
}

void InstructionLowering::lowerConstruct(const torch::jit::Node& node, Items::Kind kind)
{
    auto items = std::make_shared<Items>();
    items->kind = kind;
    items->born = m_state.memory.version();
    items->type = node.output()->type();
    if (const auto list = items->type->cast<c10::ListType>())
        items->type = list->getElementType();
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
        if (kind != Items::Kind::Dictionary || i % 2 == 1) {
            items->parts.push_back(m_state.environment.lookUp(node.input(i)));
            continue;
        }
        auto key = m_state.spelling.knownValue(m_state.environment.lookUp(node.input(i)));
        if (!key)
            m_state.emitter.refuse(node, "a key is not known before the model runs");
        items->keys.push_back(std::move(*key));
    }
    m_state.environment.bind(node.output(), bound(std::move(items)));
}

void InstructionLowering::lowerUnpack(const torch::jit::Node& node)
{
    const bool isDone = !node.outputs().empty() && m_state.environment.contains(node.outputs()[0]); // by its maker
    if (isDone || unpackItems(node))
        return;
    const auto parts = m_state.spelling.unpacked(m_state.environment.lookUp(node.input(0)), node.outputs().size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        m_state.environment.bind(node.outputs()[i], parts[i]);
}

bool InstructionLowering::unpackItems(const torch::jit::Node& node)
{
    const auto packed = m_state.environment.lookUp(node.input(0));
    std::vector<Binding> parts;
    if (packed.kind == Binding::Kind::Items) {
        parts = packed.items->parts;
    } else if (packed.isKnown() && packed.known.isTuple()) {
        for (const auto& part : packed.known.toTupleRef().elements())
            parts.push_back(bound(part));
    } else if (packed.isKnown() && packed.known.isList()) {
        for (const auto& part : packed.known.toListRef())
            parts.push_back(bound(part));
    } else {
        return false;
    }
    if (parts.size() != node.outputs().size())
        m_state.emitter.refuse(node,
                               Message("it expects {} elements, there are {}", node.outputs().size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
        m_state.environment.bind(node.outputs()[i], parts[i]);
    return true;
}

void InstructionLowering::lowerTupleIndex(const torch::jit::Node& node)
{
    const auto tuple = m_state.environment.lookUp(node.input(0));
    const auto index = m_state.spelling.knownValue(m_state.environment.lookUp(node.input(1)));
    if (!index)
        m_state.emitter.refuse(node, "the index is not known before the model runs");
    if (tuple.kind == Binding::Kind::Items) {
        m_state.environment.bind(node.output(), itemAt(*tuple.items, index->toInt()));
    } else if (tuple.isKnown()) {
        const auto& elements = tuple.known.toTupleRef().elements();
        const auto position = index->toInt() < 0 ? index->toInt() + std::int64_t(elements.size()) : index->toInt();
        m_state.environment.bind(node.output(), bound(elements.at(std::size_t(position))));
    } else {
        CallInputs inputs;
        const auto call = fmt::format("ql::tuple_item({}, {})", m_state.spelling.spell(tuple, inputs), index->toInt());
        m_state.environment.bind(
            node.output(),
            bound(m_state.memory.newCell(m_state.emitter.emitCall("TupleIndex", call, inputs), node.output()->type())));
        m_state.memory.relate(m_state.environment.lookUp(node.output()), tuple);
    }
}

} // namespace ql::importers::torchscript
