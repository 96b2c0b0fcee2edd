// SPDX-License-Identifier: GPL-3.0-or-later
// What the interpreter does without an operator: constants, attributes, lists and tuples.
#include "core/import/torchscript/lowering.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/origins/source_place.h"
#include "core/ops/support/kernel_errors.h"

#include <fmt/format.h>
#include <torch/csrc/jit/ir/constants.h>
#include <unordered_set>

namespace ql::importers::torchscript {

using c10::IValue;
namespace prim = c10::prim;

namespace {

/// "SELF(Net).layer1(Sequential).0(Block)" → "layer1.0"
std::string modulePath(const std::string& hierarchy)
{
    std::string path;
    std::size_t position = 0;
    while (position < hierarchy.size()) {
        const auto open = hierarchy.find('(', position);
        if (open == std::string::npos)
            break;
        const auto close = hierarchy.find(')', open);
        const auto name = hierarchy.substr(position, open - position);
        if (name != "SELF" && name != "UNKNOWN_INSTANCE" && !name.empty())
            path += (path.empty() ? "" : ".") + name;
        if (close == std::string::npos)
            break;
        position = close + 1;
        while (position < hierarchy.size() && hierarchy[position] == '.')
            ++position;
    }
    return path;
}

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

Lowering::Lowering(const torch::jit::Module& module, std::string engine)
    : m_module(module)
    , m_engine(std::move(engine))
{
}

std::string Lowering::scopeOf(const Node& node) const
{
    auto path = modulePath(ops::moduleHierarchy(node));
    return path.empty() ? node.scopeName() : path; // of a program that was exported
}

Origin Lowering::origin() const
{
    return {sourcePlace(*m_node), m_calls->callOf(*m_node)};
}

Message Lowering::describe(const Node& node) const
{
    const auto scope = scopeOf(node);
    return scope.empty() ? Message::text(node.kind().toQualString())
                         : Message("{} in module {}", node.kind().toQualString(), scope);
}

void Lowering::refuse(const Node& node, const Message& why) const
{
    Error error(ErrorCode::UnsupportedOperator, why, "simplify this part of the model, or export it to ONNX");
    throw error.addContext(describe(node));
}

void Lowering::lowerBlock(const Block& block)
{
    for (const auto* node : block.nodes())
        lowerNode(*node);
}

void Lowering::lowerNode(const Node& node)
{
    m_node = &node;
    m_calls->markTaken(m_calls->callOf(node));
    if (auto scope = scopeOf(node); !scope.empty())
        m_scope = std::move(scope);
    else
        m_scope.clear();
    const auto lower = [&] {
        if (!lowerInstruction(node) && !lowerContainer(node))
            lowerOperator(node);
    };
    try {
        ops::translated(lower, [] { return Message("its arguments don't fit it"); });
    } catch (Error& error) {
        if (error.context().empty()) // not of an instruction within this one
            error.addContext(describe(node));
        throw;
    }
}

bool Lowering::lowerInstruction(const Node& node)
{
    const auto kind = node.kind();
    if (kind == prim::Constant)
        bind(node.output(), bound(torch::jit::toIValue(node.output()).value_or(IValue())));
    else if (kind == prim::Uninitialized)
        bind(node.output(), bound(IValue()));
    else if (kind == prim::GetAttr)
        lowerGetAttribute(node);
    else if (kind == prim::SetAttr)
        lowerSetAttribute(node);
    else if (kind == prim::If)
        lowerIf(node);
    else if (kind == prim::Loop)
        lowerLoop(node);
    else if (kind == prim::RaiseException)
        raise(node);
    else if (isPassedOn(kind))
        bind(node.output(), lookUp(node.input(0)));
    else if (kind == prim::CallMethod || kind == prim::CallFunction)
        refuse(node, "a call that can't be resolved before the model runs");
    else
        return isIgnored(kind) && node.outputs().empty();
    return true;
}

void Lowering::lowerGetAttribute(const Node& node)
{
    const auto object = lookUp(node.input(0));
    const auto name = attributeName(node);
    if (object.kind == Binding::Kind::Items && object.items->kind == Items::Kind::Object) {
        for (std::size_t i = 0; i < object.items->keys.size(); ++i)
            if (object.items->keys[i].toStringRef() == name)
                return bind(node.output(), object.items->parts[i]);
        refuse(node, Message("attribute {} is read before it is set", name));
    }
    if (!object.isKnown() || !object.known.isObject())
        refuse(node, "the object is not known before the model runs");
    bind(node.output(), attribute({object.known.toObject().get(), name}));
}

Binding Lowering::attribute(const AttributeKey& key)
{
    if (const auto found = m_attributes.find(key); found != m_attributes.end())
        return found->second;
    const auto* object = static_cast<const c10::ivalue::Object*>(key.first);
    return bound(object->getAttr(key.second));
}

void Lowering::lowerSetAttribute(const Node& node)
{
    const auto object = lookUp(node.input(0));
    const auto name = attributeName(node);
    const auto value = lookUp(node.input(1));
    if (object.kind == Binding::Kind::Items && object.items->kind == Items::Kind::Object) {
        auto& items = *object.items;
        for (std::size_t i = 0; i < items.keys.size(); ++i)
            if (items.keys[i].toStringRef() == name) {
                requireOwn(items, node);
                items.parts[i] = value;
                return;
            }
        requireOwn(items, node);
        items.keys.emplace_back(name);
        items.parts.push_back(value);
        return;
    }
    if (!object.isKnown() || !object.known.isObject())
        refuse(node, "the object is not known before the model runs");
    m_attributes[{object.known.toObject().get(), name}] = value;
}

void Lowering::raise(const Node& node)
{
    PendingNode pending;
    pending.stem = "RaiseException";
    pending.scope = m_scope;
    pending.origin = origin();
    pending.domain = "prim";
    pending.opType = "RaiseException";
    pending.hasSideEffects = true;
    CallInputs inputs;
    const auto message = spell(lookUp(node.input(0)), inputs);
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), "ql::raise(" + message + ")");
    m_builder->addNode(std::move(pending));
}

