// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/quant/quantized_twins.h"

#include "core/data/datasets/dataset.h"
#include "core/data/images/preprocessing.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"

#include <algorithm>
#include <cctype>

namespace ql::tests {

namespace {

using graph::Graph;
using quant::QuantSettings;

/// silero's output has two elements: one rounding that goes the other way, because a scale differs in its last bit,
/// shows.
constexpr double kTwoElementsDb = 4.0;

/// A photo as the twins' maker gave it to ultraface: the triangle filter of Python's imaging library, rounded to 8
/// bits.
runs::NamedTensors facePhoto(const std::filesystem::path& path)
{
    data::Preprocessing whole;
    whole.color = data::Preprocessing::Color::Rgb;
    whole.layout = data::Preprocessing::Layout::Nchw;
    whole.dtype = graph::DataType::Float;
    whole.resize = data::Preprocessing::Resize::None;
    const auto pixels = ops::toTensor(data::readImage(path, whole)).data;
    const auto small = at::_upsample_bilinear2d_aa(pixels, {240, 320}, false).round().clamp(0, 255);
    return {{"input", runs::Tensor((small - 127.0) / 128.0)}};
}

QuantSettings settingsOf(const Twin& twin, const Graph& graph)
{
    QuantSettings settings;
    settings.common.activation.format = {.bits = twin.activationBits, .isSigned = twin.isSigned};
    settings.common.weight.isPerChannel = twin.isPerChannel;
    settings.operatorTypes = twin.types;
    for (const auto& node : graph.nodes())
        for (const auto& part : twin.skipped)
            if (node.name.find(part) != std::string::npos)
                settings.layers[node.name].isQuantized = false;
    return settings;
}

} // namespace

const std::vector<Twin>& twins()
{
    static const std::vector<Twin> list{
        {"mnist__qdq_s8", "mnist_prep", "mnist", true, false, 8, {}, {}, {"digit0", "digit2", "digit8png", "digit9"}},
        {"cifar__qdq_s8_pc", "cifar_prep", "cifar", true, true, 8, {}, {}, {"cat", "dog", "hummingbird"}},
        {"cifar__qdq_u8s8_pt", "cifar_prep", "cifar", false, false, 8, {}, {}, {"cat", "dog", "hummingbird"}},
        {"supres__qdq_s8_pc", "supres_prep", "supres", true, true, 8, {}, {}, {"cat"}},
        {"supres__qdq_a16w8_op21", "supres_prep_op21", "supres", true, true, 16, {}, {}, {"cat"}},
        {"silero_mini_v2__qdq_s8_pc", "silero_mini_v2_prep", "silero_mini_v2", true, true, 8, {}, {}, {"en_w3"}},
        {"silero_mini_v2__qdq_s8_fix",
         "silero_mini_v2_prep",
         "silero_mini_v2",
         true,
         true,
         8,
         {"Conv", "MatMul"},
         {"Conv_34", "Conv_69"},
         {"en_w3", "en_w40", "en_w101"},
         true,
         kTwoElementsDb},
        {"dtln1__qdq_s8", "dtln1_prep", "dtln1", true, false, 8, {}, {}, {"mix_f300", "mix_f450", "en_f200"}},
        {"ultraface__qdq_s8_pc",
         "ultraface_prep",
         "ultraface",
         true,
         true,
         8,
         {},
         {},
         {"satya", "fd2"},
         false,
         1.0,
         true},
        {"ultraface__qdq_a16w8_ms",
         "ultraface_prep",
         "ultraface",
         true,
         true,
         16,
         {},
         {},
         {"satya", "fd2"},
         false,
         1.0,
         true},
    };
    return list;
}

TwinSubject::TwinSubject(const std::filesystem::path& folder, const Twin& twin)
    : m_folder(folder)
    , twin(twin)
    , model(importers::importModel(folder / "models" / (std::string(twin.model) + ".onnx")).graph)
    , reference(importers::importModel(folder / "quantized" / (std::string(twin.name) + ".onnx")).graph)
    , plan(quant::planFor(model, settingsOf(twin, model)))
{
    const auto samples = data::openDataset(folder / "calib" / (std::string(twin.data) + ".npz"), model);
    JobContext ctx;
    const auto read = [&](std::size_t i) {
        return i < samples->size() ? samples->inputs(i)
                                   : facePhoto(folder / "photos" / twin.photos[i - samples->size()]);
    };
    quant::calibrate(model, plan, {samples->size() + twin.photos.size(), read}, ctx);
}

std::map<std::string, std::filesystem::path> TwinSubject::inputFiles(const std::string& name) const
{
    std::map<std::string, std::filesystem::path> files;
    for (const auto input : model.inputs()) {
        auto file = model.value(input).name;
        std::ranges::replace_if(
            file, [](unsigned char c) { return !std::isalnum(c) && c != '_' && c != '.'; }, '_');
        files[model.value(input).name] =
            m_folder / "inputs" / (std::string(twin.data) + "__" + name + "__" + file + ".npy");
    }
    return files;
}

runs::NamedTensors TwinSubject::inputs(const std::string& name) const
{
    runs::NamedTensors tensors;
    for (const auto& [input, path] : inputFiles(name))
        tensors.emplace(input, ops::toTensor(data::readNpy(path)));
    return tensors;
}

quant::QuantPlan TwinSubject::planWithTwinsScales() const
{
    auto changed = plan;
    for (const auto& node : reference.nodes()) {
        if (node.opType != "QuantizeLinear")
            continue;
        const auto& name = reference.value(node.outputs[0]).name;
        const auto value = model.findValue(name.substr(0, name.rfind("_QuantizeLinear_Output")));
        auto& parameters = changed.quantizers[changed.decider(*changed.find(*value))].parameters;
        parameters.scales = {float(reference.constantOf(node.inputs[1])->toDoubles().front())};
        parameters.zeroPoints = {std::int32_t(reference.constantOf(node.inputs[2])->toInts().front())};
    }
    return changed;
}

} // namespace ql::tests
