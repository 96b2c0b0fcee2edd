// SPDX-License-Identifier: GPL-3.0-or-later
// Branches and loops: chosen now where that can be, else nodes with bodies, which carry what they change along.
#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/lowering.h"
#include "core/import/torchscript/value_origin.h"
#include "core/ops/torch/torch_expression.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::importers::torchscript {

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

/// The outputs of a branch that aren't simply what a value from outside has become in both.
std::vector<std::size_t> chosenOutputs(const torch::jit::Node& node)
{
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        if (sameValue(node.outputs()[i]) == node.outputs()[i])
            chosen.push_back(i);
    return chosen;
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
    pending.origin = origin();
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
    pending.origin = origin();
    pending.domain = "prim";
    pending.hasSideEffects = alwaysRaises(whenTrue);
    pending.inputs = {materialise(lookUp(node.input(0)))};
    const auto scope = m_scope;
    const auto* instruction = m_node;
    const auto outputs = chosenOutputs(node);
    std::vector<Binding> results;
    pending.bodies.emplace_back("then_branch", lowerBranch(whenTrue, written, outputs, results));
    pending.bodies.emplace_back("else_branch", lowerBranch(whenFalse, written, outputs, results));
    m_scope = scope;
    m_node = instruction;
    const auto made = bindResults(node, outputs, pending);
    m_builder->addNode(std::move(pending));
    finishWritten(node, written, made);
    for (std::size_t i = 0; i < results.size(); ++i)
        relateResult(node, written, outputs, i % (outputs.size() + written.attributes.size()), results[i]);
}

/// Result number @p i of @p node's bodies, the chosen outputs and then the attributes, may be @p given.
void Lowering::relateResult(const Node& node, const Written& written, const std::vector<std::size_t>& outputs,
                            std::size_t i, const Binding& given)
{
    relate(i < outputs.size() ? lookUp(node.outputs()[outputs[i]]) : attribute(written.attributes[i - outputs.size()]),
           given);
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
        return bound(newCell(next(), type));
    auto items = std::make_shared<Items>();
    items->kind = Items::Kind::Tuple;
    items->born = m_lastVersion;
    items->type = type;
    for (const auto& element : tuple->elements())
        items->parts.push_back(gather(element, next));
    return bound(std::move(items));
}

/// Binds what @p node gives to new outputs of @p pending; those for what its bodies write follow.
std::vector<ValueId> Lowering::bindResults(const Node& node, const std::vector<std::size_t>& outputs,
                                           PendingNode& pending)
{
    const auto next = [&] { return pending.outputs.emplace_back(m_builder->addValue()); };
    for (const auto* output : node.outputs())
        if (const auto* same = sameValue(output); same != output)
            bind(output, lookUp(same));
    for (const auto i : outputs)
        bind(node.outputs()[i], gather(node.outputs()[i]->type(), next));
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
        store(cell, made.at(next++), node);
    for (const auto& key : written.attributes)
        m_attributes[key] = bound(newCell(made.at(next++)));
}

