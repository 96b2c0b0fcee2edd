// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/value_spelling.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/ops/torch/torch_expression.h"

#include <fmt/format.h>

namespace ql::importers::torchscript {

using c10::IValue;
using graph::ValueId;

std::optional<IValue> ValueSpelling::knownValue(const Binding& binding)
{
    if (binding.isKnown()) {
        if (!binding.known.isTensor() || !binding.known.toTensor().defined())
            return binding.known;
        return m_memory.isOriginal(binding.known.toTensor()) ? std::optional(binding.known) : std::nullopt;
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

ValueSpelling::CellPointer ValueSpelling::cellOf(const Binding& binding)
{
    if (binding.kind == Binding::Kind::Cell)
        return binding.cell;
    if (binding.isKnown() && binding.known.isTensor() && binding.known.toTensor().defined())
        return m_memory.parameterCell(binding.known.toTensor());
    if (binding.kind == Binding::Kind::Items && binding.items->cell)
        return binding.items->cell;
    return binding.kind == Binding::Kind::Items ? wholeCell(binding) : m_memory.newCell(materialise(binding));
}

ValueSpelling::CellPointer ValueSpelling::wholeCell(const Binding& binding)
{
    auto cell = m_memory.newCell(materialise(binding));
    cell->kind = Cell::Kind::Container;
    m_memory.relate(bound(cell), binding);
    return cell;
}

ValueId ValueSpelling::materialise(const Binding& binding)
{
    if (binding.kind == Binding::Kind::Cell)
        return m_memory.read(binding.cell);
    if (binding.isKnown() && binding.known.isTensor() && binding.known.toTensor().defined())
        return m_memory.read(m_memory.parameterCell(binding.known.toTensor()));
    CallInputs inputs;
    const auto spelled = binding.isKnown() ? spell(binding, inputs) : spellItems(*binding.items, inputs, true);
    return m_emitter.emitCall(binding.isKnown() ? "Constant" : "Construct", fmt::format("ql::same({})", spelled),
                              inputs);
}

std::string ValueSpelling::spellCell(const CellPointer& cell, CallInputs& inputs)
{
    auto text = inputs.spell(m_memory.read(cell));
    if (cell->quantization)
        return fmt::format("ql::quantized({}, {}, {})", text, ops::spellLiteral(cell->quantization->scale),
                           cell->quantization->zeroPoint);
    if (!cell->strides.empty())
        return fmt::format("ql::strided({}, {})", text, ops::spellLiteral(IValue(cell->strides)));
    return text;
}

std::string ValueSpelling::spell(const Binding& binding, CallInputs& inputs)
{
    if (binding.kind == Binding::Kind::Cell)
        return spellCell(binding.cell, inputs);
    if (binding.kind == Binding::Kind::Items)
        return spellItems(*binding.items, inputs, false);
    const auto& known = binding.known;
    if (known.isTensor() && known.toTensor().defined())
        return spellCell(m_memory.parameterCell(known.toTensor()), inputs);
    if (known.isTensor())
        return "none";
    if (known.isObject())
        return m_packed.spell(known, inputs);
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

std::string ValueSpelling::spellItems(const Items& items, CallInputs& inputs, bool isTyped)
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

std::vector<Binding> ValueSpelling::unpacked(const Binding& packed, std::size_t count)
{
    CallInputs inputs;
    auto pending = m_emitter.pendingNode("Unpack");
    const auto call = fmt::format("ql::unpack({})", spell(packed, inputs));
    pending.inputs = inputs.inputs();
    pending.attributes.set(std::string(graph::kTorchCall), call);
    std::vector<Binding> parts;
    for (std::size_t i = 0; i < count; ++i) {
        pending.outputs.push_back(m_emitter.builder().addValue());
        parts.push_back(bound(m_memory.newCell(pending.outputs.back())));
        m_memory.relate(parts.back(), packed);
    }
    m_emitter.builder().addNode(std::move(pending));
    return parts;
}

} // namespace ql::importers::torchscript
