// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/calibration_advice.h"
#include "core/analysis/advice/constant_advice.h"
#include "core/analysis/advice/effect_advice.h"
#include "core/analysis/advice/error_origin.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/advice/layers_alike.h"
#include "core/analysis/advice/replay_advice.h"
#include "core/analysis/measure/removed_noise.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr std::size_t kManyLayers = 3;
constexpr double kUselessDb = 10.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What the constants of a row's layer have to do with its error.
struct RowConstants {
    std::vector<OtherConstant> others;
    std::optional<WeightGrid> grid;
};

bool isCompared(const LayerRowSource& source)
{
    return source.row.state == results::LayerRow::State::Compared && source.row.metrics && source.analysis != kNoLayer;
}

bool hasScaleOne(const LayerRowSource& source)
{
    const auto& quantizer = source.row.quantizer;
    return quantizer
           && std::all_of(quantizer->scales.begin(), quantizer->scales.end(), [](double s) { return s == 1.0; });
}

/// A quantizer's scale starts at 1; where many still have it, calibration may never have run. Wrong where the values of
/// so many layers do span what its integers do.
void adviseScaleOne(std::vector<LayerRowSource>& rows)
{
    const auto quantized = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& source) { return source.row.quantizer.has_value(); }));
    const auto atOne = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), hasScaleOne));
    if (atOne < kManyLayers || 2 * atOne < quantized)
        return;
    for (LayerRowSource& source : rows)
        if (hasScaleOne(source) && !isHarmless(source.row))
            source.row.advice.push_back(advised(
                Severity::Error, "scale-one",
                Message("the scale is exactly 1, as on {} of {} quantized layers: it may never have been calibrated.",
                        atOne, quantized),
                "Run calibration before the comparison."));
}

double sqnrDbOf(const results::OutputComparison& output)
{
    return output.metrics && !std::isnan(output.metrics->sqnrDb) ? output.metrics->sqnrDb : -kInfinity;
}

Message remedyFor(const LayerRowSource& source, const MatchedModels& models, const RowConstants& constants)
{
    const auto& row = source.row;
    if (!constants.others.empty())
        return Message("Fix this layer first. {}", remedyOf(constants.others));
    if (ownCause(*row.causes) == "weights")
        return Message("Fix this layer first: {}", finerWeight(constants.grid));
    if (!row.quantizer)
        return "Check the scales of its input and weight, or leave it in float.";
    if (ownCause(*row.causes) == "clamping" && !row.quantizer->isPerChannel()) {
        const auto covering = coveringParameters(*row.quantizer, neededRange(source, models));
        const auto wider = widerThan(row.quantizer->dtype);
        return covering.zeroPoint ? Message("Fix this layer first: a scale of {} covers its data with zero point {}; "
                                            "else try {}.",
                                            number(covering.scale), *covering.zeroPoint, wider)
                                  : Message("Fix this layer first: a scale of {} covers its data; else try {}.",
                                            number(covering.scale), wider);
    }
    return Message("Fix this layer first: try {}, or skip it.", widerThan(row.quantizer->dtype));
}

/// What is said of the layer at which the error starts, but for where it shows.
struct OriginReason {
    Message cause; ///< without a full stop
    Message remedy;
    bool isShown = false; ///< by controlled runs, or by the constants themselves
};

OriginReason reasonOf(const LayerRowSource& source, const MatchedModels& models, const RowConstants& constants,
                      const std::optional<SharedGrid>& grid)
{
    if (isOtherFunction(source.row) || (computesOtherwise(source.row) && constants.others.empty()))
        return {replayDifference(source.row, grid), replayRemedy(source.row, grid), true};
    if (source.analysis == kNoLayer)
        return {};
    const bool isOther = !constants.others.empty();
    const Message cause = isOther ? differenceOf(constants.others.front(), true) : causeOf(source, models);
    if (!isOther && !source.row.causes)
        return {cause, "Nothing was run again to make sure: shadow and attribution tell."};
    return {cause, remedyFor(source, models, constants), isOther || isMadeHere(source.row)};
}

Message inputAndOutput(const results::LayerRow& row, double inputDb)
{
    const auto own = decibels(row.metrics->sqnrDb);
    return inputDb >= kExactDb ? Message("what it reads is exact, what it gives is at {}", own)
                               : Message("what it reads is at {}, what it gives is at {}", decibels(inputDb), own);
}

