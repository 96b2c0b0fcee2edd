// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/body_text.h"

#include "core/report/format/iteration_words.h"
#include "core/report/format/layer_columns.h"
#include "core/report/format/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::report {

using results::LayerIteration;
using results::LayerRow;
using results::MetricId;

namespace {

constexpr std::size_t kBodyWidth = 32;

struct IterationOfLayer {
    const LayerRow& layer;
    const LayerIteration& iteration;
};

std::string bodyOf(const LayerRow& layer)
{
    return shortened(oneLine(layer.body), kBodyWidth);
}

std::string iterationsOf(const LayerRow& layer)
{
    return iterationsText(layer, [](const LayerIteration& at) { return valueOf(at.metrics, MetricId::Sqnr); });
}

} // namespace

void addBodyColumns(const std::vector<const LayerRow*>& layers, Columns<LayerRow>& columns)
{
    if (std::ranges::any_of(layers, [](const LayerRow* layer) { return !layer->body.empty(); }))
        columns.push_back({"body", kLeft, bodyOf});
    if (std::ranges::any_of(layers, [](const LayerRow* layer) { return !layer->iterations.empty(); }))
        columns.push_back({"iterations", kLeft, iterationsOf});
}

std::string iterationsSection(const std::vector<const LayerRow*>& layers)
{
    std::vector<IterationOfLayer> all;
    for (const auto* layer : layers)
        for (const auto& iteration : layer->iterations)
            all.push_back({*layer, iteration});
    if (all.empty())
        return {};
    const auto metric = [](MetricId id) {
        return [id](const IterationOfLayer& at) { return Cell(valueOf(at.iteration.metrics, id)); };
    };
    const Columns<IterationOfLayer> columns{
        {"layer", kLeft, [](const auto& at) { return shortened(oneLine(at.layer.name), kBodyWidth); }},
        {"iteration", kRight, [](const auto& at) { return nameOf(at.iteration); }},
        {"SQNR dB", kRight, metric(MetricId::Sqnr)},
        {"cosine", kRight, metric(MetricId::Cosine)},
        {"Atol", kRight, metric(MetricId::Atol)}};
    return "Iterations of loops, from 0\n" + textTable(columns, all).plain() + "\n";
}

std::string bodiesNotRun(const results::CompareResult& result)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& layer : result.layers)
        if (layer.state == LayerRow::State::NotRun)
            ++counts[layer.body];
    std::string text;
    for (const auto& [body, count] : counts)
        text +=
            fmt::format("Neither model ran {}, with {} {}.\n", oneLine(body), count, count == 1 ? "layer" : "layers");
    return text;
}

} // namespace ql::report
