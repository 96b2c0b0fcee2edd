// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/error_origin.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/replay_advice.h"
#include "core/analysis/layers/producer_walk.h"
#include "core/analysis/measure/removed_noise.h"
#include "core/analysis/verdict/quality.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ql::analysis {

namespace {

constexpr double kLeastShare = 0.5;
constexpr double kUnknownShare = 0.3;
constexpr double kSameDb = 1.0;
constexpr double kNothingLeftDb = 3.0;

/// Rows by baseline layer, and which rows are read by which.
class RowGraph {
public:
    RowGraph(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
        : m_models(models)
        , m_rowOf(models.baseline.size(), kNoLayer)
        , m_walk(models.baseline)
    {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].baseline != kNoLayer && rows[i].row.metrics)
                m_rowOf[rows[i].baseline] = i;
    }

    /// The nearest rows with metrics that @p layer reads, through layers without.
    std::vector<std::size_t> inputsOf(std::size_t layer)
    {
        auto found = m_walk.nearest(layer, [this](std::size_t producer) { return m_rowOf[producer] != kNoLayer; });
        for (auto& producer : found)
            producer = m_rowOf[producer];
        return found;
    }

    /// The row of the baseline's value @p name, or the nearest measured ones behind it.
    std::vector<std::size_t> behind(const std::string& name)
    {
        const auto value = m_models.baselineGraph.findValue(name);
        for (std::size_t layer = 0; layer < m_models.baseline.size(); ++layer)
            if (value && (m_models.baseline[layer].value == *value || m_models.baseline[layer].own == *value))
                return m_rowOf[layer] != kNoLayer ? std::vector{m_rowOf[layer]} : inputsOf(layer);
        return {};
    }

private:
    const MatchedModels& m_models;
    std::vector<std::size_t> m_rowOf;
    ProducerWalk m_walk;
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

/// Noise per signal; of what wasn't measured none.
double noiseIn(std::optional<double> db)
{
    return db ? noiseOf(*db) : 0.0;
}

/// Which part of a row's error which row made. Rows stand behind those that they read.
class ErrorShares {
public:
    ErrorShares(const std::vector<LayerRowSource>& rows, const MatchedModels& models, const ErrorFlow& flow)
        : m_flow(flow)
    {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            m_inputNoise.push_back(0.0);
            for (const auto input : flow.inputs[i])
                m_inputNoise[i] += noiseIn(flow.own[input]);
            m_own.push_back(ownShare(rows[i], models, noiseIn(flow.own[i]), noiseOf(flow.inputDb(i))));
        }
    }

    /// By row, which part of the error of row @p shown it made.
    std::vector<double> makersOf(std::size_t shown) const
    {
        std::vector<double> brought(m_own.size(), 0.0);
        brought[shown] = 1.0;
        for (auto i = shown + 1; i-- > 0;) {
            for (const auto input : m_flow.inputs[i])
                brought[input] += brought[i] * handedOn(i, input);
            brought[i] *= m_own[i];
        }
        return brought;
    }

    /// By row, which part of its error row @p maker made.
    std::vector<double> madeBy(std::size_t maker) const
    {
        std::vector<double> shares(m_own.size(), 0.0);
        shares[maker] = m_own[maker];
        for (auto i = maker + 1; i < shares.size(); ++i)
            for (const auto input : m_flow.inputs[i])
                shares[i] += handedOn(i, input) * shares[input];
        return shares;
    }

private:
    double handedOn(std::size_t row, std::size_t input) const
    {
        return m_inputNoise[row] > 0.0 ? (1.0 - m_own[row]) * noiseIn(m_flow.own[input]) / m_inputNoise[row] : 0.0;
    }

    static double ownShare(const LayerRowSource& source, const MatchedModels& models, double noise, double inputNoise)
    {
        if (noise == 0.0)
            return 0.0;
        if (const auto measured = shareMadeHere(source.row))
            return *measured;
        if (source.analysis == kNoLayer)
            return 0.0;
        const Layer& layer = models.analysis[source.analysis];
        const bool isQuantized = layer.quantizer.has_value() || layer.computesQuantized;
        // What wasn't run may make as much as it reads without a drop to show for it.
        const double least = isBad(source.row) ? kUnknownShare : 0.0;
        return isQuantized ? std::max(least, 1.0 - inputNoise / noise) : 0.0;
    }

    const ErrorFlow& m_flow;
    std::vector<double> m_inputNoise; ///< by row, of all that it reads
    std::vector<double> m_own;        ///< by row, which part of its error it makes itself
};

bool losesNearlyEverything(const results::LayerRow& row)
{
    if (computesOtherwise(row))
        return !(row.replay->sqnrDb >= kNothingLeftDb);
    return row.causes && !(row.causes->localDb >= kNothingLeftDb);
}

