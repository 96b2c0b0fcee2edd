// SPDX-License-Identifier: GPL-3.0-or-later
// Products and recurrent layers that quantize what they read as they run.
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/import/torchscript/values/packed_parameters.h"

namespace ql::importers::torchscript {

namespace {

/// LibTorch's recurrent operators: data, states, then per layer and direction both weights and biases.
std::optional<OnnxMapping> recurrentMapping(MappingArguments& arguments)
{
    const auto cells = arguments.cells("params");
    const auto& stem = arguments.stem();
    auto states = arguments.values("hx");
    OnnxMapping mapping;
    mapping.inputs = {arguments.value("input")};
    if (states)
        mapping.inputs.insert(mapping.inputs.end(), states->begin(), states->end());
    else if (arguments.isTensor("hx"))
        mapping.inputs.push_back(arguments.value("hx"));
    if ((stem != "quantized_lstm" && stem != "quantized_gru") || cells.empty() || mapping.inputs.size() < 2)
        return std::nullopt;
    std::vector<std::int64_t> listed;
    const auto first = std::int64_t(mapping.inputs.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!cells[i]->scale.id.isValid())
            return std::nullopt;
        const auto weightSlot = first + std::int64_t(i / 2 * 4 + i % 2);
        listed.insert(listed.end(), {std::int64_t(mapping.inputs.size()), weightSlot});
        mapping.inputs.insert(mapping.inputs.end(),
                              {arguments.value(cells[i]->weight), arguments.value(cells[i]->scale),
                               arguments.value(cells[i]->zeroPoint)});
        if (!cells[i]->bias.id.isValid())
            continue;
        listed.insert(listed.end(), {-std::int64_t(mapping.inputs.size()), weightSlot + 2});
        mapping.inputs.push_back(arguments.value(cells[i]->bias));
    }
    mapping.domain = "aten";
    mapping.opType = stem;
    mapping.isQuantized = true;
    mapping.attributes.set(std::string(graph::kQuantizedOperands), listed);
    return mapping;
}

} // namespace

std::optional<OnnxMapping> dynamicMapping(MappingArguments& arguments)
{
    if (auto mapping = recurrentMapping(arguments))
        return mapping;
    const auto& stem = arguments.stem();
    const auto* packed = arguments.packed("W_prepack");
    if (!stem.starts_with("linear_") || stem.find("dynamic") == stem.npos || !packed || !packed->scale.id.isValid()
        || !arguments.isTensor("X"))
        return std::nullopt;
    OnnxMapping mapping{.domain = "quantized",
                        .opType = "DynamicQuantizeMatMul",
                        .inputs = {arguments.value("X"), arguments.value(packed->weight),
                                   arguments.value(packed->scale), arguments.value(packed->zeroPoint)},
                        .isQuantized = true};
    if (packed->bias.id.isValid())
        mapping.inputs.push_back(arguments.value(packed->bias));
    mapping.attributes.set("transB", std::int64_t(1));
    if (arguments.isFlag("reduce_range", true))
        mapping.attributes.set(std::string(graph::kReduceRange), std::int64_t(1));
    return mapping;
}

} // namespace ql::importers::torchscript
