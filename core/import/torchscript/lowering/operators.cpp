// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/operators.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/lowering/items.h"
#include "core/import/torchscript/lowering/value_origin.h"
#include "core/ops/support/kernel_errors.h"
#include "core/ops/torch/allowed_operators.h"
#include "core/ops/torch/call_text.h"
#include "core/ops/torch/checked_arguments.h"

#include <ATen/Context.h>
#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace ql::importers::torchscript {

using c10::IValue;
using graph::ValueId;
namespace prim = c10::prim;

namespace {

constexpr std::int64_t kSmallTensor = 16;
constexpr std::int64_t kLargestFolded = 1 << 22;

bool isWritten(const c10::Argument& argument)
{
    return argument.alias_info() && argument.alias_info()->isWrite();
}

bool isSmall(const IValue& value)
{
    if (value.isTensor())
        return !value.toTensor().defined() || value.toTensor().numel() <= kSmallTensor;
    if (value.isTensorList())
        return std::ranges::all_of(value.toTensorVector(),
                                   [](const at::Tensor& tensor) { return tensor.numel() <= kSmallTensor; });
    return !value.isObject();
}

/// "aten::add_" → "add"
std::string stemOf(const std::string& name)
{
    auto stem = name.substr(name.rfind(':') + 1);
    while (stem.size() > 1 && stem.ends_with('_'))
        stem.pop_back();
    while (stem.size() > 1 && stem.starts_with('_'))
        stem.erase(0, 1);
    return stem;
}

bool holdsTensors(const c10::TypePtr& type)
{
    return type->annotation_str().find("Tensor") != std::string::npos;
}

/// Numbers and lists of them are the program's own business.
std::string domainOf(const torch::jit::Node& node, const std::string& name)
{
    const bool givesTensors = std::ranges::any_of(
        node.outputs(), [](const torch::jit::Value* output) { return holdsTensors(output->type()); });
    return givesTensors ? name.substr(0, name.find(':')) : "prim";
}

/// The argument of which the result is a view, or a list of views; an element of a list is a view of the list.
std::optional<std::size_t> viewedArgument(const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                                          std::optional<std::size_t> shared, const torch::jit::Value& result)
{
    const bool isTensor = result.type()->kind() == c10::TypeKind::TensorType;
    const auto list = result.type()->cast<c10::ListType>();
    const bool isTensors = list && list->getElementType()->kind() == c10::TypeKind::TensorType;
    if (schema.name() == "aten::__getitem__" && isTensor && arguments.at(0).kind == Binding::Kind::Cell)
        return 0;
    if (!shared || (!isTensor && !isTensors) || arguments.at(*shared).kind == Binding::Kind::Items
        || schema.arguments()[*shared].type()->kind() != c10::TypeKind::TensorType)
        return std::nullopt;
    return shared;
}

const torch::jit::Operator& operatorOf(const torch::jit::Node& node)
{
    const auto* found = node.maybeOperator();
    if (!found)
        NodeEmitter::refuse(node, "this instruction is not supported");
    if (!ops::isAllowedOperator(found->schema().name()))
        NodeEmitter::refuse(node, "it is not on the list of operators that models may call");
    return *found;
}

/// The node that alone takes the list which @p node gives apart.
const torch::jit::Node* onlyUnpack(const torch::jit::Node& node)
{
    if (node.outputs().size() != 1 || node.output()->uses().size() != 1)
        return nullptr;
    const auto* user = node.output()->uses().front().user;
    return user->kind() == prim::ListUnpack && user->owningBlock() == node.owningBlock() ? user : nullptr;
}

} // namespace

void OperatorLowering::lower(const torch::jit::Node& node)
{
    const auto& schema = operatorOf(node).schema();
    std::vector<Binding> arguments;
    for (const auto* input : node.inputs())
        arguments.push_back(m_state.environment.lookUp(input));
    if (passThrough(node, schema.name(), arguments) || fold(node, arguments)
        || changeItems(m_state, node, schema.name(), arguments))
        return;
    emit(node, schema, arguments);
}

/// Whether a program that observes only sets anew what is read as the file holds it.
bool OperatorLowering::keepsSettled(const std::string& name, const std::vector<Binding>& arguments) const
{
    const bool setsAnew = name == "aten::copy_" || name == "aten::resize_" || name == "aten::fill_";
    return setsAnew && arguments[0].isKnown() && arguments[0].known.isTensor()
           && m_state.settled.contains(arguments[0].known.toTensor().unsafeGetTensorImpl());
}

/// Whether it is a fake quantizer in one with its observer that is switched off: it gives a copy of what it reads.
bool OperatorLowering::onlyObserves(const std::string& name, const std::vector<Binding>& arguments) const
{
    constexpr std::size_t kQuantizes = 2;
    if (name != "aten::fused_moving_avg_obs_fake_quant" || arguments.size() <= kQuantizes)
        return false;
    const auto quantizes = m_state.spelling.knownValue(arguments[kQuantizes]);
    return quantizes && quantizes->isTensor() && quantizes->toTensor().numel() == 1
           && !quantizes->toTensor().is_nonzero();
}

