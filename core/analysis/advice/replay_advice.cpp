// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/replay_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/layers/producer_walk.h"

#include <cmath>

namespace ql::analysis {

namespace {

using results::LayerRow;
using results::ReplayKind;
using results::Severity;

const char* ruleOf(ReplayKind kind)
{
    return kind == ReplayKind::ActivationMissing ? "activation-missing"
           : kind == ReplayKind::OtherBounds     ? "other-bounds"
                                                 : "computes-otherwise";
}

bool isOnlyInBaseline(const LayerRow& row)
{
    return row.state == LayerRow::State::UnmatchedBaseline;
}

/// Relu, for example: what the baseline has at the end of the layer.
const std::string& operatorOf(const LayerRow& row)
{
    return row.baseline.opType.empty() ? row.analysis.opType : row.baseline.opType;
}

/// The quantizer's range reaches beyond the activation's bound as it is made for another layer, too.
Message activationOutOfGrid(const LayerRow& row, const SharedGrid& grid)
{
    return Message("its quantizer shares scale and zero point with {}, as {} joins both: these values go on beyond the "
                   "{}, which a quantizer of its own would end",
                   grid.with, grid.merge, operatorOf(row));
}

Message missingActivation(const LayerRow& row, const results::ReplayedLayer& replay)
{
    const auto& op = operatorOf(row);
    if (isOnlyInBaseline(row))
        return Message("this {} is missing in the analysis model: with it left out of the baseline, too, the layer "
                       "behind it gives what it gives there",
                       op);
    const auto& values = row.analysis.statistics;
    const double bound = replay.bound.value_or(0.0);
    const double farthest = values.min < bound ? values.min : values.max;
    return Message("the {} is missing: it ends the baseline's values at {}, and these go on to {}", op, number(bound),
                   number(farthest));
}

/// What the layer reads, as far as it is known.
Message readAt(double inputDb)
{
    constexpr double kExactDb = 100.0;
    return inputDb > kExactDb ? Message("its input is exact") : Message("its input is at {}", decibels(inputDb));
}

Severity severityOf(const LayerRow& row)
{
    const double db = row.replay->sqnrDb;
    if (mayBeQuantization(row))
        return Severity::Info; // a quantizer that isn't known may do that
    return !(db >= kBadDb) ? Severity::Error : !(db >= kHarmlessDb) ? Severity::Warning : Severity::Info;
}

} // namespace

Message replayDifference(const LayerRow& row, const std::optional<SharedGrid>& grid)
{
    const auto& replay = *row.replay;
    if (replay.kind == ReplayKind::ActivationMissing && grid)
        return activationOutOfGrid(row, *grid);
    const auto bound = number(replay.bound.value_or(0.0));
    switch (replay.kind) {
    case ReplayKind::Wraps:
        return Message("the values wrap: the two are off by multiples of {}, as integers that overflow", bound);
    case ReplayKind::Clamps: return Message("these end at {}, where the baseline's go on", bound);
    case ReplayKind::OtherBounds:
        return Message("the {} has other bounds: of the two, one ends at {} and the other goes on", operatorOf(row),
                       bound);
    case ReplayKind::ActivationMissing: return missingActivation(row, replay);
    case ReplayKind::Rounds: return "these lie on a coarse grid";
    case ReplayKind::MakesNan: return "these hold NaN or infinite numbers, the baseline's none";
    case ReplayKind::ConstantsDiffer: return "the layer's constants aren't the baseline's";
    case ReplayKind::Other:
    case ReplayKind::AsBaseline: break;
    }
    if (isOnlyInBaseline(row))
        return Message("this {} is missing in the analysis model", operatorOf(row));
    if (mayBeQuantization(row))
        return "the layer adds an error of its own kind";
    return "the layer computes something else, or with other constants";
}

Message replayRemedy(const LayerRow& row, const std::optional<SharedGrid>& grid)
{
    if (row.replay->kind == ReplayKind::ActivationMissing && grid)
        return Message("Give each input of {} a scale and zero point of its own.", grid->merge);
    switch (row.replay->kind) {
    case ReplayKind::Wraps: return "Let the target saturate there, or leave this layer in high precision.";
    case ReplayKind::Clamps:
        return "Give this layer the range of the float model's values, or leave it in high precision.";
    case ReplayKind::OtherBounds: return Message("Give the {} the float model's bounds.", operatorOf(row));
    case ReplayKind::ActivationMissing:
        return row.replay->bound.value_or(0.0) == 0.0
                   ? Message("Put the {} back, or a quantizer that begins at 0.", operatorOf(row))
                   : Message("Put the {} back, or a quantizer of the same bounds.", operatorOf(row));
    case ReplayKind::Rounds: return "Quantize this layer with more bits, or leave it in float.";
    case ReplayKind::ConstantsDiffer: return "Export the model again, from the float model that it is compared with.";
    case ReplayKind::MakesNan:
    case ReplayKind::Other:
    case ReplayKind::AsBaseline: break;
    }
    return "Compare the layer's operators, attributes and constants in the two models.";
}

std::optional<std::size_t> missingBefore(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                         std::size_t row)
{
    if (rows[row].baseline == kNoLayer || isOnlyInBaseline(rows[row].row) || !computesOtherwise(rows[row].row))
        return std::nullopt;
    std::vector<std::size_t> rowOf(models.baseline.size(), kNoLayer);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].baseline != kNoLayer && (rows[i].row.metrics || rows[i].row.replay))
            rowOf[rows[i].baseline] = i;
    ProducerWalk walk(models.baseline);
    for (const auto layer : walk.nearest(rows[row].baseline, [&](std::size_t each) { return rowOf[each] != kNoLayer; }))
        if (const auto found = rowOf[layer]; isOnlyInBaseline(rows[found].row) && computesOtherwise(rows[found].row))
            return found;
    return std::nullopt;
}

void adviseReplays(std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = rows[i].row;
        const bool isUnclear = mayBeQuantization(row) && (row.quantizer || row.replay->sqnrDb >= kBadDb);
        if (!computesOtherwise(row) || isUnclear || missingBefore(rows, models, i))
            continue;
        const auto grid = sharedGrid(rows, models, i);
        row.advice.push_back(advised(
            severityOf(row), ruleOf(row.replay->kind),
            Message("made here: on the same inputs the baseline's layer gives other values, which agree to {}; {}.",
                    decibels(row.replay->sqnrDb), replayDifference(row, grid)),
            replayRemedy(row, grid)));
    }
}

results::Diagnostic replayedOrigin(const LayerRow& row, const std::optional<SharedGrid>& grid, Severity severity)
{
    const auto read = readAt(row.replay->inputDb);
    const auto agreement = decibels(row.replay->sqnrDb);
    return advised(severity, "error-origin",
                   Message("the error starts here: {}, and on the same inputs the baseline's layer gives other values, "
                           "which agree to {}; {}.",
                           read, agreement, replayDifference(row, grid)),
                   replayRemedy(row, grid));
}

} // namespace ql::analysis
