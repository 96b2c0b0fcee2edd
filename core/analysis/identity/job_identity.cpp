// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/identity/job_identity.h"

#include "core/base/packed.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kEnds = 64; ///< bytes at each end of a constant

void addEnds(Fingerprint& sum, const graph::TensorData& constant)
{
    const auto bytes = constant.bytes();
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    sum.add(packed(constant.shape())).add(all.size());
    sum.add(all.substr(0, kEnds)).add(all.substr(all.size() - std::min(all.size(), kEnds)));
}

void addFile(Fingerprint& sum, const std::string& path)
{
    sum.add(path);
    if (!path.empty())
        sum.addFile(path);
}

} // namespace

void addTo(Fingerprint& sum, const std::vector<std::string>& words)
{
    sum.add(words.size());
    for (const auto& word : words)
        sum.add(word);
}

void addTo(Fingerprint& sum, const graph::Graph& graph)
{
    for (const auto& node : graph.nodes()) {
        sum.add(node.name).add(node.domain).add(node.opType).add(node.inputs.size());
        for (const auto input : node.inputs)
            if (input.isValid())
                sum.add(graph.value(input).name);
    }
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const graph::ValueId id{static_cast<std::int32_t>(i)};
        if (const auto* constant = graph.constantOf(id))
            addEnds(sum.add(graph.value(id).name), *constant);
    }
}

void addTo(Fingerprint& sum, const results::QuantizationOptions& options)
{
    for (const auto& path : {options.config, options.data, options.record, options.weights})
        addFile(sum, path);
    sum.add(options.configText.value_or("")).add(options.stateDict).add(options.observer);
    sum.add(options.activationFormat).add(options.weightFormat).add(options.highPrecisionFormat);
    sum.add(packed(options.percentiles)).add(options.sampleCount).add(options.batchSize);
    for (const auto number : {options.activationBits, options.weightBits, int(options.isPerChannel),
                              int(options.isSymmetric), int(options.isUnsigned), int(options.correctsBias)})
        sum.add(std::uint64_t(number));
    for (const auto* words :
         {&options.recalibrated, &options.skippedLayers, &options.operatorTypes, &options.onlyPrefixes})
        addTo(sum, *words);
}

void addTo(Fingerprint& sum, const results::ImageOptions& images)
{
    addFile(sum, images.file);
    addTo(sum, images.settings);
}

} // namespace ql::analysis
