// SPDX-License-Identifier: GPL-3.0-or-later
// Custom operators that every runtime of the format has.
#include "core/import/tflite/mappings/mappings.h"

#include <flatbuffers/flexbuffers.h>

#include <algorithm>
#include <array>

namespace ql::importers::tflite {

namespace {

/// The numbers and truth values of a FlexBuffers map (https://flatbuffers.dev/flexbuffers); other members are left out.
graph::Attributes attributesOfMap(std::span<const std::byte> bytes)
{
    constexpr std::size_t kMostBytes = 1 << 14; // tens of names and numbers; long names that share letters need more
    const auto require = [](bool isComplete) {
        if (!isComplete)
            throwDamaged("its custom options break off or point outside themselves");
    };
    if (bytes.size() > kMostBytes)
        throwDamaged(Message("its custom options take {} bytes, expected at most {}", bytes.size(), kMostBytes));
    const std::span data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    std::vector<std::uint8_t> seen; // what is shared is checked once
    require(flexbuffers::Verifier(data.data(), data.size(), &seen, false).VerifyBuffer());
    const auto root = flexbuffers::GetRoot(data.data(), data.size());
    if (!root.IsMap())
        throwDamaged("its custom options are no map");
    graph::Attributes attributes;
    const auto names = root.AsMap().Keys();
    require(names.size() == root.AsMap().size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto* name = names[i].AsKey();
        const auto* end = reinterpret_cast<const char*>(data.data() + data.size());
        require(std::find(name, end, '\0') != end); // the verifier of version 2.0.8 forgets to
        if (const auto number = root.AsMap().Values()[i]; number.IsNumeric() || number.IsBool())
            attributes.set(name, number.AsDouble());
    }
    return attributes;
}

/// Boxes, scores and anchors become the best boxes: floats out, whatever comes in.
bool mapDetectionPostProcess(Operation& operation, std::string_view standard)
{
    constexpr std::size_t kInputs = 3, kOutputs = 4;
    if (operation.inputCount() != kInputs || operation.outputCount() != kOutputs)
        return false;
    for (std::size_t i = 0; i < kInputs; ++i)
        if (!operation.has(i))
            return false;
    Inputs inputs;
    for (std::size_t i = 0; i < kInputs; ++i)
        inputs.push_back(operation.asFloats(i));
    operation.give(standard, inputs, attributesOfMap(operation.table().customOptions), kTflite);
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
