// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/branches_and_loops.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/lowering/value_origin.h"
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

void ControlFlowLowering::lowerIf(const torch::jit::Node& node)
{
    const auto& whenTrue = *node.blocks()[0];
    const auto& whenFalse = *node.blocks()[1];
    if (const auto known = m_state.spelling.knownValue(m_state.environment.lookUp(node.input(0))))
        return lowerChosenBlock(known->toBool() ? whenTrue : whenFalse, node);
    if (alwaysRaises(whenTrue) != alwaysRaises(whenFalse)) {
        const bool expected = alwaysRaises(whenFalse);
        expect(node, expected, expected ? whenFalse : whenTrue);
        return lowerChosenBlock(expected ? whenTrue : whenFalse, node);
    }
    const auto written = writtenIn({&whenTrue, &whenFalse}, m_state);
    auto pending = m_state.emitter.pendingNode("If");
    pending.hasSideEffects = alwaysRaises(whenTrue);
    pending.inputs = {m_state.spelling.materialise(m_state.environment.lookUp(node.input(0)))};
    const auto place = m_state.emitter.place();
    const auto outputs = chosenOutputs(node);
    std::vector<Binding> results;
    pending.bodies.emplace_back("then_branch", lowerBranch(whenTrue, written, outputs, results));
    pending.bodies.emplace_back("else_branch", lowerBranch(whenFalse, written, outputs, results));
    m_state.emitter.setPlace(place);
    finish(node, written, outputs, std::move(pending), results);
}

void ControlFlowLowering::lowerChosenBlock(const torch::jit::Block& block, const torch::jit::Node& node)
{
    m_lowerBlock(block);
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        m_state.environment.bind(node.outputs()[i], m_state.environment.lookUp(block.outputs()[i]));
}

/// Stays in the graph as a node that ends the run with the program's own message.
void ControlFlowLowering::expect(const torch::jit::Node& node, bool expected, const torch::jit::Block& other)
{
    CallInputs inputs;
    const auto condition = m_state.spelling.spell(m_state.environment.lookUp(node.input(0)), inputs);
    std::string message = "an assertion";
    if (const auto* raised = firstRaise(other))
        if (const auto* made = raised->input(0)->node(); made->kind() == prim::Constant)
            if (const auto text = torch::jit::toIValue(raised->input(0)); text && text->isString())
                message = text->toStringRef();
    auto pending = m_state.emitter.pendingNode("Expect");
    pending.hasSideEffects = true;
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), fmt::format("ql::expect({}, {}, {})", condition, expected,
                                                                       ops::spellLiteral(IValue(message))));
    m_state.emitter.builder().addNode(std::move(pending));
}

std::unique_ptr<GraphBuilder> ControlFlowLowering::lowerBranch(const torch::jit::Block& block, const Written& written,
                                                               const Outputs& outputs, std::vector<Binding>& results)
{
    auto body = std::make_unique<GraphBuilder>(&m_state.emitter.builder());
    auto attributes = enter(*body, written);
    m_lowerBlock(block);
    giveBack(block, 0, written, outputs, results);
    leave(std::move(attributes));
    return body;
}

void ControlFlowLowering::lowerLoop(const torch::jit::Node& node)
{
    const auto& block = *node.blocks()[0];
    const auto count = m_state.spelling.knownValue(m_state.environment.lookUp(node.input(0)));
    const auto condition = m_state.spelling.knownValue(m_state.environment.lookUp(node.input(1)));
    const auto written = writtenIn({&block}, m_state);
    auto pending = m_state.emitter.pendingNode("Loop");
    pending.inputs.push_back(count ? ValueId{}
                                   : m_state.spelling.materialise(m_state.environment.lookUp(node.input(0))));
    if (count)
        pending.attributes.set("trip_count", count->toInt());
    const bool isOpen = condition && condition->toBool();
    pending.inputs.push_back(isOpen ? ValueId{}
                                    : m_state.spelling.materialise(m_state.environment.lookUp(node.input(1))));
    const auto outputs = chosenOutputs(node);
    for (const auto i : outputs)
        addFlat(m_state.environment.lookUp(node.input(i + 2)), node.outputs()[i]->type(),
                [&](ValueId value) { pending.inputs.push_back(value); });
    for (const auto& cell : written.cells)
        pending.inputs.push_back(m_state.memory.read(cell));
    for (const auto& key : written.attributes)
        pending.inputs.push_back(m_state.spelling.materialise(m_state.environment.attribute(key)));
    const auto place = m_state.emitter.place();
    std::vector<Binding> results; // what is taken at the beginning of a turn, then what the turn gives
    pending.bodies.emplace_back("body", lowerBody(node, written, outputs, results));
    m_state.emitter.setPlace(place);
    finish(node, written, outputs, std::move(pending), results);
}

