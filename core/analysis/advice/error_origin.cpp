// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/error_origin.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kExactDb = 50.0; // beyond it no quantizer's error matters
constexpr double kLostDb = -40.0;
constexpr double kBadDb = 20.0;
constexpr double kLeastDropDb = 10.0;

/// Rows by baseline layer, and which rows are read by which.
class RowGraph {
public:
    RowGraph(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
        : m_models(models)
        , m_rowOf(models.baseline.size(), kNoLayer)
    {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].baseline != kNoLayer && rows[i].row.metrics)
                m_rowOf[rows[i].baseline] = i;
    }

    /// The nearest rows with metrics that @p layer reads, through layers without.
    std::vector<std::size_t> inputsOf(std::size_t layer) const
    {
        std::vector<std::size_t> found;
        std::vector<bool> isSeen(m_models.baseline.size(), false);
        collect(layer, found, isSeen);
        return found;
    }

private:
    void collect(std::size_t layer, std::vector<std::size_t>& found, std::vector<bool>& isSeen) const
    {
        for (const std::size_t producer : m_models.baseline[layer].producers) {
            if (isSeen[producer])
                continue;
            isSeen[producer] = true;
            if (m_rowOf[producer] != kNoLayer)
                found.push_back(m_rowOf[producer]);
            else
                collect(producer, found, isSeen);
        }
    }

    const MatchedModels& m_models;
    std::vector<std::size_t> m_rowOf;
};

std::optional<double> measuredDb(const results::LayerRow& row)
{
    if (!row.metrics)
        return std::nullopt;
    const auto& baseline = row.baseline.statistics;
    if (baseline.min == 0.0 && baseline.max == 0.0 && !std::isnan(row.metrics->sqnrDb))
        return std::nullopt; // a dead layer has no signal to lose
    if (std::isnan(row.metrics->sqnrDb) || row.analysis.statistics.nanCount > baseline.nanCount)
        return kLostDb;
    return std::clamp(row.metrics->sqnrDb, kLostDb, kExactDb);
}

bool introducesError(const LayerRowSource& source, const MatchedModels& models)
{
    if (source.analysis == kNoLayer)
        return false;
    const Layer& layer = models.analysis[source.analysis];
    return layer.quantizer.has_value() || layer.computesQuantized;
}

} // namespace

ErrorFlow errorFlowOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    const RowGraph graph(rows, models);
    ErrorFlow flow;
    flow.input.assign(rows.size(), kExactDb);
    for (const LayerRowSource& source : rows)
        flow.own.push_back(measuredDb(source.row));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].baseline == kNoLayer)
            continue;
        for (const std::size_t input : graph.inputsOf(rows[i].baseline))
            flow.input[i] = std::min(flow.input[i], flow.own[input].value_or(kExactDb));
    }
    return flow;
}

std::optional<ErrorOrigin> findErrorOrigin(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                           const ErrorFlow& flow)
{
    const RowGraph graph(rows, models);
    // The quantized row to blame for each row: itself, or the one behind the worst of what it reads.
    std::vector<std::size_t> blamed(rows.size(), kNoLayer);
    std::optional<ErrorOrigin> origin;
    double largestDrop = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].baseline == kNoLayer || !flow.own[i])
            continue;
        if (introducesError(rows[i], models)) {
            blamed[i] = i;
        } else {
            double worst = kExactDb + 1.0;
            for (const std::size_t input : graph.inputsOf(rows[i].baseline)) {
                if (blamed[input] == kNoLayer || !flow.own[input] || *flow.own[input] >= worst)
                    continue;
                worst = *flow.own[input];
                blamed[i] = blamed[input];
            }
        }
        if (blamed[i] == kNoLayer)
            continue;
        const double inputDb = flow.input[blamed[i]];
        const double drop = inputDb - *flow.own[i];
        if (*flow.own[i] >= kBadDb || drop < kLeastDropDb || drop <= largestDrop)
            continue;
        largestDrop = drop;
        origin = ErrorOrigin{blamed[i], i, inputDb, flow.own[blamed[i]].value_or(kExactDb), *flow.own[i]};
    }
    return origin;
}

} // namespace ql::analysis