/// Dropout of a model that isn't trained gives its input, and everything is on the processor.
bool OperatorLowering::passThrough(const torch::jit::Node& node, const std::string& name,
                                   const std::vector<Binding>& arguments)
{
    const bool isDropout = name == "aten::dropout" || name == "aten::dropout_" || name == "aten::feature_dropout"
                           || name == "aten::alpha_dropout";
    if (isDropout) {
        const auto training = m_state.spelling.knownValue(arguments.at(2));
        if (!training || training->toBool())
            return false;
        m_state.environment.bind(node.output(), arguments[0]);
        return true;
    }
    if (keepsSettled(name, arguments)) {
        m_state.environment.bind(node.output(), arguments[0]);
        return true;
    }
    if (onlyObserves(name, arguments)) {
        const auto value = m_state.memory.read(m_state.spelling.cellOf(arguments[0]));
        m_state.environment.bind(node.output(), bound(m_state.memory.newCell(value, node.output()->type())));
        return true;
    }
    const bool isDynamicTensor = !arguments.empty() && arguments[0].kind == Binding::Kind::Cell;
    if (isDynamicTensor && name == "prim::device") {
        m_state.environment.bind(node.output(), bound(IValue(c10::Device(c10::kCPU))));
        return true;
    }
    if (isDynamicTensor
        && (name == "prim::is_cuda" || name == "aten::requires_grad" || name == "prim::requires_grad")) {
        m_state.environment.bind(node.output(), bound(IValue(false)));
        return true;
    }
    const bool isIdentity = name == "aten::__is__" || name == "aten::__isnot__";
    if (!isIdentity || arguments.size() != 2)
        return false;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto other = m_state.spelling.knownValue(arguments[1 - i]);
        const bool isTensor =
            arguments[i].kind == Binding::Kind::Cell && node.input(i)->type()->kind() == c10::TypeKind::TensorType;
        if ((isTensor || arguments[i].kind == Binding::Kind::Items) && other && other->isNone()) {
            m_state.environment.bind(node.output(), bound(IValue(name == "aten::__isnot__")));
            return true;
        }
    }
    return false;
}

bool OperatorLowering::fold(const torch::jit::Node& node, const std::vector<Binding>& arguments)
{
    const auto& found = operatorOf(node);
    const auto writes = std::ranges::any_of(found.schema().arguments(), isWritten);
    const bool isQuantizer = found.schema().name().find("quantize_per_") != std::string::npos; // stays to be seen
    if (writes || isQuantizer || node.isNondeterministic() || node.hasSideEffects() || found.schema().is_vararg())
        return false;
    torch::jit::Stack stack;
    for (const auto& argument : arguments) {
        auto known = m_state.spelling.knownValue(argument);
        if (!known || !isSmall(*known))
            return false;
        stack.push_back(std::move(*known));
    }
    ops::checkArguments(found.schema(), stack);
    const auto asked = stack;
    ops::translated([&] { found.getOperation()(stack); },
                    [&] { return Message("{} can't be computed", ops::callText(found.schema().name(), asked)); });
    if (ops::leavesMemoryUnset(found.schema()))
        ops::clearMemory(stack);
    if (stack.size() != node.outputs().size())
        return false;
    for (const auto& result : stack)
        if (result.isTensor() && result.toTensor().defined() && result.toTensor().numel() > kLargestFolded)
            return false;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        m_state.environment.bind(node.outputs()[i],
                                 itemwise(stack[i], node.outputs()[i]->type(), m_state.memory.version()));
        if (aliasOf(found.schema(), i))
            for (const auto& argument : arguments)
                m_state.memory.relate(bound(stack[i]), argument);
    }
    return true;
}

std::string OperatorLowering::spellArguments(const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                                             CallInputs& inputs)
{
    const auto& name = schema.operator_name();
    auto text = name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
    text += '(';
    for (std::size_t i = 0; i < arguments.size(); ++i)
        text += (i == 0 ? "" : ", ") + m_state.spelling.spell(arguments[i], inputs);
    return text + ')';
}

/// Lists that are about to change become values at run time, which then hold what is put into them.
void OperatorLowering::readyForWriting(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                                       const std::vector<Binding>& arguments)
{
    for (std::size_t i = 0; i < arguments.size() && i < schema.arguments().size(); ++i) {
        if (!isWritten(schema.arguments()[i]))
            continue;
        if (arguments[i].isKnown() && !arguments[i].known.isTensor() && !arguments[i].known.isNone())
            m_state.emitter.refuse(node, "it changes a list or dictionary that belongs to the module");
        if (arguments[i].kind == Binding::Kind::Items && !arguments[i].items->cell) {
            m_state.memory.requireOwn(*arguments[i].items, node);
            arguments[i].items->cell = m_state.spelling.wholeCell(arguments[i]);
        }
        if (schema.arguments()[i].type()->kind() != c10::TypeKind::TensorType)
            std::for_each(arguments.begin() + std::ptrdiff_t(i) + 1, arguments.end(), [&](const Binding& each) {
                if (schema.name() == "aten::extend")
                    m_state.memory.relateContents(arguments[i], each);
                else
                    m_state.memory.relate(arguments[i], each);
            });
    }
}