/// Why the layer makes its error, where that was shown.
Message localCauseOf(const results::LayerRow& row, const OriginReason& reason)
{
    if (!reason.isShown || !row.causes || computesOtherwise(row) || !isMadeHere(row))
        return reason.isShown ? reason.cause : Message();
    return Message("on exact inputs the layer alone is at {} ({}). {}", decibels(row.causes->localDb),
                   partsOf(*row.causes), reason.cause);
}

/// Wrong where the error comes in with the inputs: claimed only where controlled runs of the layer say so.
Diagnostic originAdvice(const LayerRowSource& source, const results::LayerRow& worst, double inputDb,
                        const ErrorOrigin& origin, const OriginReason& reason, Severity severity)
{
    const auto& row = source.row;
    if (origin.proof != ErrorOrigin::Proof::Local) {
        const bool isKnown = reason.isShown && row.effect->together.empty();
        return effectAdvice(row, origin, severity, localCauseOf(row, reason),
                            isKnown ? reason.remedy : remedyByEffect(row));
    }
    const Message itself = inputAndOutput(row, inputDb);
    const Message shown = origin.row == origin.worstRow
                              ? itself
                              : Message("{}; seen at {} ({}), which is at {}", itself, worst.name,
                                        worst.analysis.opType, decibels(worst.metrics->sqnrDb));
    if (!origin.isMeasured)
        return advised(Severity::Warning, "error-origin",
                       Message("the error may start here: {}. {}.", shown, reason.cause), reason.remedy, kIsGuess);
    const auto local = decibels(row.causes->localDb);
    const auto parts = partsOf(*row.causes);
    const bool wasRun = row.effect && row.effect->setRightDb;
    return advised(severity, "error-origin",
                   origin.losesLikewise > 0
                       ? Message("the error starts here, and {} more layers lose nearly everything by themselves, "
                                 "too: {}; on exact inputs it alone is at {} ({}). {}.",
                                 origin.losesLikewise, shown, local, parts, reason.cause)
                       : Message("the error starts here: {}; on exact inputs it alone is at {} ({}). {}.", shown, local,
                                 parts, reason.cause),
                   wasRun ? reason.remedy : asProposal(reason.remedy));
}

/// Why NaN and infinite values begin in a layer.
struct NonFiniteReason {
    Message what;
    bool isCertain = true;
    bool isConstant = false; ///< of the model, not a number that it can't hold
};

/// Nothing where the layer computes as the baseline's does: then what it reads is to blame, though finite.
std::optional<NonFiniteReason> nonFiniteReason(const LayerFacts& facts)
{
    constexpr double kLargestHalf = 65504.0;
    const auto& row = facts.row;
    const auto& baseline = row.baseline.statistics;
    const double reach = std::max(std::abs(baseline.min), std::abs(baseline.max));
    const auto half = graph::name(graph::DataType::Float16);
    if (const auto constant = ownNonFiniteConstant(facts))
        return NonFiniteReason{Message("its constant {} holds such values", constant->name), true, true};
    if (row.analysis.dtype == half && reach > kLargestHalf)
        return NonFiniteReason{
            Message("the baseline's values reach {}, and float16 holds up to {}", number(reach), number(kLargestHalf))};
    if (row.replay && row.replay->kind == results::ReplayKind::MakesNan)
        return NonFiniteReason{"on the same inputs the baseline's layer gives none"};
    if (row.causes && std::isnan(row.causes->localDb))
        return NonFiniteReason{"on exact inputs it alone gives such values, too"};
    if (row.analysis.dtype != row.baseline.dtype)
        return NonFiniteReason{Message("it computes in {}, the baseline in {}", row.analysis.dtype, row.baseline.dtype),
                               false};
    return std::nullopt;
}

Diagnostic nonFiniteAdvice(const results::LayerRow& row, const NonFiniteReason& reason, bool isOnly)
{
    const auto& statistics = row.analysis.statistics;
    const auto count = shareOfValues(statistics.nanCount + statistics.infCount, statistics.count);
    const Message remedy =
        reason.isConstant
            ? Message("Fix this layer first: give the constant its number, by converting the model again.")
            : Message("Fix this layer first: leave it in high precision, or scale its values down.");
    if (!reason.isCertain)
        return advised(Severity::Warning, "error-origin",
                       Message("NaN and infinite values may begin here: {}, while what it reads has none; {}.", count,
                               reason.what),
                       remedy, kIsGuess);
    return advised(Severity::Error, "error-origin",
                   isOnly ? Message("all NaN and infinite values of the output begin here: {}; {}.", count, reason.what)
                          : Message("NaN and infinite values of the output begin here, and in other layers: {}; {}.",
                                    count, reason.what),
                   remedy);
}