std::unique_ptr<GraphBuilder> ControlFlowLowering::lowerBody(const torch::jit::Node& node, const Written& written,
                                                             const Outputs& outputs, std::vector<Binding>& results)
{
    const auto& block = *node.blocks()[0];
    auto body = std::make_unique<GraphBuilder>(&m_state.emitter.builder());
    auto attributes = enter(*body, written);
    m_state.memory.beginLoop();
    results = takeCarried(node, written, outputs);
    const auto taken = results.size();
    m_state.memory.beginTurn();
    m_lowerBlock(block);
    body->addOutput(m_state.spelling.materialise(m_state.environment.lookUp(block.outputs()[0])));
    giveBack(block, 1, written, outputs, results);
    for (std::size_t i = 0; i < taken; ++i)
        m_state.memory.carryOver(node, results[taken + i], results[i]);
    m_state.memory.endLoop();
    leave(std::move(attributes));
    return body;
}

/// Makes the inputs of a loop's body. Gives those that the next turn gets anew: chosen ones, then attributes.
std::vector<Binding> ControlFlowLowering::takeCarried(const torch::jit::Node& node, const Written& written,
                                                      const Outputs& outputs)
{
    const auto& block = *node.blocks()[0];
    const auto take = [&](const torch::jit::Value* input) {
        const auto name = input->hasDebugName() ? input->debugNameBase() : "carried";
        m_state.environment.bind(input,
                                 gather(input->type(), [&] { return m_state.emitter.builder().addInput(name); }));
        return m_state.environment.lookUp(input);
    };
    std::vector<Binding> taken;
    take(block.inputs()[0]);
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        if (std::ranges::find(outputs, i) == outputs.end())
            m_state.environment.bind(block.inputs()[i + 1], m_state.environment.lookUp(node.input(i + 2)));
    for (const auto i : outputs) {
        taken.push_back(take(block.inputs()[i + 1]));
        m_state.memory.relate(taken.back(), m_state.environment.lookUp(node.input(i + 2)));
    }
    for (const auto& cell : written.cells)
        m_state.memory.carry(cell, m_state.emitter.builder().addInput("written"));
    for (const auto& key : written.attributes) {
        taken.push_back(bound(m_state.memory.newCell(m_state.emitter.builder().addInput(key.second))));
        m_state.memory.relate(taken.back(), m_state.environment.attribute(key));
        m_state.environment.attributes[key] = taken.back();
    }
    return taken;
}

/// Ends a body with what it gives: the chosen outputs from number @p first on, what it wrote into, attributes it set.
void ControlFlowLowering::giveBack(const torch::jit::Block& block, std::size_t first, const Written& written,
                                   const Outputs& outputs, std::vector<Binding>& results)
{
    m_state.emitter.setNode(*block.return_node());
    for (const auto i : outputs) {
        const auto* output = block.outputs()[i + first];
        results.push_back(m_state.environment.lookUp(output));
        addFlat(results.back(), output->type(), [this](ValueId value) { m_state.emitter.builder().addOutput(value); });
    }
    for (const auto& cell : written.cells)
        m_state.emitter.builder().addOutput(m_state.memory.read(cell));
    for (const auto& key : written.attributes) {
        results.push_back(m_state.environment.attribute(key));
        m_state.emitter.builder().addOutput(m_state.spelling.materialise(results.back()));
    }
}

/// Gives the attributes to put back when the body ends.
ControlFlowLowering::Attributes ControlFlowLowering::enter(GraphBuilder& body, const Written& written)
{
    m_state.memory.enterBody(written.cells);
    m_state.emitter.enter(body);
    return m_state.environment.attributes;
}

