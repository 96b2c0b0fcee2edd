// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/dump_values.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>

namespace ql::analysis {

namespace {

/// @p data as run time has it: .npy holds some types in wider ones.
runtime::Tensor asType(const graph::TensorData& data, graph::DataType type)
{
    runtime::Tensor tensor = ops::toTensor(data);
    const bool isBitPattern = graph::isFloatingPoint(type) && graph::bitsPerElement(type) == 8; // float8: leave it
    if (type == tensor.type || isBitPattern)
        return tensor;
    return {tensor.data.to(ops::storageType(type)), type};
}

} // namespace

DumpValues::DumpValues(const data::DumpModel& dump)
    : m_dump(dump)
    , m_macs(dump.graph().nodeCount(), 0)
{
    countMacs();
}

runtime::Tensor DumpValues::tensor(graph::ValueId value) const
{
    if (const auto* dumped = m_dump.tensorOf(value); dumped && !dumped->file.empty()) {
        const auto data = dumped->read();
        return asType(data, dumped->type.value_or(data.type()));
    }
    const auto* constant = m_dump.graph().constantOf(value);
    return constant && constant->size() > 0 ? ops::toTensor(*constant) : runtime::Tensor();
}

std::vector<runtime::Tensor> DumpValues::outputs() const
{
    std::vector<runtime::Tensor> tensors;
    for (const auto output : m_dump.graph().outputs())
        tensors.push_back(tensor(output));
    return tensors;
}

graph::Shape DumpValues::shapeOf(graph::ValueId value) const
{
    if (!value.isValid())
        return {};
    if (const auto* dumped = m_dump.tensorOf(value); dumped && dumped->shape)
        return *dumped->shape;
    const auto& declared = m_dump.graph().value(value).shape;
    if (!declared)
        return {};
    graph::Shape shape;
    for (const auto& dimension : *declared)
        shape.push_back(std::max<std::int64_t>(0, dimension.size));
    return shape;
}

void DumpValues::countMacs()
{
    const auto shapesOf = [this](const std::vector<graph::ValueId>& values) {
        std::vector<graph::Shape> shapes;
        for (const auto value : values)
            shapes.push_back(shapeOf(value));
        return shapes;
    };
    for (const auto& node : m_dump.graph().nodes())
        if (graph::multiplies(node))
            m_macs[node.id.position()] =
                graph::multiplyAccumulates(node, shapesOf(node.inputs), shapesOf(node.outputs));
}

runtime::NamedTensors inputsIn(const data::DumpModel& dump)
{
    const DumpValues values(dump);
    runtime::NamedTensors inputs;
    for (const auto input : dump.graph().inputs())
        if (auto tensor = values.tensor(input); tensor.isDefined())
            inputs.emplace(dump.graph().value(input).name, std::move(tensor));
    return inputs;
}

} // namespace ql::analysis