void Lowering::enter(GraphBuilder& body, const Written& written)
{
    m_saved.push_back({{}, m_attributes, &written, ++m_lastVersion});
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

std::unique_ptr<GraphBuilder> Lowering::lowerBranch(const Block& block, const Written& written,
                                                    const std::vector<std::size_t>& outputs,
                                                    std::vector<Binding>& results)
{
    auto body = std::make_unique<GraphBuilder>(m_builder);
    enter(*body, written);
    lowerBlock(block);
    giveBack(block, 0, written, outputs, results);
    leave();
    return body;
}

/// Ends a body with what it gives: the chosen outputs from number @p first on, what it wrote into, attributes it set.
void Lowering::giveBack(const Block& block, std::size_t first, const Written& written,
                        const std::vector<std::size_t>& outputs, std::vector<Binding>& results)
{
    m_node = block.return_node();
    for (const auto i : outputs) {
        const auto* output = block.outputs()[i + first];
        results.push_back(lookUp(output));
        addFlat(results.back(), output->type(), [this](ValueId value) { m_builder->addOutput(value); });
    }
    for (const auto& cell : written.cells)
        m_builder->addOutput(read(cell));
    for (const auto& key : written.attributes) {
        results.push_back(attribute(key));
        m_builder->addOutput(materialise(results.back()));
    }
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
    pending.origin = origin();
    pending.domain = "prim";
    pending.inputs.push_back(count ? ValueId{} : materialise(lookUp(node.input(0))));
    if (count)
        pending.attributes.set("trip_count", count->toInt());
    const bool isOpen = condition && condition->toBool();
    pending.inputs.push_back(isOpen ? ValueId{} : materialise(lookUp(node.input(1))));
    const auto outputs = chosenOutputs(node);
    for (const auto i : outputs)
        addFlat(lookUp(node.input(i + 2)), node.outputs()[i]->type(),
                [&](ValueId value) { pending.inputs.push_back(value); });
    for (const auto& cell : written.cells)
        pending.inputs.push_back(read(cell));
    for (const auto& key : written.attributes)
        pending.inputs.push_back(materialise(attribute(key)));
    const auto scope = m_scope;
    const auto* instruction = m_node;
    std::vector<Binding> results; // what is taken at the beginning of a turn, then what the turn gives
    pending.bodies.emplace_back("body", lowerBody(node, written, outputs, results));
    m_scope = scope;
    m_node = instruction;
    const auto made = bindResults(node, outputs, pending);
    m_builder->addNode(std::move(pending));
    finishWritten(node, written, made);
    for (std::size_t i = 0; i < results.size(); ++i)
        relateResult(node, written, outputs, i % (outputs.size() + written.attributes.size()), results[i]);
}

/// Makes the inputs of a loop's body. Gives those that the next turn gets anew: chosen ones, then attributes.
std::vector<Binding> Lowering::takeCarried(const Node& node, const Written& written,
                                           const std::vector<std::size_t>& outputs)
{
    const auto& block = *node.blocks()[0];
    const auto take = [&](const Value* input) {
        const auto name = input->hasDebugName() ? input->debugNameBase() : "carried";
        bind(input, gather(input->type(), [&] { return m_builder->addInput(name); }));
        return lookUp(input);
    };
    std::vector<Binding> taken;
    take(block.inputs()[0]);
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        if (std::ranges::find(outputs, i) == outputs.end())
            bind(block.inputs()[i + 1], lookUp(node.input(i + 2)));
    for (const auto i : outputs) {
        taken.push_back(take(block.inputs()[i + 1]));
        relate(taken.back(), lookUp(node.input(i + 2)));
    }
    for (const auto& cell : written.cells) {
        modify(cell);
        cell->current = {m_builder, m_builder->addInput("written")};
        cell->version = ++m_lastVersion;
        cell->strides.clear();
    }
    for (const auto& key : written.attributes) {
        taken.push_back(bound(newCell(m_builder->addInput(key.second))));
        relate(taken.back(), attribute(key));
        m_attributes[key] = taken.back();
    }
    return taken;
}

std::unique_ptr<GraphBuilder> Lowering::lowerBody(const Node& node, const Written& written,
                                                  const std::vector<std::size_t>& outputs,
                                                  std::vector<Binding>& results)
{
    const auto& block = *node.blocks()[0];
    auto body = std::make_unique<GraphBuilder>(m_builder);
    enter(*body, written);
    m_aliases.beginLoop(m_lastVersion);
    results = takeCarried(node, written, outputs);
    const auto taken = results.size();
    m_aliases.beginBody(m_lastVersion);
    lowerBlock(block);
    body->addOutput(materialise(lookUp(block.outputs()[0])));
    giveBack(block, 1, written, outputs, results);
    for (std::size_t i = 0; i < taken; ++i)
        carryOver(node, results[taken + i], results[i]);
    m_aliases.endLoop();
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
    if (binding->kind == Binding::Kind::Items && !binding->items->cell) {
        requireOwn(*binding->items, *m_node);
        binding->items->cell = wholeCell(*binding);
    }
    auto cell = cellOf(*binding);
    while (cell->base) {
        refresh(cell);
        cell = cell->base;
    }
    if (std::ranges::find(written.cells, cell) == written.cells.end())
        written.cells.push_back(std::move(cell));
}

} // namespace ql::importers::torchscript