/// The first row that computes another function than the baseline's and so loses what the output lacks: of all rows
/// where nothing is known of what they read.
std::optional<std::size_t> otherFunction(const std::vector<LayerRowSource>& rows, const ErrorFlow& flow,
                                         const std::vector<double>& made)
{
    const bool isConnected = std::ranges::any_of(flow.inputs, [](const auto& inputs) { return !inputs.empty(); });
    for (std::size_t i = 0; i < rows.size(); ++i)
        if ((made[i] > 0.0 || !isConnected) && isOtherFunction(rows[i].row) && !(rows[i].row.replay->sqnrDb >= kBadDb))
            return i;
    return std::nullopt;
}

/// Who makes at least half of the error of row @p worst. Where no one does, and several each lose nearly everything,
/// the first of them: what the others lose was lost already.
std::optional<std::size_t> makerOf(const std::vector<LayerRowSource>& rows, const ErrorFlow& flow,
                                   const ErrorShares& shares, std::size_t worst)
{
    const auto made = shares.makersOf(worst);
    if (const auto other = otherFunction(rows, flow, made))
        return other;
    const auto most = std::size_t(std::ranges::max_element(made, Rising<NaNs::First>()) - made.begin());
    const bool isMaker = !rows[most].row.causes || isMadeHere(rows[most].row);
    const bool wasLostBefore = losesNearlyEverything(rows[most].row) && flow.inputDb(most) < kNothingLeftDb;
    if (made[most] >= kLeastShare && !wasLostBefore)
        return isMaker ? std::optional(most) : std::nullopt;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (made[i] > 0.0 && isMadeHere(rows[i].row) && losesNearlyEverything(rows[i].row))
            return i;
    return std::nullopt;
}

/// The first of the layers that hand the values of row @p maker on in the same grid, and are as bad: the grid is
/// theirs.
std::size_t firstOfGrid(const std::vector<LayerRowSource>& rows, const ErrorFlow& flow, std::size_t maker)
{
    const auto isOfSameGrid = [&](std::size_t input) {
        return input < maker && isSameGrid(rows[input].row.quantizer, rows[maker].row.quantizer)
               && isBad(rows[input].row);
    };
    auto found = std::ranges::find_if(flow.inputs[maker], isOfSameGrid);
    while (found != flow.inputs[maker].end()) {
        maker = *found;
        found = std::ranges::find_if(flow.inputs[maker], isOfSameGrid);
    }
    return maker;
}

/// Whether the effect of @p leader is one of several layers, @p other among them.
bool isOfItsGroup(const results::LayerRow& leader, const results::LayerRow& other)
{
    return leader.effect && std::ranges::find(leader.effect->together, other.name) != leader.effect->together.end();
}

/// The first of the largest of @p parts, by row, where it is ahead of all others but those that it stands for.
std::optional<std::size_t> leaderOf(const std::vector<LayerRowSource>& rows, const std::vector<double>& parts,
                                    double least)
{
    const auto most = std::size_t(std::ranges::max_element(parts) - parts.begin());
    if (most == parts.size() || parts[most] < least)
        return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (i != most && kLeastAhead * parts[i] > parts[most] && !isOfItsGroup(rows[most].row, rows[i].row))
            return std::nullopt;
    return most;
}

/// The part of the output's noise power that is gone with the row's layer set right.
double removedBy(const results::LayerRow& row)
{
    return row.effect && row.effect->setRightDb ? removedNoise(row.effect->wholeDb, *row.effect->setRightDb) : 0.0;
}

/// The noise power with the row's layer alone wrong, as a part of the output's.
double madeAloneBy(const results::LayerRow& row)
{
    return row.effect && row.effect->aloneDb ? noiseOf(*row.effect->aloneDb) / noiseOf(row.effect->wholeDb) : 0.0;
}

/// The output was measured with the layer set right, and if that could be with it alone wrong: neither matters much.
bool isAcquitted(const results::LayerRow& row)
{
    return row.effect && row.effect->setRightDb && removedBy(row) < kUnknownShare && madeAloneBy(row) < kLeastShare;
}

} // namespace