/// Of the first output that has more NaN or infinite values than the baseline's. Returns whether it is known where they
/// begin.
bool adviseNonFinite(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ErrorFlow& flow,
                     results::CompareResult& result)
{
    if (std::ranges::none_of(rows, hasMoreNonFinite, &LayerRowSource::row))
        return false;
    for (const auto& output : result.outputs) {
        const auto starts = findNonFiniteStarts(rows, models, flow, output);
        for (const auto start : starts) {
            auto& row = rows[start].row;
            const auto reason = nonFiniteReason({row, rows[start], models});
            if (!reason)
                continue;
            row.advice.push_back(nonFiniteAdvice(row, *reason, starts.size() == 1));
            result.errorOrigin = row.name;
            result.isOriginMeasured = reason->isCertain;
            return true;
        }
    }
    return false;
}

/// Many quantizers are off by one cause: that is the origin, whatever each of them does.
void adviseCalibration(results::LayerRow& row, const WrongCalibration& calibration, results::CompareResult& result)
{
    std::erase_if(row.advice, [](const Diagnostic& advice) { return !advice.isGuess && advice.rule == "clamping"; });
    row.advice.push_back(advised(Severity::Error, "error-origin", calibration.origin, calibration.remedy));
    result.errorOrigin = row.name;
    result.isOriginMeasured = true; // nothing but its own quantizer stands between the input and its value
}

/// Where no quantizer tells: the layer that is worst against what it reads, and has constants of its own. Certain where
/// what it reads is exact.
void adviseOtherConstants(std::vector<LayerRowSource>& rows, const ErrorFlow& flow,
                          const std::vector<RowConstants>& constants, results::CompareResult& result)
{
    std::optional<std::size_t> worst;
    const auto dropOf = [&](std::size_t row) { return flow.inputDb(row) - rows[row].row.metrics->sqnrDb; };
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!constants[i].others.empty() && isBad(rows[i].row) && (!worst || dropOf(i) > dropOf(*worst)))
            worst = i;
    if (!worst)
        return;
    auto& row = rows[*worst].row;
    const auto& others = constants[*worst].others;
    const Message shown = inputAndOutput(row, flow.inputDb(*worst));
    const Message cause = differenceOf(others.front(), true);
    const Message remedy("Fix this layer first. {}", remedyOf(others));
    result.errorOrigin = row.name;
    result.isOriginMeasured = flow.inputDb(*worst) >= kExactDb;
    row.advice.push_back(
        result.isOriginMeasured
            ? advised(Severity::Error, "error-origin", Message("the error starts here: {}. {}.", shown, cause), remedy)
            : advised(Severity::Warning, "error-origin", Message("the error may start here: {}. {}.", shown, cause),
                      remedy, kIsGuess));
}

/// Where the worst output is bad: the first layer that has a NaN among its constants, which an integer type hides.
bool adviseNanConstant(std::vector<LayerRowSource>& rows, const MatchedModels& models, results::CompareResult& result)
{
    if (std::ranges::none_of(result.outputs, [](const auto& output) { return sqnrDbOf(output) < kBadDb; }))
        return false;
    for (auto& source : rows)
        if (auto advice = isCompared(source) && hasNanWeightAdvice(source.row) ? nanOrigin({source.row, source, models})
                                                                               : std::nullopt) {
            source.row.advice.push_back(std::move(*advice));
            result.errorOrigin = source.row.name;
            result.isOriginMeasured = true;
            return true;
        }
    return false;
}