void ControlFlowLowering::leave(Attributes attributes)
{
    m_state.memory.leaveBody();
    m_state.environment.attributes = std::move(attributes);
    m_state.emitter.leave();
}

/// Binds what @p node gives to new outputs of @p pending; those for what its bodies write follow.
std::vector<ValueId> ControlFlowLowering::bindResults(const torch::jit::Node& node, const Outputs& outputs,
                                                      PendingNode& pending)
{
    const auto next = [&] { return pending.outputs.emplace_back(m_state.emitter.builder().addValue()); };
    for (const auto* output : node.outputs())
        if (const auto* same = sameValue(output); same != output)
            m_state.environment.bind(output, m_state.environment.lookUp(same));
    for (const auto i : outputs)
        m_state.environment.bind(node.outputs()[i], gather(node.outputs()[i]->type(), next));
    const auto own = pending.outputs.size();
    const auto& body = *pending.bodies.front().second;
    const auto skipped = pending.opType == "Loop" ? 1U : 0U; // the condition
    while (pending.outputs.size() + skipped < body.outputCount())
        next();
    return {pending.outputs.begin() + std::ptrdiff_t(own), pending.outputs.end()};
}

void ControlFlowLowering::finish(const torch::jit::Node& node, const Written& written, const Outputs& outputs,
                                 PendingNode pending, const std::vector<Binding>& results)
{
    const auto made = bindResults(node, outputs, pending);
    m_state.emitter.builder().addNode(std::move(pending));
    finishWritten(node, written, made);
    for (std::size_t i = 0; i < results.size(); ++i)
        relateResult(node, written, outputs, i % (outputs.size() + written.attributes.size()), results[i]);
}

void ControlFlowLowering::finishWritten(const torch::jit::Node& node, const Written& written,
                                        const std::vector<ValueId>& made)
{
    std::size_t next = 0;
    for (const auto& cell : written.cells)
        m_state.memory.store(cell, made.at(next++), node);
    for (const auto& key : written.attributes)
        m_state.environment.attributes[key] = bound(m_state.memory.newCell(made.at(next++)));
}

/// Result number @p i of @p node's bodies, the chosen outputs and then the attributes, may be @p given.
void ControlFlowLowering::relateResult(const torch::jit::Node& node, const Written& written, const Outputs& outputs,
                                       std::size_t i, const Binding& given)
{
    m_state.memory.relate(i < outputs.size() ? m_state.environment.lookUp(node.outputs()[outputs[i]])
                                             : m_state.environment.attribute(written.attributes[i - outputs.size()]),
                          given);
}

/// Tuples enter and leave bodies part by part.
void ControlFlowLowering::addFlat(const Binding& binding, const c10::TypePtr& type,
                                  const std::function<void(ValueId)>& add)
{
    const auto tuple = type->cast<c10::TupleType>();
    if (!tuple)
        return add(m_state.spelling.materialise(binding));
    std::vector<Binding> parts;
    if (binding.kind == Binding::Kind::Items && !binding.items->cell)
        parts = binding.items->parts;
    else if (binding.isKnown() && binding.known.isTuple())
        for (const auto& part : binding.known.toTupleRef().elements())
            parts.push_back(bound(part));
    else if (binding.isKnown())
        parts.assign(tuple->elements().size(), bound(IValue())); // of a branch that raises
    else
        parts = m_state.spelling.unpacked(binding, tuple->elements().size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        addFlat(parts[i], tuple->elements().at(i), add);
}

Binding ControlFlowLowering::gather(const c10::TypePtr& type, const std::function<ValueId()>& next)
{
    const auto tuple = type->cast<c10::TupleType>();
    if (!tuple)
        return bound(m_state.memory.newCell(next(), type));
    auto items = std::make_shared<Items>();
    items->kind = Items::Kind::Tuple;
    items->born = m_state.memory.version();
    items->type = type;
    for (const auto& element : tuple->elements())
        items->parts.push_back(gather(element, next));
    return bound(std::move(items));
}

} // namespace ql::importers::torchscript