std::optional<ErrorOrigin> originByEffects(const std::vector<LayerRowSource>& rows)
{
    const auto judged = std::ranges::find_if(rows, [](const auto& source) { return source.row.effect.has_value(); });
    if (judged == rows.end())
        return std::nullopt;
    const bool isFair = judged->row.effect->wholeDb >= kBadDb;
    const double least = isFair ? kLeastRemovedOfFair : kLeastRemoved;
    std::vector<double> removed, made;
    for (const auto& source : rows) {
        removed.push_back(removedBy(source.row));
        // A fair output takes what it becomes with the layer set right, where that is known.
        const bool isShown = isFair && source.row.effect && source.row.effect->setRightDb;
        made.push_back(isShown ? 0.0 : madeAloneBy(source.row));
    }
    using Proof = ErrorOrigin::Proof;
    if (const auto row = leaderOf(rows, removed, least);
        row && !(isFair && *rows[*row].row.effect->setRightDb < kFineDb))
        return ErrorOrigin{*row, *row, true, 0, Proof::SetRight};
    if (const auto row = leaderOf(rows, made, least))
        return ErrorOrigin{*row, *row, true, 0, Proof::Alone};
    return std::nullopt;
}

std::optional<std::size_t> ErrorFlow::worstInput(std::size_t row) const
{
    std::optional<std::size_t> worst;
    for (const auto input : inputs[row])
        if (own[input] && *own[input] < kExactDb && (!worst || *own[input] < *own[*worst]))
            worst = input;
    return worst;
}

double ErrorFlow::inputDb(std::size_t row) const
{
    const auto worst = worstInput(row);
    return worst ? *own[*worst] : kExactDb;
}

std::optional<std::size_t> nonFiniteInput(const std::vector<LayerRowSource>& rows, const ErrorFlow& flow,
                                          std::size_t row)
{
    const auto& inputs = flow.inputs[row];
    const auto found =
        std::ranges::find_if(inputs, [&rows](std::size_t input) { return hasMoreNonFinite(rows[input].row); });
    return found == inputs.end() ? std::nullopt : std::optional(*found);
}

ErrorFlow errorFlowOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    RowGraph graph(rows, models);
    ErrorFlow flow;
    for (const LayerRowSource& source : rows) {
        flow.own.push_back(measuredDb(source.row));
        flow.inputs.push_back(source.baseline == kNoLayer ? std::vector<std::size_t>{}
                                                          : graph.inputsOf(source.baseline));
    }
    return flow;
}

std::optional<ErrorOrigin> findErrorOrigin(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                           const ErrorFlow& flow, const results::OutputComparison& output)
{
    const auto outputs = RowGraph(rows, models).behind(output.name);
    const auto ownDb = [&flow](std::size_t row) { return flow.own[row].value_or(kExactDb); };
    const auto worst = std::ranges::min_element(outputs, Rising<NaNs::First>(), ownDb);
    const double found = output.metrics ? output.metrics->sqnrDb : kLostDb;
    const double outputDb = std::isnan(found) ? kLostDb : std::max(found, kLostDb);
    // Layers that are no rows, as they only move data, may be quantized in a harmful way of their own.
    if (worst == outputs.end() || ownDb(*worst) > outputDb + kSameDb)
        return std::nullopt;
    const ErrorShares shares(rows, models, flow);
    auto maker = makerOf(rows, flow, shares, *worst);
    if (maker && !computesOtherwise(rows[*maker].row))
        maker = firstOfGrid(rows, flow, *maker);
    if (!maker || isAcquitted(rows[*maker].row))
        return std::nullopt;
    if (mayBeQuantization(rows[*maker].row))
        return std::nullopt; // so may what was not replayed
    if (computesOtherwise(rows[*maker].row)) {
        const auto missing = missingBefore(rows, models, *maker).value_or(*maker);
        return ErrorOrigin{missing, missing, true};
    }
    const auto made = shares.madeBy(*maker);
    ErrorOrigin origin{*maker, *maker, rows[*maker].row.causes.has_value()};
    for (std::size_t i = *maker; i < rows.size(); ++i)
        if (flow.own[i] && made[i] >= kLeastShare && *flow.own[i] < *flow.own[origin.worstRow])
            origin.worstRow = i;
    for (std::size_t i = *maker + 1; i < rows.size() && losesNearlyEverything(rows[*maker].row); ++i)
        origin.losesLikewise += losesNearlyEverything(rows[i].row) ? 1 : 0;
    return origin;
}

std::vector<std::size_t> findNonFiniteStarts(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                             const ErrorFlow& flow, const results::OutputComparison& output)
{
    std::set<std::size_t> seen, starts;
    auto open = RowGraph(rows, models).behind(output.name);
    while (!open.empty()) {
        const auto row = open.back();
        open.pop_back();
        if (!hasMoreNonFinite(rows[row].row) || !seen.insert(row).second)
            continue;
        if (!nonFiniteInput(rows, flow, row))
            starts.insert(row);
        open.insert(open.end(), flow.inputs[row].begin(), flow.inputs[row].end());
    }
    return {starts.begin(), starts.end()};
}

} // namespace ql::analysis