/// Of the worst output: by what layers mean for it, else, where that is bad, by their own errors.
void adviseOrigin(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ErrorFlow& flow,
                  const std::vector<RowConstants>& constants, const std::optional<WrongCalibration>& calibration,
                  results::CompareResult& result)
{
    const auto output = std::ranges::min_element(result.outputs, Rising<NaNs::First>(), sqnrDbOf);
    if (output == result.outputs.end())
        return;
    if (calibration)
        return adviseCalibration(rows[calibration->row].row, *calibration, result);
    auto origin = originByEffects(rows);
    if (!origin && sqnrDbOf(*output) < kBadDb)
        origin = findErrorOrigin(rows, models, flow, *output);
    // What all layers of a kind lose alike, as 4-bit weights do, starts at none of them.
    if (origin && !computesOtherwise(rows[origin->row].row) && constants[origin->row].others.empty()
        && isAsItsKind(rows, origin->row))
        origin.reset();
    if (!origin)
        return adviseOtherConstants(rows, flow, constants, result);
    results::LayerRow& row = rows[origin->row].row;
    const bool isByEffect = origin->proof != ErrorOrigin::Proof::Local;
    if (!isByEffect && row.causes && ownCause(*row.causes) == "clamping" && row.quantizer
        && !isClampingRead(rows[origin->row], models))
        return; // every reader cuts off what it clamps
    const double db = row.effect ? row.effect->wholeDb : sqnrDbOf(*output);
    const auto severity = db >= kUselessDb ? Severity::Warning : Severity::Error;
    const auto grid = sharedGrid(rows, models, origin->row);
    const auto reason = reasonOf(rows[origin->row], models, constants[origin->row], grid);
    row.advice.push_back(!isByEffect && computesOtherwise(row)
                             ? replayedOrigin(row, grid, severity)
                             : originAdvice(rows[origin->row], rows[origin->worstRow].row, flow.inputDb(origin->row),
                                            *origin, reason, severity));
    result.errorOrigin = row.name;
    result.isOriginMeasured = origin->isMeasured;
}

std::vector<RowConstants> constantsOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                      const ErrorFlow& flow)
{
    ConstantComparison comparison(models);
    std::vector<RowConstants> constants(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isCompared(rows[i]) && mayHaveOtherConstants(rows[i].row, flow.inputDb(i)))
            constants[i] = {harmfulConstants(comparison.othersOf(rows[i]), rows[i].row), comparison.gridOf(rows[i])};
    return constants;
}

/// A NaN among its constants, found in the analysis model alone: no severity is too high, and what else is said of the
/// layer would be made of it.
bool isAboutNanConstant(const LayerFacts& facts)
{
    return hasNanWeightAdvice(facts.row) && hasNanConstant(facts);
}

/// The origin, then what was measured, most severe first, then guesses.
auto rankOf(const Diagnostic& advice)
{
    return std::tuple(advice.rule != "error-origin", advice.isGuess, -int(advice.severity));
}

} // namespace

void advise(std::vector<LayerRowSource>& rows, const MatchedModels& models, results::CompareResult& result,
            bool comparesConstants)
{
    const ErrorFlow flow = errorFlowOf(rows, models);
    const auto constants = comparesConstants ? constantsOf(rows, models, flow) : std::vector<RowConstants>(rows.size());
    const bool areFinite = areQuicklyReadFinite(models.analysisGraph);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isCompared(rows[i]))
            continue;
        const auto worst = flow.worstInput(i);
        const auto nonFinite = nonFiniteInput(rows, flow, i);
        const LayerFacts facts{rows[i].row,
                               rows[i],
                               models,
                               flow.inputDb(i),
                               worst ? &rows[*worst].row : nullptr,
                               nonFinite ? &rows[*nonFinite].row : nullptr,
                               constants[i].others,
                               constants[i].grid,
                               areFinite};
        for (const LayerRule rule : layerRules())
            if (auto advice = rule(facts))
                rows[i].row.advice.push_back(std::move(*advice));
        if (isAboutNanConstant(facts))
            std::erase_if(rows[i].row.advice, [](const Diagnostic& one) { return !one.rule.starts_with("nan-"); });
    }
    adviseScaleOne(rows);
    // Random numbers are prepared as nobody's data is.
    const auto calibration =
        result.verdict.areInputsRandom ? std::optional<WrongCalibration>() : wrongCalibration(rows, models);
    if (calibration)
        rows[calibration->row].row.advice.push_back(
            advised(Severity::Warning, "wrong-calibration", calibration->sentence, calibration->remedy));
    adviseReplays(rows, models);
    if (!adviseNonFinite(rows, models, flow, result) && !adviseNanConstant(rows, models, result))
        adviseOrigin(rows, models, flow, constants, calibration, result);
    const auto quality = result.verdict.quality();
    const bool isHealthy = quality == results::Quality::Equal || quality == results::Quality::Fine;
    for (LayerRowSource& source : rows) {
        std::ranges::stable_sort(source.row.advice, {}, rankOf);
        if (!isHealthy || (isCompared(source) && isAboutNanConstant({source.row, source, models})))
            continue;
        for (Diagnostic& advice : source.row.advice)
            advice.severity = Severity::Info;
    }
}

} // namespace ql::analysis
