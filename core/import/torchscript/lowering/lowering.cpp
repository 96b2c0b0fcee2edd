// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/lowering.h"

#include "core/base/error.h"
#include "core/import/torchscript/lowering/instructions.h"
#include "core/ops/torch/torch_expression.h"

#include <fmt/format.h>
#include <torch/csrc/jit/passes/inliner.h>

namespace ql::importers::torchscript {

using c10::IValue;
using c10::TypeKind;

namespace {

std::string_view numberKind(const c10::TypePtr& type)
{
    switch (type->kind()) {
    case TypeKind::IntType: return "int";
    case TypeKind::FloatType: return "float";
    case TypeKind::BoolType: return "bool";
    default: return {};
    }
}

Binding argument(LoweringState& state, const std::string& name, const c10::TypePtr& type)
{
    if (type->kind() == TypeKind::TensorType)
        return bound(state.memory.newCell(state.emitter.builder().addInput(name), type));
    if (type->kind() == TypeKind::OptionalType)
        return argument(state, name, type->expect<c10::OptionalType>()->getElementType());
    if (const auto kind = numberKind(type); !kind.empty()) {
        CallInputs inputs;
        const auto call =
            fmt::format("ql::number({}, \"{}\")", inputs.spell(state.emitter.builder().addInput(name)), kind);
        return bound(state.memory.newCell(state.emitter.emitCall("Number", call, inputs)));
    }
    if (const auto tuple = type->cast<c10::TupleType>()) {
        auto items = std::make_shared<Items>();
        items->kind = Items::Kind::Tuple;
        items->type = type;
        for (std::size_t i = 0; i < tuple->elements().size(); ++i)
            items->parts.push_back(argument(state, fmt::format("{}.{}", name, i), tuple->elements()[i]));
        return bound(std::move(items));
    }
    throw Error(ErrorCode::UnsupportedFormat,
                Message("argument {} of forward has type {}, expected tensors, numbers or tuples of them", name,
                        type->annotation_str()),
                "save a module around it that takes the tensors one by one");
}

void bindArguments(LoweringState& state, const torch::jit::Module& module, const torch::jit::Graph& program,
                   const c10::FunctionSchema& schema)
{
    state.environment.bind(program.inputs().at(0), bound(module._ivalue()));
    const auto& arguments = schema.arguments();
    for (std::size_t i = 1; i < program.inputs().size() && i < arguments.size(); ++i) {
        const auto& declared = arguments[i];
        const bool isTensor = program.inputs()[i]->type()->kind() == TypeKind::TensorType;
        state.environment.bind(program.inputs()[i],
                               declared.default_value() && !isTensor
                                   ? bound(*declared.default_value())
                                   : argument(state, declared.name(), program.inputs()[i]->type()));
    }
}

/// Outputs are called as their producers are, for PyTorch gives them no names; those of a dictionary by their keys.
/// What is always None (an output for training alone) is none.
void addResults(LoweringState& state, const Binding& result, const c10::TypePtr& type, const std::string& name)
{
    if (result.isKnown() && result.known.isNone())
        return;
    const auto tuple = type ? type->cast<c10::TupleType>() : nullptr;
    const auto typeOf = [&](std::size_t i) { return tuple ? tuple->elements().at(i) : c10::TypePtr(); };
    if (result.kind == Binding::Kind::Items && !result.items->cell) {
        const auto& items = *result.items;
        for (std::size_t i = 0; i < items.parts.size(); ++i) {
            const bool hasName = items.kind == Items::Kind::Dictionary && items.keys[i].isString();
            addResults(state, items.parts[i], typeOf(i), hasName ? items.keys[i].toStringRef() : name);
        }
        return;
    }
    if (tuple) {
        const auto parts = state.spelling.unpacked(result, tuple->elements().size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            addResults(state, parts[i], typeOf(i), name);
        return;
    }
    if (type && !numberKind(type).empty()) {
        CallInputs inputs;
        const auto call = fmt::format("ql::tensor({})", state.spelling.spell(result, inputs));
        state.emitter.builder().addOutput(state.emitter.emitCall("Number", call, inputs), name);
        return;
    }
    state.emitter.builder().addOutput(state.spelling.materialise(result), name);
}

} // namespace

LoweredModule lowerModule(const torch::jit::Module& module, const std::string& engine)
{
    const auto method = module.find_method("forward");
    if (!method)
        throw Error(ErrorCode::UnsupportedFormat, "the module has no method forward",
                    "save a module that can be called");
    const auto program = method->graph()->copy();
    torch::jit::Inline(*program);
    LoweringState state(module, engine);
    state.emitter.setNode(*program->param_node());
    bindArguments(state, module, *program, method->function().getSchema());
    InstructionLowering(state).lowerBlock(*program->block());
    state.emitter.setPlace({program->return_node(), {}});
    const auto* result = program->outputs().at(0);
    addResults(state, state.environment.lookUp(result), result->type(), {});
    auto modules = state.emitter.modules();
    return {state.emitter.root().finish(*modules), modules};
}

} // namespace ql::importers::torchscript
