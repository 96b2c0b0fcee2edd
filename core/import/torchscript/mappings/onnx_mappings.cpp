// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/mappings/onnx_mappings.h"

#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/values/lowering_state.h"
#include "core/ops/tensor.h"

#include <array>

namespace ql::importers::torchscript {

using c10::IValue;
using graph::ValueId;

MappingArguments::MappingArguments(LoweringState& state, const c10::FunctionSchema& schema,
                                   const std::vector<Binding>& arguments, std::string stem)
    : m_state(state)
    , m_schema(schema)
    , m_arguments(arguments)
    , m_stem(std::move(stem))
{
}

const Binding* MappingArguments::find(std::string_view name) const
{
    for (std::size_t i = 0; i < m_schema.arguments().size() && i < m_arguments.size(); ++i)
        if (m_schema.arguments()[i].name() == name)
            return &m_arguments[i];
    return nullptr;
}

std::optional<IValue> MappingArguments::known(std::string_view name) const
{
    const auto* binding = find(name);
    return binding ? m_state.spelling.knownValue(*binding) : std::nullopt;
}

bool MappingArguments::isNone(std::string_view name) const
{
    const auto value = known(name);
    return value && (value->isNone() || (value->isTensor() && !value->toTensor().defined()));
}

bool MappingArguments::isFlag(std::string_view name, bool wanted) const
{
    const auto value = known(name);
    return value && value->isBool() && value->toBool() == wanted;
}

std::optional<std::int64_t> MappingArguments::integer(std::string_view name) const
{
    const auto value = known(name);
    return value && value->isInt() ? std::optional(value->toInt()) : std::nullopt;
}

std::optional<double> MappingArguments::number(std::string_view name) const
{
    const auto value = known(name);
    if (!value || !value->isScalar() || value->isComplexDouble())
        return std::nullopt;
    return value->isInt() ? double(value->toInt()) : value->toDouble();
}

std::optional<std::vector<std::int64_t>> MappingArguments::integers(std::string_view name) const
{
    const auto value = known(name);
    if (!value)
        return std::nullopt;
    if (value->isInt())
        return std::vector{value->toInt()};
    if (!value->isList())
        return std::nullopt;
    std::vector<std::int64_t> integers;
    for (const auto& item : value->toListRef()) {
        if (!item.isInt())
            return std::nullopt;
        integers.push_back(item.toInt());
    }
    return integers;
}

bool MappingArguments::isTensor(std::string_view name) const
{
    const auto* binding = find(name);
    if (!binding || binding->kind == Binding::Kind::Items)
        return false;
    return !binding->isKnown() || (binding->known.isTensor() && binding->known.toTensor().defined());
}

ValueId MappingArguments::value(std::string_view name)
{
    return isTensor(name) ? m_state.memory.read(m_state.spelling.cellOf(*find(name))) : ValueId{};
}

std::optional<std::vector<ValueId>> MappingArguments::values(std::string_view name)
{
    const auto* binding = find(name);
    if (!binding || binding->kind != Binding::Kind::Items || binding->items->cell)
        return std::nullopt;
    std::vector<ValueId> values;
    for (const auto& part : binding->items->parts)
        values.push_back(m_state.memory.read(m_state.spelling.cellOf(part)));
    return values;
}

std::optional<QuantizationParameters> MappingArguments::quantization(std::string_view name) const
{
    return isTensor(name) ? m_state.spelling.cellOf(*find(name))->quantization : std::nullopt;
}

std::vector<std::optional<QuantizationParameters>> MappingArguments::quantizations(std::string_view name) const
{
    std::vector<std::optional<QuantizationParameters>> all;
    const auto* binding = find(name);
    if (binding && binding->kind == Binding::Kind::Items && !binding->items->cell)
        for (const auto& part : binding->items->parts)
            all.push_back(m_state.spelling.cellOf(part)->quantization);
    return all;
}

const PackedParameters* MappingArguments::packed(std::string_view name)
{
    const auto object = known(name);
    return object ? m_state.packed.packedParameters(*object) : nullptr;
}

std::vector<const PackedParameters*> MappingArguments::cells(std::string_view name)
{
    std::vector<const PackedParameters*> all;
    const auto* binding = find(name);
    const auto add = [&](const IValue& object) {
        const auto parts = m_state.packed.cellParameters(object);
        all.insert(all.end(), parts.begin(), parts.end());
    };
    if (binding && binding->kind == Binding::Kind::Items && !binding->items->cell) {
        for (const auto& part : binding->items->parts)
            if (part.isKnown())
                add(part.known);
    } else if (binding && binding->isKnown() && binding->known.isList()) {
        for (const IValue& part : binding->known.toListRef())
            add(part);
    }
    return all;
}

ValueId MappingArguments::value(const Slot& slot)
{
    return slot.id.isValid() ? m_state.emitter.builder().use(slot) : ValueId{};
}

ValueId MappingArguments::zeroPoint(std::string_view name, std::int64_t value, at::ScalarType type)
{
    const auto integers = type == at::kQInt8 ? at::kChar : type == at::kQUInt8 ? at::kByte : at::kInt;
    return constant(name, ops::toTensorData(ops::Tensor(at::scalar_tensor(value, integers))));
}

ValueId MappingArguments::constant(std::string_view name, graph::TensorData data)
{
    const auto& scope = m_state.emitter.scope();
    const auto path = (scope.empty() ? m_stem : scope) + "." + std::string(name);
    return m_state.emitter.builder().use(
        {&m_state.emitter.root(), m_state.emitter.root().addConstant(path, std::move(data))});
}

ValueId MappingArguments::constant(std::string_view name, float value)
{
    return constant(name, graph::TensorData::of<float>(graph::DataType::Float, {}, {value}));
}

ValueId MappingArguments::constant(std::string_view name, const std::vector<std::int64_t>& values)
{
    return constant(name,
                    graph::TensorData::of<std::int64_t>(graph::DataType::Int64, {std::int64_t(values.size())}, values));
}

ValueId MappingArguments::emit(OnnxMapping mapping, const std::string& stem)
{
    auto node = m_state.emitter.pendingNode(stem);
    node.domain = std::move(mapping.domain);
    node.opType = std::move(mapping.opType);
    node.inputs = std::move(mapping.inputs);
    node.attributes = std::move(mapping.attributes);
    node.attributes.set(std::string(graph::kTorchCall), mapping.call);
    const auto made = m_state.emitter.builder().addValue();
    node.outputs = {made};
    m_state.emitter.builder().addNode(std::move(node));
    return made;
}

std::string MappingArguments::spell(std::string_view name, std::vector<ValueId>& inputs)
{
    CallInputs all(inputs);
    auto text = m_state.spelling.spell(*find(name), all);
    inputs = all.inputs();
    return text;
}

std::optional<OnnxMapping> findMapping(MappingArguments& arguments)
{
    constexpr std::array kFamilies{quantizedMapping,     dynamicMapping, fakeQuantizeMapping, decomposedMapping,
                                   convolutionMapping,   productMapping, elementWiseMapping,  poolingOrReductionMapping,
                                   normalizationMapping, movementMapping};
    for (const auto& family : kFamilies)
        if (auto mapping = family(arguments))
            return mapping;
    return std::nullopt;
}

OnnxMapping standard(std::string opType, std::vector<ValueId> inputs, NamedAttributes attributes)
{
    OnnxMapping mapping{.opType = std::move(opType), .inputs = std::move(inputs)};
    for (const auto& [name, value] : attributes)
        mapping.attributes.set(name, value);
    return mapping;
}

std::vector<std::int64_t> spread(std::vector<std::int64_t> values, std::size_t rank)
{
    return values.size() == 1 ? std::vector<std::int64_t>(rank, values[0]) : values;
}

std::vector<std::int64_t> bothSides(const std::vector<std::int64_t>& padding)
{
    auto pads = padding;
    pads.insert(pads.end(), padding.begin(), padding.end());
    return pads;
}

} // namespace ql::importers::torchscript
