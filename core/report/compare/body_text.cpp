// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/body_text.h"

#include "core/report/format/iteration_table.h"
#include "core/report/format/layer_columns.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace ql::report {

using results::LayerIteration;
using results::LayerRow;
using results::MetricId;

namespace {

/// The error of one iteration.
std::optional<double> dbOf(const LayerIteration& iteration)
{
    return valueOf(iteration.metrics, MetricId::Sqnr);
}

} // namespace

void addBodyColumns(const std::vector<const LayerRow*>& layers, Columns<LayerRow>& columns)
{
    addBodyColumns(layers, columns, dbOf);
}

std::string iterationsSection(const std::vector<const LayerRow*>& layers)
{
    const auto metric = [](MetricId id) {
        return [id](const RowIteration<LayerRow>& at) { return Cell(valueOf(at.iteration.metrics, id)); };
    };
    return iterationsSection(layers, {{"SQNR dB", kRight, metric(MetricId::Sqnr)},
                                      {"cosine", kRight, metric(MetricId::Cosine)},
                                      {"Atol", kRight, metric(MetricId::Atol)}});
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
