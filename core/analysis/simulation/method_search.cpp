// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/method_search.h"

#include "core/analysis/simulation/first_sample.h"
#include "core/analysis/simulation/method_mix.h"
#include "core/base/error.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ql::analysis {

namespace {

constexpr std::array<std::string_view, 3> kSearchWords{"automatic", "mix", "percentiles"};
constexpr std::array kKinds{SearchedMethod{"min_max"}, SearchedMethod{"percentile", 0.99995}, SearchedMethod{"kl"},
                            SearchedMethod{"mse"}};
/// That Horizon's guide says to try.
constexpr std::array kPercentiles{0.99999, 0.99995, 0.9999, 0.9995, 0.999};

/// Every quantizer of activations, whose word may be one of a search.
template <typename Settings, typename Visit>
void forEachActivation(Settings& settings, Visit&& visit)
{
    const auto visitLayer = [&](auto& layer) {
        visit(layer.activation);
        std::ranges::for_each(layer.inputs, visit);
        if (layer.output)
            visit(*layer.output);
    };
    visitLayer(settings.common);
    for (auto& [name, layer] : settings.layers)
        visitLayer(layer);
    for (auto& [name, value] : settings.values)
        visit(value);
}

bool hasWord(const quant::QuantSettings& settings, std::string_view word)
{
    bool isFound = false;
    forEachActivation(settings, [&](const auto& quantizer) { isFound |= quantizer.observer.method == word; });
    return isFound;
}

/// Percentiles as everything else is configured, so that only they make the difference; otherwise the weights per
/// channel too, and the zero points that nobody asked for or against.
std::vector<SearchedMethod> methodsFor(const PreparedSimulation& prepared)
{
    std::vector<SearchedMethod> methods;
    if (hasWord(prepared.settings, "percentiles")) {
        std::vector<double> percentiles(kPercentiles.begin(), kPercentiles.end());
        for (const double percentile : prepared.percentiles.empty() ? percentiles : prepared.percentiles)
            methods.push_back({"percentile", percentile});
        return methods;
    }
    for (const auto& kind : kKinds)
        for (const bool isSymmetric : prepared.symmetries)
            for (const bool isPerChannel : {false, true})
                methods.push_back({kind.name, kind.percentile, isPerChannel, isSymmetric});
    return methods;
}

/// The methods apart from what weights and zero points are.
std::vector<SearchedMethod> kindsOf(const std::vector<SearchedMethod>& methods)
{
    std::vector<SearchedMethod> kinds;
    for (const auto& method : methods)
        if (kinds.empty() || std::string_view(kinds.back().name) != method.name)
            kinds.push_back({method.name, method.percentile});
    return kinds;
}

/// As Horizon's tools say it.
void logChoice(const results::CalibrationCandidate& chosen)
{
    if (chosen.percentile)
        spdlog::info("Select {} {} method.", chosen.observer, *chosen.percentile);
    else
        spdlog::info("Select {} method.", chosen.observer == "min_max" ? "max" : chosen.observer);
    if (chosen.isPerChannel)
        spdlog::info("Perchannel quantization is enabled.");
    if (!chosen.isSymmetric)
        spdlog::info("Asymmetric quantization is enabled.");
}

/// The whole network with one method after the other.
class MethodSearch {
public:
    MethodSearch(PreparedSimulation& prepared, const FirstSample& sample, JobContext& ctx)
        : m_prepared(prepared)
        , m_sample(sample)
        , m_ctx(ctx)
    {
    }

    void tryOne(const SearchedMethod& method)
    {
        auto plan = m_prepared.plan(withMethod(m_prepared.settings, method), m_ctx);
        const double cosine = m_sample.worstCosine(plan, m_ctx);
        const bool isSymmetric = m_prepared.settings.common.activation.format.isSymmetric;
        candidates.push_back({.observer = method.name,
                              .percentile = method.percentile,
                              .isPerChannel = method.isPerChannel,
                              .isSymmetric = method.isSymmetric.value_or(isSymmetric),
                              .cosine = cosine});
        if (candidates.size() > 1 && cosine <= candidates[chosen].cosine)
            return;
        chosen = candidates.size() - 1;
        m_best = method;
        m_plan = std::move(plan);
    }

    const SearchedMethod& best() const { return m_best; }
    quant::QuantPlan takePlan() { return std::move(m_plan); }
    std::vector<results::CalibrationCandidate> candidates;
    std::size_t chosen = 0;

private:
    PreparedSimulation& m_prepared;
    const FirstSample& m_sample;
    JobContext& m_ctx;
    SearchedMethod m_best;
    quant::QuantPlan m_plan;
};

} // namespace

bool isSearchWord(const std::string& method)
{
    return std::ranges::find(kSearchWords, method) != kSearchWords.end();
}

bool isSearchAsked(const quant::QuantSettings& settings)
{
    return std::ranges::any_of(kSearchWords, [&](auto word) { return hasWord(settings, word); });
}

quant::QuantSettings withMethod(quant::QuantSettings settings, const SearchedMethod& method)
{
    forEachActivation(settings, [&](quant::QuantizerSettings& quantizer) {
        auto& observer = quantizer.observer;
        if (!isSearchWord(observer.method))
            return;
        observer.method = method.name;
        if (method.percentile)
            observer.numbers["max_percentile"] = *method.percentile;
        quantizer.format.isSymmetric = method.isSymmetric.value_or(quantizer.format.isSymmetric);
    });
    if (method.isPerChannel) {
        settings.common.weight.isPerChannel = true;
        for (auto& [name, layer] : settings.layers)
            layer.weight.isPerChannel = true;
    }
    return settings;
}

quant::QuantPlan searchedPlan(PreparedSimulation& prepared, std::vector<results::CalibrationCandidate>& candidates,
                              JobContext& ctx)
{
    const auto methods = methodsFor(prepared);
    ctx.beginStage("searching a calibration method", prepared.sampleCount * methods.size(), 0.05, 0.7);
    const FirstSample sample(prepared, ctx);
    MethodSearch search(prepared, sample, ctx);
    for (const auto& method : methods)
        search.tryOne(method);
    candidates = search.candidates;
    auto plan = search.takePlan();
    auto chosen = search.chosen;
    if (hasWord(prepared.settings, "mix")) {
        MethodMix mix(prepared, sample, search.best(), ctx);
        auto mixed = candidates[chosen];
        mixed.observer = "mix";
        mixed.percentile = {};
        mixed.cosine = mix.improve(plan, candidates[chosen].cosine, kindsOf(methods));
        if (mixed.cosine > candidates[chosen].cosine)
            chosen = candidates.size();
        candidates.push_back(std::move(mixed));
    }
    candidates[chosen].isChosen = true;
    logChoice(candidates[chosen]);
    return plan;
}

} // namespace ql::analysis
