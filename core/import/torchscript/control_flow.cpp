// SPDX-License-Identifier: GPL-3.0-or-later
// Branches and loops: chosen now where that can be, else nodes with bodies, which carry what they change along.
#include "core/base/error.h"
#include "core/graph/torch_call.h"
#include "core/import/torchscript/lowering.h"
#include "core/ops/torch_expression.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::import::torchscript {

using c10::IValue;
using graph::ValueId;
namespace prim = c10::prim;

namespace {

/// Whether @p block ends the run however it goes.
bool alwaysRaises(const torch::jit::Block& block)
{
    return std::ranges::any_of(block.nodes(), [](const torch::jit::Node* node) {
        return node->kind() == prim::RaiseException
               || (node->kind() == prim::If
                   && std::ranges::all_of(node->blocks(), [](const auto* inner) { return alwaysRaises(*inner); }));
    });
}

const torch::jit::Node* firstRaise(const torch::jit::Block& block)
{
    for (const auto* node : block.nodes()) {
        if (node->kind() == prim::RaiseException)
            return node;
        for (const auto* inner : node->blocks())
            if (const auto* found = firstRaise(*inner))
                return found;
    }
    return nullptr;
}

/// The input whose memory @p value, an output of an operator, shares by the operator's schema.
const torch::jit::Value* sharedInput(const torch::jit::Value* value)
{
    const auto* node = value->node();
    if (node->kind() == prim::unchecked_cast || node->kind() == prim::unchecked_unwrap_optional)
        return node->input(0);
    const auto* schema = node->maybeSchema();
    if (!schema || value->offset() >= schema->returns().size())
        return nullptr;
    const auto* shared = schema->returns()[value->offset()].alias_info();
    if (!shared)
        return nullptr;
    for (std::size_t i = 0; i < schema->arguments().size() && i < node->inputs().size(); ++i) {
        const auto* own = schema->arguments()[i].alias_info();
        if (own && own->beforeSets() == shared->beforeSets())
            return node->input(i);
    }
    return nullptr;
}

} // namespace

void Lowering::lowerChosenBlock(const Block& block, const Node& node)
{
    lowerBlock(block);
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        bind(node.outputs()[i], lookUp(block.outputs()[i]));
}

/// Stays in the graph as a node that ends the run with the program's own message.
void Lowering::expect(const Node& node, bool expected, const Block& other)
{
    CallInputs inputs;
    const auto condition = spell(lookUp(node.input(0)), inputs);
    std::string message = "an assertion";
    if (const auto* raised = firstRaise(other))
        if (const auto* made = raised->input(0)->node(); made->kind() == prim::Constant)
            if (const auto text = torch::jit::toIValue(raised->input(0)); text && text->isString())
                message = text->toStringRef();
    PendingNode pending;
    pending.stem = "Expect";
    pending.scope = m_scope;
    pending.domain = "prim";
    pending.opType = "Expect";
    pending.hasSideEffects = true;
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), fmt::format("ql::expect({}, {}, {})", condition, expected,
                                                                       ops::spellLiteral(IValue(message))));
    m_builder->addNode(std::move(pending));
}

void Lowering::lowerIf(const Node& node)
{
    const auto& whenTrue = *node.blocks()[0];
    const auto& whenFalse = *node.blocks()[1];
    if (const auto known = knownValue(lookUp(node.input(0))))
        return lowerChosenBlock(known->toBool() ? whenTrue : whenFalse, node);
    if (alwaysRaises(whenTrue) != alwaysRaises(whenFalse)) {
        const bool expected = alwaysRaises(whenFalse);
        expect(node, expected, expected ? whenFalse : whenTrue);
        return lowerChosenBlock(expected ? whenTrue : whenFalse, node);
    }
    const auto written = writtenIn({&whenTrue, &whenFalse});
    PendingNode pending;
    pending.stem = pending.opType = "If";
    pending.scope = m_scope;
    pending.domain = "prim";
    pending.hasSideEffects = alwaysRaises(whenTrue);
    pending.inputs = {materialise(lookUp(node.input(0)))};
    const auto scope = m_scope;
    pending.bodies.emplace_back("then_branch", lowerBranch(whenTrue, written));
    pending.bodies.emplace_back("else_branch", lowerBranch(whenFalse, written));
    m_scope = scope;
    const auto made = bindResults(node, pending);
    m_builder->addNode(std::move(pending));
    finishWritten(node, written, made);
}

