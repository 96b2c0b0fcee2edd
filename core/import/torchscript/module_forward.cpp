// SPDX-License-Identifier: GPL-3.0-or-later
// A module's forward as a whole: what it takes and what it gives.
#include "core/base/error.h"
#include "core/import/torchscript/lowering.h"
#include "core/ops/torch/torch_expression.h"

#include <fmt/format.h>
#include <torch/csrc/jit/passes/inliner.h>

namespace ql::importers::torchscript {

using c10::IValue;
using c10::TypeKind;

namespace {

constexpr int kDeepestModule = 200;

std::string_view numberKind(const c10::TypePtr& type)
{
    switch (type->kind()) {
    case TypeKind::IntType: return "int";
    case TypeKind::FloatType: return "float";
    case TypeKind::BoolType: return "bool";
    default: return {};
    }
}

} // namespace

graph::Graph Lowering::run()
{
    const auto method = m_module.find_method("forward");
    if (!method)
        throw Error(ErrorCode::UnsupportedFormat, "the module has no method forward",
                    "save a module that can be called");
    auto program = method->graph()->copy();
    torch::jit::Inline(*program);
    m_programs.push_back(program);
    nameParameters(m_module._ivalue(), {}, 0);
    m_calls.emplace(m_module);
    m_node = program->param_node();
    bindArguments(*program, method->function().getSchema());
    lowerBlock(*program->block());
    m_scope.clear();
    m_node = program->return_node();
    const auto* result = program->outputs().at(0);
    addResults(lookUp(result), result->type(), {});
    return m_root.finish(*modules());
}

void Lowering::nameParameters(const IValue& object, const std::string& path, int depth)
{
    if (depth > kDeepestModule)
        throw Error(ErrorCode::FileCorrupt, "modules are nested too deeply");
    const auto& instance = object.toObjectRef();
    m_objects.try_emplace(path, object.toObject());
    const auto type = instance.type();
    for (std::size_t i = 0; i < type->numAttributes(); ++i) {
        const auto& value = instance.getSlot(i);
        const auto name = path.empty() ? type->getAttributeName(i) : path + "." + type->getAttributeName(i);
        if (value.isTensor() && value.toTensor().defined())
            m_paths.try_emplace(value.toTensor().unsafeGetTensorImpl(), name);
        else if (value.isObject() && m_paths.try_emplace(value.toObject().get(), name).second)
            nameParameters(value, name, depth + 1);
    }
}

void Lowering::bindArguments(const torch::jit::Graph& program, const c10::FunctionSchema& schema)
{
    bind(program.inputs().at(0), bound(m_module._ivalue()));
    const auto& arguments = schema.arguments();
    for (std::size_t i = 1; i < program.inputs().size() && i < arguments.size(); ++i) {
        const auto& declared = arguments[i];
        const bool isTensor = program.inputs()[i]->type()->kind() == TypeKind::TensorType;
        bind(program.inputs()[i], declared.default_value() && !isTensor
                                      ? bound(*declared.default_value())
                                      : argument(declared.name(), program.inputs()[i]->type()));
    }
}

Binding Lowering::argument(const std::string& name, const c10::TypePtr& type)
{
    if (type->kind() == TypeKind::TensorType)
        return bound(newCell(m_builder->addInput(name), type));
    if (type->kind() == TypeKind::OptionalType)
        return argument(name, type->expect<c10::OptionalType>()->getElementType());
    if (const auto kind = numberKind(type); !kind.empty()) {
        CallInputs inputs;
        const auto call = fmt::format("ql::number({}, \"{}\")", inputs.spell(m_builder->addInput(name)), kind);
        return bound(newCell(emitCall("Number", call, inputs)));
    }
    if (const auto tuple = type->cast<c10::TupleType>()) {
        auto items = std::make_shared<Items>();
        items->kind = Items::Kind::Tuple;
        items->type = type;
        for (std::size_t i = 0; i < tuple->elements().size(); ++i)
            items->parts.push_back(argument(fmt::format("{}.{}", name, i), tuple->elements()[i]));
        return bound(std::move(items));
    }
    throw Error(ErrorCode::UnsupportedFormat,
                Message("argument {} of forward has type {}, expected tensors, numbers or tuples of them", name,
                        type->annotation_str()),
                "save a module around it that takes the tensors one by one");
}

/// Outputs are called as their producers are, for PyTorch gives them no names; those of a dictionary by their keys.
/// What is always None (an output for training alone) is none.
void Lowering::addResults(const Binding& result, const c10::TypePtr& type, const std::string& name)
{
    if (result.isKnown() && result.known.isNone())
        return;
    const auto tuple = type ? type->cast<c10::TupleType>() : nullptr;
    const auto typeOf = [&](std::size_t i) { return tuple ? tuple->elements().at(i) : c10::TypePtr(); };
    if (result.kind == Binding::Kind::Items && !result.items->cell) {
        const auto& items = *result.items;
        for (std::size_t i = 0; i < items.parts.size(); ++i) {
            const bool hasName = items.kind == Items::Kind::Dictionary && items.keys[i].isString();
            addResults(items.parts[i], typeOf(i), hasName ? items.keys[i].toStringRef() : name);
        }
        return;
    }
    if (tuple) {
        const auto parts = unpacked(result, tuple->elements().size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            addResults(parts[i], typeOf(i), name);
        return;
    }
    if (type && !numberKind(type).empty()) {
        CallInputs inputs;
        const auto call = fmt::format("ql::tensor({})", spell(result, inputs));
        m_builder->addOutput(emitCall("Number", call, inputs), name);
        return;
    }
    m_builder->addOutput(materialise(result), name);
}

} // namespace ql::importers::torchscript