/// A node as @p form has it, or else called as the operator is; its call, inputs and outputs are still missing.
PendingNode OperatorLowering::pendingOf(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                                        OnnxMapping& mapping) const
{
    auto pending = m_state.emitter.pendingNode(stemOf(schema.name()));
    pending.domain = mapping.opType.empty() ? domainOf(node, schema.name()) : mapping.domain;
    pending.opType = mapping.opType.empty() ? pending.stem : mapping.opType;
    pending.attributes = std::move(mapping.attributes);
    pending.hasSideEffects = node.hasSideEffects();
    return pending;
}

void OperatorLowering::emit(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                            const std::vector<Binding>& arguments)
{
    readyForWriting(node, schema, arguments);
    MappingArguments asked(m_state, schema, arguments, stemOf(schema.name()));
    auto mapping = findMapping(asked).value_or(OnnxMapping{});
    CallInputs inputs(std::move(mapping.inputs));
    auto pending = pendingOf(node, schema, mapping);
    auto call = mapping.call.empty() ? spellArguments(schema, arguments, inputs) : mapping.call;
    const auto* unpack = onlyUnpack(node);
    if (unpack)
        call = "ql::unpack(" + call + ")";
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), call);
    if (mapping.isQuantized)
        pending.attributes.set(std::string(graph::kTorchEngine), m_state.engine);
    std::vector<std::pair<Binding, ValueId>> writes;
    for (std::size_t i = 0; i < schema.arguments().size() && i < arguments.size(); ++i)
        if (isWritten(schema.arguments()[i]) && !mapping.writesNothing)
            writes.emplace_back(arguments[i], pending.outputs.emplace_back(m_state.emitter.builder().addValue()));
    m_state.emitter.builder().addNode(
        bindReturns(node, schema, arguments, std::move(pending), unpack, mapping.quantization));
    for (const auto& [binding, value] : writes)
        m_state.memory.write(m_state.spelling.cellOf(binding), value, node);
}

/// Gives @p pending an output for everything that the operator returns besides what it wrote into.
PendingNode OperatorLowering::bindReturns(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                                          const std::vector<Binding>& arguments, PendingNode pending,
                                          const torch::jit::Node* unpack,
                                          const std::optional<QuantizationParameters>& quantization)
{
    const auto call = pending.attributes.stringOr(graph::kTorchCall, {});
    const auto outputs = unpack ? unpack->outputs() : node.outputs();
    if (unpack)
        m_state.environment.bind(node.output(), bound(IValue()));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto* alias = aliasOf(schema, unpack ? 0 : i);
        const auto shared = sharedArgument(schema, unpack ? 0 : i);
        if (alias && alias->isWrite() && shared) {
            m_state.environment.bind(outputs[i], arguments[*shared]);
            continue;
        }
        const auto value = pending.outputs.emplace_back(m_state.emitter.builder().addValue());
        auto cell = m_state.memory.newCell(value, outputs[i]->type());
        if (cell->kind == Cell::Kind::Tensor)
            cell->quantization = quantization;
        if (const auto viewed = viewedArgument(schema, arguments, shared, *outputs[i]))
            makeView(cell, m_state.spelling.cellOf(arguments[*viewed]), pending,
                     unpack ? fmt::format("ql::tuple_item({}, {})", call.substr(11, call.size() - 12), i) : call);
        m_state.environment.bind(outputs[i], bound(std::move(cell)));
        if (holdsTensors(outputs[i]->type()))
            relateReturn(node, m_state.environment.lookUp(outputs[i]), alias != nullptr, arguments);
    }
    return pending;
}

/// What nobody can say of an operator's result: which of its arguments' tensors are in it.
void OperatorLowering::relateReturn(const torch::jit::Node& node, const Binding& made, bool isAlias,
                                    const std::vector<Binding>& arguments)
{
    if (made.cell->base)
        return;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool isContainer = node.input(i)->type()->kind() != c10::TypeKind::TensorType;
        if (isAlias)
            m_state.memory.relate(made, arguments[i]);
        else if (isContainer && made.cell->kind == Cell::Kind::Container && holdsTensors(node.input(i)->type()))
            m_state.memory.relateContents(made, arguments[i]);
    }
}

void OperatorLowering::makeView(const CellPointer& cell, const CellPointer& base, const PendingNode& node,
                                const std::string& call)
{
    auto recipe = std::make_shared<ViewRecipe>();
    recipe->call = call;
    recipe->stem = node.stem;
    recipe->scope = node.scope;
    recipe->origin = node.origin;
    recipe->domain = node.domain;
    recipe->opType = node.opType;
    const auto viewed = m_state.memory.read(base);
    for (const auto input : node.inputs) {
        if (input == viewed)
            recipe->base = recipe->inputs.size();
        recipe->inputs.push_back(input == viewed ? base : m_state.memory.newCell(input));
    }
    cell->base = base;
    cell->seen = base->version;
    cell->recipe = std::move(recipe);
}

} // namespace ql::importers::torchscript