/// Tuples enter and leave bodies part by part.
void Lowering::addFlat(const Binding& binding, const c10::TypePtr& type, const std::function<void(ValueId)>& add)
{
    const auto tuple = type->cast<c10::TupleType>();
    if (!tuple)
        return add(materialise(binding));
    std::vector<Binding> parts;
    if (binding.kind == Binding::Kind::Items && !binding.items->cell)
        parts = binding.items->parts;
    else if (binding.isKnown() && binding.known.isTuple())
        for (const auto& part : binding.known.toTupleRef().elements())
            parts.push_back(bound(part));
    else if (binding.isKnown())
        parts.assign(tuple->elements().size(), bound(IValue())); // of a branch that raises
    else
        parts = unpacked(binding, tuple->elements().size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        addFlat(parts[i], tuple->elements().at(i), add);
}

Binding Lowering::gather(const c10::TypePtr& type, const std::function<ValueId()>& next)
{
    const auto tuple = type->cast<c10::TupleType>();
    if (!tuple)
        return bound(newCell(next()));
    auto items = std::make_shared<Items>();
    items->kind = Items::Kind::Tuple;
    items->type = type;
    for (const auto& element : tuple->elements())
        items->parts.push_back(gather(element, next));
    return bound(std::move(items));
}

/// Binds what @p node gives to new outputs of @p pending; those for what its bodies write follow.
std::vector<ValueId> Lowering::bindResults(const Node& node, PendingNode& pending)
{
    const auto next = [&] { return pending.outputs.emplace_back(m_builder->addValue()); };
    for (const auto* output : node.outputs())
        bind(output, gather(output->type(), next));
    const auto own = pending.outputs.size();
    const auto& body = *pending.bodies.front().second;
    const auto skipped = pending.opType == "Loop" ? 1U : 0U; // the condition
    while (pending.outputs.size() + skipped < body.outputCount())
        next();
    return {pending.outputs.begin() + std::ptrdiff_t(own), pending.outputs.end()};
}

void Lowering::finishWritten(const Node& node, const Written& written, const std::vector<ValueId>& made)
{
    std::size_t next = 0;
    for (const auto& cell : written.cells)
        write(cell, made.at(next++), node);
    for (const auto& key : written.attributes)
        m_attributes[key] = bound(newCell(made.at(next++)));
}

void Lowering::enter(GraphBuilder& body)
{
    m_saved.push_back({{}, m_attributes});
    m_builder = &body;
}

void Lowering::leave()
{
    auto& saved = m_saved.back();
    for (auto entry = saved.cells.rbegin(); entry != saved.cells.rend(); ++entry)
        *entry->first = std::move(entry->second);
    m_attributes = std::move(saved.attributes);
    m_saved.pop_back();
    m_builder = m_builder->outer();
}

std::unique_ptr<GraphBuilder> Lowering::lowerBranch(const Block& block, const Written& written)
{
    auto body = std::make_unique<GraphBuilder>(m_builder);
    enter(*body);
    lowerBlock(block);
    for (const auto* output : block.outputs())
        addFlat(lookUp(output), output->type(), [&](ValueId value) { body->addOutput(value); });
    for (const auto& cell : written.cells)
        body->addOutput(read(cell));
    for (const auto& key : written.attributes)
        body->addOutput(materialise(attribute(key)));
    leave();
    return body;
}

void Lowering::lowerLoop(const Node& node)
{
    const auto& block = *node.blocks()[0];
    const auto count = knownValue(lookUp(node.input(0)));
    const auto condition = knownValue(lookUp(node.input(1)));
    const auto written = writtenIn({&block});
    PendingNode pending;
    pending.stem = pending.opType = "Loop";
    pending.scope = m_scope;
    pending.domain = "prim";
    pending.inputs.push_back(count ? ValueId{} : materialise(lookUp(node.input(0))));
    if (count)
        pending.attributes.set("trip_count", count->toInt());
    const bool isOpen = condition && condition->toBool();
    pending.inputs.push_back(isOpen ? ValueId{} : materialise(lookUp(node.input(1))));
    for (std::size_t i = 2; i < node.inputs().size(); ++i)
        addFlat(lookUp(node.input(i)), node.outputs()[i - 2]->type(),
                [&](ValueId value) { pending.inputs.push_back(value); });
    for (const auto& cell : written.cells)
        pending.inputs.push_back(read(cell));
    for (const auto& key : written.attributes)
        pending.inputs.push_back(materialise(attribute(key)));
    const auto scope = m_scope;
    pending.bodies.emplace_back("body", lowerBody(block, written));
    m_scope = scope;
    const auto made = bindResults(node, pending);
    m_builder->addNode(std::move(pending));
    finishWritten(node, written, made);
}

std::unique_ptr<GraphBuilder> Lowering::lowerBody(const Block& block, const Written& written)
{
    auto body = std::make_unique<GraphBuilder>(m_builder);
    enter(*body);
    for (const auto* input : block.inputs())
        bind(input, gather(input->type(),
                           [&] { return body->addInput(input->hasDebugName() ? input->debugNameBase() : "carried"); }));
    for (const auto& cell : written.cells) {
        modify(cell);
        cell->current = {body.get(), body->addInput("written")};
        cell->version = ++m_lastVersion;
        cell->strides.clear();
    }
    for (const auto& key : written.attributes)
        m_attributes[key] = bound(newCell(body->addInput(key.second)));
    lowerBlock(block);
    body->addOutput(materialise(lookUp(block.outputs()[0])));
    for (const auto* output : block.outputs().slice(1))
        addFlat(lookUp(output), output->type(), [&](ValueId value) { body->addOutput(value); });
    for (const auto& cell : written.cells)
        body->addOutput(read(cell));
    for (const auto& key : written.attributes)
        body->addOutput(materialise(attribute(key)));
    leave();
    return body;
}

Lowering::Written Lowering::writtenIn(const std::vector<const Block*>& blocks)
{
    Written written;
    for (const auto* block : blocks)
        collectWritten(*block, written);
    return written;
}

void Lowering::collectWritten(const Block& block, Written& written)
{
    for (const auto* node : block.nodes()) {
        for (const auto* inner : node->blocks())
            collectWritten(*inner, written);
        if (node->kind() == prim::SetAttr) {
            addWrittenAttribute(*node, written);
            continue;
        }
        const auto* schema = node->maybeSchema();
        for (std::size_t i = 0; schema && i < schema->arguments().size() && i < node->inputs().size(); ++i)
            if (schema->arguments()[i].alias_info() && schema->arguments()[i].alias_info()->isWrite())
                addWrittenCell(node->input(i), written);
    }
}

/// What @p value is, or whose memory it will share; nothing when it is made in a body that was not lowered yet.
std::optional<Binding> Lowering::resolve(const Value* value)
{
    std::vector<const Node*> attributes; // from the value back to an object that is known
    while (value && !m_environment.contains(value)) {
        const bool isAttribute = value->node()->kind() == prim::GetAttr;
        if (isAttribute)
            attributes.push_back(value->node());
        value = isAttribute ? value->node()->input(0) : sharedInput(value);
    }
    if (!value)
        return std::nullopt;
    auto binding = lookUp(value);
    for (auto node = attributes.rbegin(); node != attributes.rend(); ++node) {
        if (!binding.isKnown() || !binding.known.isObject())
            refuse(**node, "it changes an object that is not known before the model runs");
        binding = attribute({binding.known.toObject().get(), (*node)->s(c10::attr::name)});
    }
    return binding;
}

void Lowering::addWrittenAttribute(const Node& node, Written& written)
{
    const auto object = resolve(node.input(0));
    if (!object)
        return;
    if (!object->isKnown() || !object->known.isObject())
        refuse(node, "it changes an object that is not known before the model runs");
    const AttributeKey key{object->known.toObject().get(), node.s(c10::attr::name)};
    if (std::ranges::find(written.attributes, key) == written.attributes.end())
        written.attributes.push_back(key);
}

void Lowering::addWrittenCell(const Value* value, Written& written)
{
    const auto binding = resolve(value);
    if (!binding)
        return;
    if (binding->kind == Binding::Kind::Items && !binding->items->cell)
        binding->items->cell = newCell(materialise(*binding));
    auto cell = cellOf(*binding);
    while (cell->base) {
        refresh(cell);
        cell = cell->base;
    }
    if (std::ranges::find(written.cells, cell) == written.cells.end())
        written.cells.push_back(std::move(cell));
}

} // namespace ql::import::torchscript