Binding Lowering::itemAt(const Items& items, std::int64_t index) const
{
    const auto count = std::int64_t(items.parts.size());
    index = index < 0 ? index + count : index;
    if (index < 0 || index >= count)
        throw Error(ErrorCode::InvalidGraph, Message("a list of {} elements has no element {}", count, index),
                    "the model asks for it: correct it there and save it again");
    return items.parts[std::size_t(index)];
}

bool Lowering::unpackItems(const Node& node)
{
    const auto packed = lookUp(node.input(0));
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
        refuse(node, Message("it expects {} elements, there are {}", node.outputs().size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
        bind(node.outputs()[i], parts[i]);
    return true;
}

std::vector<Binding> Lowering::unpacked(const Binding& packed, std::size_t count)
{
    CallInputs inputs;
    PendingNode pending;
    pending.stem = "Unpack";
    pending.scope = m_scope;
    pending.origin = origin();
    pending.domain = "prim";
    pending.opType = "Unpack";
    const auto call = fmt::format("ql::unpack({})", spell(packed, inputs));
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), call);
    std::vector<Binding> parts;
    for (std::size_t i = 0; i < count; ++i) {
        pending.outputs.push_back(m_builder->addValue());
        parts.push_back(bound(newCell(pending.outputs.back())));
        relate(parts.back(), packed);
    }
    m_builder->addNode(std::move(pending));
    return parts;
}

bool Lowering::lowerContainer(const Node& node)
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

void Lowering::lowerConstruct(const Node& node, Items::Kind kind)
{
    auto items = std::make_shared<Items>();
    items->kind = kind;
    items->born = m_lastVersion;
    items->type = node.output()->type();
    if (const auto list = items->type->cast<c10::ListType>())
        items->type = list->getElementType();
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
        if (kind != Items::Kind::Dictionary || i % 2 == 1) {
            items->parts.push_back(lookUp(node.input(i)));
            continue;
        }
        auto key = knownValue(lookUp(node.input(i)));
        if (!key)
            refuse(node, "a key is not known before the model runs");
        items->keys.push_back(std::move(*key));
    }
    bind(node.output(), bound(std::move(items)));
}

void Lowering::lowerUnpack(const Node& node)
{
    const bool isDone = !node.outputs().empty() && m_environment.contains(node.outputs()[0]); // by its maker
    if (isDone || unpackItems(node))
        return;
    const auto parts = unpacked(lookUp(node.input(0)), node.outputs().size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        bind(node.outputs()[i], parts[i]);
}

void Lowering::lowerTupleIndex(const Node& node)
{
    const auto tuple = lookUp(node.input(0));
    const auto index = knownValue(lookUp(node.input(1)));
    if (!index)
        refuse(node, "the index is not known before the model runs");
    if (tuple.kind == Binding::Kind::Items) {
        bind(node.output(), itemAt(*tuple.items, index->toInt()));
    } else if (tuple.isKnown()) {
        const auto& elements = tuple.known.toTupleRef().elements();
        const auto position = index->toInt() < 0 ? index->toInt() + std::int64_t(elements.size()) : index->toInt();
        bind(node.output(), bound(elements.at(std::size_t(position))));
    } else {
        CallInputs inputs;
        const auto call = fmt::format("ql::tuple_item({}, {})", spell(tuple, inputs), index->toInt());
        bind(node.output(), bound(newCell(emitCall("TupleIndex", call, inputs), node.output()->type())));
        relate(lookUp(node.output()), tuple);
    }
}

} // namespace ql::importers::torchscript
