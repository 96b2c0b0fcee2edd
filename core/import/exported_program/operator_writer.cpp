// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/exported_program/operator_writer.h"

#include "core/base/error.h"
#include "core/ops/torch_version.h"

#include <algorithm>
#include <cmath>
#include <torch/csrc/jit/ir/constants.h>

namespace ql::importers::exported_program {

using c10::IValue;
using c10::TypeKind;
using Kind = Argument::Kind;

namespace {

constexpr std::string_view kOperators = "torch.ops.";

/// "torch.ops.aten.conv2d.default" → "aten::conv2d", "default"; other targets stay whole.
std::pair<std::string, std::string> nameOf(const std::string& target)
{
    if (!target.starts_with(kOperators))
        return {target, {}};
    const auto library = target.substr(kOperators.size());
    const auto first = library.find('.');
    const auto second = library.find('.', first + 1);
    if (first == std::string::npos)
        return {target, {}};
    const bool hasOverload = second != std::string::npos && library.substr(second + 1) != "default";
    return {library.substr(0, first) + "::" + library.substr(first + 1, second - first - 1),
            hasOverload ? library.substr(second + 1) : std::string()};
}

bool isScalar(const Argument& argument)
{
    return argument.kind == Kind::Integer || argument.kind == Kind::Number || argument.kind == Kind::Flag;
}

c10::TypePtr withoutOptional(c10::TypePtr type)
{
    while (type && type->kind() == TypeKind::OptionalType)
        type = type->expect<c10::OptionalType>()->getElementType();
    return type;
}

bool isWhole(double number)
{
    return std::isfinite(number) && std::abs(number) < 1e15 && std::trunc(number) == number;
}

IValue constantOf(const Argument& argument, const c10::TypePtr& wanted)
{
    const auto kind = wanted ? wanted->kind() : TypeKind::AnyType;
    if (argument.kind == Kind::Integer && kind == TypeKind::FloatType)
        return double(argument.integer);
    if (argument.kind == Kind::Number && kind == TypeKind::IntType && isWhole(argument.number))
        return std::int64_t(argument.number);
    switch (argument.kind) {
    case Kind::Integer:
    case Kind::ScalarType:
    case Kind::MemoryFormat:
    case Kind::Layout: return argument.integer;
    case Kind::Number: return argument.number;
    case Kind::Flag: return argument.integer != 0;
    case Kind::Text: return argument.text;
    case Kind::Device: return c10::Device(c10::kCPU); // wherever it was exported
    default: return {};
    }
}

template <typename T>
IValue listIn(const Argument& list, const c10::TypePtr& element)
{
    c10::List<T> items;
    for (const auto& item : list.items)
        items.push_back(constantOf(item, element).to<T>());
    return items;
}

/// A list of numbers that are all in the file, or None.
IValue knownList(const Argument& list, const c10::TypePtr& element)
{
    const auto kind = element ? element->kind() : TypeKind::AnyType;
    const auto are = [&](auto&& isOne) { return std::ranges::all_of(list.items, isOne); };
    if (kind == TypeKind::FloatType && are(isScalar))
        return listIn<double>(list, element);
    if (kind == TypeKind::IntType && are([](const Argument& each) { return each.kind == Kind::Integer; }))
        return listIn<std::int64_t>(list, element);
    if (kind == TypeKind::BoolType && are([](const Argument& each) { return each.kind == Kind::Flag; }))
        return listIn<bool>(list, element);
    return {};
}

/// What kind of list the elements make.
c10::TypePtr elementTypeOf(const Argument& list)
{
    if (list.items.empty())
        return c10::IntType::get();
    switch (list.items.front().kind) {
    case Kind::Integer: return c10::IntType::get();
    case Kind::Number: return c10::FloatType::get();
    case Kind::Flag: return c10::BoolType::get();
    default: return nullptr;
    }
}

} // namespace

c10::TypePtr tensorType(const TensorFacts& facts)
{
    if (facts.type < 0)
        return c10::TensorType::get();
    std::vector<c10::ShapeSymbol> sizes;
    for (const auto& size : facts.sizes)
        sizes.push_back(size ? c10::ShapeSymbol::fromStaticSize(*size) : c10::ShapeSymbol::newSymbol());
    return c10::TensorType::create(static_cast<at::ScalarType>(facts.type), c10::Device(c10::kCPU),
                                   c10::SymbolicShape(std::move(sizes)), c10::VaryingShape<c10::Stride>(),
                                   c10::nullopt);
}

OperatorWriter::OperatorWriter(torch::jit::Graph& program, Values& values, const ProgramGraph& graph,
                               const Operation& operation, const GraphWriter& writeGraph)
    : m_program(program)
    , m_values(values)
    , m_graph(graph)
    , m_operation(operation)
    , m_writeGraph(writeGraph)
{
    std::tie(m_name, m_overload) = nameOf(operation.target);
}

void OperatorWriter::refuse(const Message& why) const
{
    throw Error(ErrorCode::UnsupportedOperator, why, "export the model without it, or read it as ONNX");
}

const Argument* OperatorWriter::find(std::string_view name, std::size_t position) const
{
    for (const auto& input : m_operation.inputs)
        if (input.name == name)
            return &input.value;
    const bool isUnnamed = position < m_operation.inputs.size() && m_operation.inputs[position].name.empty();
    return isUnnamed ? &m_operation.inputs[position].value : nullptr;
}

OperatorWriter::Value* OperatorWriter::input(std::string_view name, std::size_t position)
{
    const auto* argument = find(name, position);
    return argument ? valueOf(*argument) : none();
}

const TensorFacts* OperatorWriter::factsOf(const Argument* argument) const
{
    if (!argument || argument->kind != Kind::Value)
        return nullptr;
    const auto found = m_graph.tensors.find(argument->text);
    return found == m_graph.tensors.end() ? nullptr : &found->second;
}

OperatorWriter::Value* OperatorWriter::constant(const IValue& value)
{
    return m_program.insertConstant(value);
}

OperatorWriter::Value* OperatorWriter::listOf(const Argument& argument, const c10::TypePtr& element)
{
    if (const auto known = knownList(argument, element); !known.isNone())
        return constant(known);
    std::vector<Value*> items;
    for (const auto& item : argument.items)
        items.push_back(valueOf(item, element));
    auto type = element;
    if (!type || type->kind() == TypeKind::NumberType || type->kind() == TypeKind::AnyType)
        type = items.empty() ? c10::TypePtr(c10::IntType::get()) : items.front()->type();
    return m_program.insertNode(m_program.createList(type, items))->output();
}

OperatorWriter::Value* OperatorWriter::valueOf(const Argument& argument, const c10::TypePtr& wanted)
{
    const auto type = withoutOptional(wanted);
    switch (argument.kind) {
    case Kind::Value: {
        const auto found = m_values.find(argument.text);
        if (found == m_values.end())
            throw Error(ErrorCode::FileCorrupt, Message("value {} is used before it is made", argument.text),
                        "the file may be damaged: export it again");
        return found->second;
    }
    case Kind::List: {
        const auto list = type ? type->cast<c10::ListType>() : nullptr;
        return listOf(argument, list ? c10::TypePtr(list->getElementType()) : elementTypeOf(argument));
    }
    case Kind::Graph: refuse("it has a graph within");
    case Kind::Other: refuse(Message("it takes an argument of kind {}", argument.text));
    default: break;
    }
    if (isScalar(argument) && type && type->kind() == TypeKind::TensorType) {
        const auto value = constantOf(argument, nullptr);
        return constant(at::scalar_tensor(value.toScalar(), value.isDouble() ? at::kFloat : value.toScalar().type()));
    }
    return constant(constantOf(argument, type));
}

OperatorWriter::Value* OperatorWriter::call(std::string_view name, const std::vector<Value*>& inputs)
{
    auto* node = m_program.create(c10::Symbol::fromQualString(std::string(name)), inputs, 1);
    m_program.insertNode(node);
    const auto* schema = node->maybeSchema();
    if (!schema || schema->returns().empty())
        refuse(Message("this LibTorch has no operator {} for its arguments", std::string(name)));
    node->output()->setType(schema->returns().front().type());
    return node->output();
}

std::vector<OperatorWriter::Value*> OperatorWriter::writeGraph(const Argument& argument,
                                                               const std::vector<Value*>& inputs)
{
    if (!argument.graph)
        refuse("a graph within it is missing");
    return m_writeGraph(*argument.graph, inputs);
}

void OperatorWriter::give(std::size_t index, Value* value)
{
    if (index < m_operation.outputs.size())
        take(m_operation.outputs[index], value);
}

void OperatorWriter::giveEach(const std::vector<Value*>& values)
{
    const bool isList = m_operation.outputs.size() == 1 && m_operation.outputs[0].kind == Kind::List;
    const auto& outputs = isList ? m_operation.outputs[0].items : m_operation.outputs;
    if (outputs.size() > values.size())
        refuse(Message("it gives {} values, {} are expected", values.size(), outputs.size()));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        take(outputs[i], values[i]);
}

void OperatorWriter::take(const Argument& output, Value* value)
{
    if (output.kind != Kind::Value)
        return;
    const auto* facts = factsOf(&output);
    const bool isNew = value->type()->kind() == TypeKind::TensorType && value->node()->kind() != c10::prim::GetAttr;
    if (facts && isNew && !value->type()->expect<c10::TensorType>()->scalarType())
        value->setType(tensorType(*facts));
    m_values[output.text] = value;
}

bool OperatorWriter::isRead(std::size_t index) const
{
    return index < m_operation.outputs.size() && m_operation.outputs[index].kind == Kind::Value
           && m_operation.outputs[index].text.find("_unused_") == std::string::npos;
}

const c10::FunctionSchema* OperatorWriter::schemaOf() const
{
    // A number beside a tensor stands in the file as an argument of the overload for two tensors.
    const bool hasNumber = std::ranges::any_of(m_operation.inputs, [this](const NamedArgument& input) {
        const auto* facts = input.value.kind == Kind::Value ? factsOf(&input.value) : nullptr;
        return input.name == "other" && (isScalar(input.value) || (input.value.kind == Kind::Value && !facts));
    });
    if (hasNumber && m_overload.starts_with("Tensor")) {
        const auto scalar = ops::findOperator({m_name, "Scalar" + m_overload.substr(std::size("Tensor") - 1)});
        if (scalar)
            return &scalar->schema();
    }
    const auto found = ops::findOperator({m_name, m_overload});
    return found ? &found->schema() : nullptr;
}

const Argument* OperatorWriter::argumentFor(const c10::FunctionSchema& schema, std::size_t position) const
{
    return find(schema.arguments()[position].name(), position);
}

/// What this LibTorch's operator doesn't know may only say what it does anyway.
void OperatorWriter::requireAllTaken(const c10::FunctionSchema& schema) const
{
    for (const auto& input : m_operation.inputs) {
        const bool isKnown = input.name.empty() || std::ranges::any_of(schema.arguments(), [&](const auto& each) {
                                 return each.name() == input.name;
                             });
        if (!isKnown && input.value.kind != Kind::None)
            refuse(Message("this LibTorch's operator has no argument {}", input.name));
    }
}

void OperatorWriter::writeAsIs()
{
    const auto* schema = schemaOf();
    if (!schema)
        refuse("this operator is not known here");
    requireAllTaken(*schema);
    std::vector<Value*> inputs;
    for (std::size_t i = 0; i < schema->arguments().size(); ++i) {
        const auto& declared = schema->arguments()[i];
        const auto* argument = argumentFor(*schema, i);
        if (argument)
            inputs.push_back(valueOf(*argument, declared.type()));
        else if (declared.default_value())
            inputs.push_back(constant(*declared.default_value()));
        else
            refuse(Message("argument {} is missing", declared.name()));
    }
    auto* node = m_program.create(c10::Symbol::fromQualString(m_name), inputs, schema->returns().size());
    m_program.insertNode(node);
    if (const auto* chosen = node->maybeSchema())
        giveAll(*node, *chosen);
    else
        refuse("its arguments don't fit it");
}

void OperatorWriter::giveAll(torch::jit::Node& node, const c10::FunctionSchema& schema)
{
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        node.outputs()[i]->setType(schema.returns()[i].type());
    for (std::size_t i = 0; i < m_operation.outputs.size() && i < node.outputs().size(); ++i) {
        const auto& output = m_operation.outputs[i];
        if (output.kind != Kind::List) {
            give(i, node.outputs()[i]);
            continue;
        }
        auto* parts = m_program.insertNode(m_program.createListUnpack(node.outputs()[i], output.items.size()));
        for (std::size_t k = 0; k < output.items.size(); ++k)
            take(output.items[k], parts->outputs()[k]);
    }
}

} // namespace ql::importers::exported_program
