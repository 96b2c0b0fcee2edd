// SPDX-License-Identifier: GPL-3.0-or-later
// Custom operators that every runtime of the format has.
#include "core/import/tflite/flat_buffer.h"
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

/// Boxes, scores and anchors become the best boxes: floats out, whatever comes in.
bool mapDetectionPostProcess(Operation& operation, std::string_view standard)
{
    constexpr std::size_t kInputs = 3, kOutputs = 4;
    if (operation.inputCount() != kInputs || operation.outputCount() != kOutputs)
        return false;
    for (std::size_t i = 0; i < kInputs; ++i)
        if (!operation.has(i))
            return false;
    const auto options = flexMap(operation.table().customOptions);
    graph::Attributes attributes;
    for (const auto& [name, number] : options)
        attributes.set(name, number);
    Inputs inputs;
    for (std::size_t i = 0; i < kInputs; ++i)
        inputs.push_back(operation.asFloats(i));
    operation.give(standard, inputs, attributes, kTflite);
    return true;
}

constexpr std::array kCustomMappings{
    Mapping{"TFLite_Detection_PostProcess", mapDetectionPostProcess, "DetectionPostProcess", true},
};

} // namespace

std::span<const Mapping> customMappings()
{
    return kCustomMappings;
}

} // namespace ql::importers::tflite
