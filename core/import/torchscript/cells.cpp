// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the graph behind the program's names.
#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/lowering.h"
#include "core/ops/torch/torch_expression.h"
#include "core/ops/torch/torch_value.h"

#include <fmt/format.h>

namespace ql::importers::torchscript {

using c10::IValue;
using graph::ValueId;

Binding Lowering::lookUp(const Value* value)
{
    const auto found = m_environment.find(value);
    if (found == m_environment.end())
        throw Error(ErrorCode::Internal,
                    Message("the program's value {} is used before it is made", value->debugName()));
    if (found->second.kind == Binding::Kind::Items && found->second.items->cell)
        return bound(found->second.items->cell);
    return found->second;
}

namespace {

Cell::Kind kindOf(const c10::TypePtr& type)
{
    if (!type)
        return Cell::Kind::Unknown;
    switch (type->kind()) {
    case c10::TypeKind::TensorType: return Cell::Kind::Tensor;
    case c10::TypeKind::ListType:
    case c10::TypeKind::DictType: return Cell::Kind::Container;
    case c10::TypeKind::IntType:
    case c10::TypeKind::FloatType:
    case c10::TypeKind::BoolType:
    case c10::TypeKind::NumberType:
    case c10::TypeKind::StringType: return Cell::Kind::Number;
    default: return Cell::Kind::Unknown;
    }
}

} // namespace

Lowering::CellPointer Lowering::newCell(ValueId value, const c10::TypePtr& type)
{
    auto cell = std::make_shared<Cell>();
    cell->kind = kindOf(type);
    cell->current = {m_builder, value};
    cell->born = cell->version = ++m_lastVersion;
    if (const auto tensor = type ? type->cast<c10::TensorType>() : nullptr; tensor && tensor->scalarType())
        declare(value, *tensor);
    return cell;
}

/// What an exported program says of a tensor; a file of TorchScript says nothing.
void Lowering::declare(ValueId value, const c10::TensorType& type)
{
    std::optional<graph::DeclaredShape> shape;
    if (const auto sizes = type.symbolic_sizes().sizes()) {
        shape.emplace();
        for (const auto& size : *sizes)
            shape->push_back({size.is_static() ? size.static_size() : -1, {}});
    }
    m_builder->declare(value, ops::dataTypeOf(*type.scalarType()), std::move(shape));
}

Lowering::CellPointer Lowering::cellOf(const Binding& binding)
{
    if (binding.kind == Binding::Kind::Cell)
        return binding.cell;
    if (binding.isKnown() && binding.known.isTensor() && binding.known.toTensor().defined())
        return parameterCell(binding.known.toTensor());
    if (binding.kind == Binding::Kind::Items && binding.items->cell)
        return binding.items->cell;
    return binding.kind == Binding::Kind::Items ? wholeCell(binding) : newCell(materialise(binding));
}

/// Parameters live in the outermost graph, shared with the module's memory.
Lowering::CellPointer Lowering::parameterCell(const at::Tensor& tensor)
{
    auto& cell = m_parameters[tensor.unsafeGetTensorImpl()];
    if (cell)
        return cell;
    m_kept.push_back(tensor);
    const auto path = m_paths.find(tensor.unsafeGetTensorImpl());
    const auto name = path == m_paths.end() ? fmt::format("constant_{}", m_kept.size()) : path->second;
    cell = std::make_shared<Cell>();
    cell->kind = Cell::Kind::Tensor;
    auto stored = ops::fromValue(tensor.detach());
    if (tensor.is_quantized()) {
        if (tensor.qscheme() != at::kPerTensorAffine)
            throw Error(ErrorCode::UnsupportedOperator, Message("{} is quantized per channel, but not packed", name));
        cell->quantization = {tensor.q_scale(), tensor.q_zero_point(), tensor.scalar_type()};
        stored.object = nullptr;
    } else if (!tensor.is_contiguous() && tensor.is_non_overlapping_and_dense()) {
        cell->strides = tensor.strides().vec();
    }
    cell->current = {&m_root, m_root.addConstant(name, ops::toTensorData(stored))};
    cell->version = ++m_lastVersion;
    return cell;
}

void Lowering::modify(const CellPointer& cell)
{
    if (!m_saved.empty())
        m_saved.back().cells.emplace_back(cell, *cell);
}

void Lowering::refresh(const CellPointer& cell)
{
    if (!cell->base)
        return;
    refresh(cell->base);
    if (cell->seen == cell->base->version)
        return;
    modify(cell);
    const auto& recipe = *cell->recipe;
    PendingNode node;
    node.stem = recipe.stem;
    node.scope = recipe.scope;
    node.origin = recipe.origin;
    node.domain = recipe.domain;
    node.opType = recipe.opType;
    for (const auto& input : recipe.inputs)
        node.inputs.push_back(input->current.id.isValid() ? m_builder->use(input->current) : ValueId{});
    node.inputs.push_back(m_builder->use(cell->current));
    const auto made = m_builder->addValue();
    node.outputs = {made};
    node.attributes.set(std::string(graph::kTorchCall),
                        fmt::format("ql::view_again({}, ${}, ${})", recipe.call, recipe.base, recipe.inputs.size()));
    m_builder->addNode(std::move(node));
    cell->current = {m_builder, made};
    cell->seen = cell->base->version;
    cell->version = ++m_lastVersion;
}

ValueId Lowering::read(const CellPointer& cell)
{
    noteRead(cell);
    refresh(cell);
    return m_builder->use(cell->current);
}

/// Makes @p value the new contents of @p cell, and of whatever it is a view of.
void Lowering::write(const CellPointer& cell, ValueId value, const Node& node)
{
    noteWrite(cell, node);
    store(cell, value, node);
}

void Lowering::store(const CellPointer& cell, ValueId value, const Node& node)
{
    modify(cell);
    cell->strides.clear();
    if (cell->base) {
        refresh(cell->base);
        const auto& recipe = *cell->recipe;
        CallInputs inputs;
        for (const auto& input : recipe.inputs)
            inputs.spell(m_builder->use(input->current));
        if (inputs.inputs().size() != recipe.inputs.size())
            refuse(node, "it writes into a view that is made from one tensor twice");
        const auto call = fmt::format("ql::write_through({}, ${}, {})", recipe.call, recipe.base, inputs.spell(value));
        const auto written = emitCall("Write", call, inputs);
        store(cell->base, written, node);
        cell->seen = cell->base->version;
    }
    cell->current = {m_builder, value};
    cell->version = ++m_lastVersion;
}

ValueId Lowering::emitCall(const std::string& stem, const std::string& call, const CallInputs& inputs)
{
    PendingNode node;
    node.stem = stem;
    node.scope = m_scope;
    node.origin = origin();
    node.domain = "prim";
    node.opType = stem;
    node.inputs = inputs.inputs();
    const auto made = m_builder->addValue();
    node.outputs = {made};
    node.attributes.set(std::string(graph::kTorchCall), call);
    m_builder->addNode(std::move(node));
    return made;
}

/// The constant that @p binding is as a whole, or nothing. Tensors that the program wrote into are none any more.
std::optional<IValue> Lowering::knownValue(const Binding& binding)
{
    if (binding.isKnown()) {
        if (!binding.known.isTensor() || !binding.known.toTensor().defined())
            return binding.known;
        const auto found = m_parameters.find(binding.known.toTensor().unsafeGetTensorImpl());
        const bool isOriginal =
            found == m_parameters.end()
            || (!m_aliases.isStale(found->second) && !found->second->base && found->second->current.owner == &m_root
                && m_root.isConstant(found->second->current.id));
        return isOriginal ? std::optional(binding.known) : std::nullopt;
    }
    if (binding.kind == Binding::Kind::Cell || binding.items->cell)
        return std::nullopt;
    const auto& items = *binding.items;
    std::vector<IValue> parts;
    for (const auto& part : items.parts) {
        auto known = knownValue(part);
        if (!known)
            return std::nullopt;
        parts.push_back(std::move(*known));
    }
    if (items.kind == Items::Kind::Tuple)
        return IValue(c10::ivalue::Tuple::create(std::move(parts)));
    if (items.kind != Items::Kind::List)
        return std::nullopt;
    c10::impl::GenericList list(items.type);
    for (auto& part : parts)
        list.push_back(std::move(part));
    return IValue(list);
}

ValueId Lowering::materialise(const Binding& binding)
{
    if (binding.kind == Binding::Kind::Cell)
        return read(binding.cell);
    if (binding.isKnown() && binding.known.isTensor() && binding.known.toTensor().defined())
        return read(parameterCell(binding.known.toTensor()));
    CallInputs inputs;
    const auto spelled = binding.isKnown() ? spell(binding, inputs) : spellItems(*binding.items, inputs, true);
    return emitCall(binding.isKnown() ? "Constant" : "Construct", fmt::format("ql::same({})", spelled), inputs);
}

std::string Lowering::spellCell(const CellPointer& cell, CallInputs& inputs)
{
    auto text = inputs.spell(read(cell));
    if (cell->quantization)
        return fmt::format("ql::quantized({}, {}, {})", text, ops::spellLiteral(cell->quantization->scale),
                           cell->quantization->zeroPoint);
    if (!cell->strides.empty())
        return fmt::format("ql::strided({}, {})", text, ops::spellLiteral(IValue(cell->strides)));
    return text;
}

std::string Lowering::spell(const Binding& binding, CallInputs& inputs)
{
    if (binding.kind == Binding::Kind::Cell)
        return spellCell(binding.cell, inputs);
    if (binding.kind == Binding::Kind::Items)
        return spellItems(*binding.items, inputs, false);
    const auto& known = binding.known;
    if (known.isTensor() && known.toTensor().defined())
        return spellCell(parameterCell(known.toTensor()), inputs);
    if (known.isTensor())
        return "none";
    if (known.isObject())
        return spellPacked(known, inputs);
    if (known.isTensorList() || known.isTuple()
        || (known.isList() && !known.isIntList() && !known.isDoubleList() && !known.isBoolList())) {
        Items items;
        items.kind = known.isTuple() ? Items::Kind::Tuple : Items::Kind::List;
        if (known.isTuple())
            for (const auto& part : known.toTupleRef().elements())
                items.parts.push_back(bound(part));
        else
            for (const auto& part : known.toListRef())
                items.parts.push_back(bound(part));
        if (known.isList())
            items.type = known.toList().elementType();
        return spellItems(items, inputs, false);
    }
    return ops::spellLiteral(known);
}

std::string Lowering::spellItems(const Items& items, CallInputs& inputs, bool isTyped)
{
    if (items.cell)
        return spellCell(items.cell, inputs);
    if (items.kind == Items::Kind::Object)
        throw Error(ErrorCode::UnsupportedOperator, "an object made by the program leaves it");
    std::string text;
    for (std::size_t i = 0; i < items.parts.size(); ++i) {
        text += text.empty() ? "" : ", ";
        if (items.kind == Items::Kind::Dictionary)
            text += ops::spellLiteral(items.keys[i]) + ", ";
        text += items.parts[i].kind == Binding::Kind::Items ? spellItems(*items.parts[i].items, inputs, isTyped)
                                                            : spell(items.parts[i], inputs);
    }
    if (items.kind == Items::Kind::Tuple)
        return "(" + text + ")";
    const auto typed = [](const c10::TypePtr& type) { return ops::spellLiteral(type->annotation_str()); };
    const auto separator = text.empty() ? "" : ", ";
    if (items.kind == Items::Kind::Dictionary) {
        const auto type = items.type->expect<c10::DictType>();
        return fmt::format("ql::dictionary({}, {}{}{})", typed(type->getKeyType()), typed(type->getValueType()),
                           separator, text);
    }
    return isTyped ? fmt::format("ql::list({}{}{})", typed(items.type), separator, text) : "[" + text + "]";
}

} // namespace ql::importers::torchscript
