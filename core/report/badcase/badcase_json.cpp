// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"
#include "core/report/json/field_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"

#include <utility>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

template <typename T>
using ByMetric = std::vector<std::pair<std::string, T>>;

/// A BadCaseEntry in words.
struct NamedSample {
    std::uint64_t index = 0;
    std::string sample;
    double value = 0.0;
    std::string output;
};

void fields(auto& visit, const NamedSample& named)
{
    visit("index", named.index);
    visit("sample", named.sample);
    visit("value", named.value);
    visit("output", named.output);
}

NamedSample namedSample(const BadCaseResult& result, const BadCaseEntry& entry)
{
    return {entry.sample, result.samples[entry.sample], entry.value, result.outputs[entry.output]};
}

/// @p choose(metric) for each of them; none before a sample was searched.
template <typename Choose>
auto byMetric(const BadCaseResult& result, const Choose& choose)
{
    ByMetric<decltype(choose(std::size_t{}))> all;
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        all.emplace_back(result.metrics[metric].key, choose(metric));
    return all;
}

ByMetric<NamedSample> worstByMetric(const BadCaseResult& result)
{
    if (result.samples.empty())
        return {};
    return byMetric(result, [&](std::size_t metric) { return namedSample(result, worstOverall(result, metric)); });
}

struct WorstOfOutput {
    std::string name;
    ByMetric<NamedSample> worst;
};

void fields(auto& visit, const WorstOfOutput& output)
{
    visit("name", output.name);
    visit.keyed("worst", output.worst);
}

std::vector<WorstOfOutput> worstByOutput(const BadCaseResult& result)
{
    std::vector<WorstOfOutput> all;
    for (std::size_t output = 0; !result.samples.empty() && output < result.outputs.size(); ++output)
        all.push_back({result.outputs[output], byMetric(result, [&](std::size_t metric) {
                           return namedSample(result, worstOfOutput(result, metric, output));
                       })});
    return all;
}

struct RankedSample {
    NamedSample sample;
    ByMetric<double> metrics;
};

void fields(auto& visit, const RankedSample& ranked)
{
    fields(visit, ranked.sample);
    visit.keyed("metrics", ranked.metrics);
}

std::vector<RankedSample> topSamples(const BadCaseResult& result, std::size_t top)
{
    std::vector<RankedSample> ranked;
    for (const auto& entry : worstSamples(result, result.rankedBy, top))
        ranked.push_back({namedSample(result, entry), byMetric(result, [&](std::size_t metric) {
                              return result.value(entry.sample, entry.output, metric);
                          })});
    return ranked;
}

struct Quantile {
    double share = 0.0;
    double value = 0.0;
};

void fields(auto& visit, const Quantile& quantile)
{
    visit("share", quantile.share);
    visit("value", quantile.value);
}

struct Distribution {
    std::vector<Quantile> quantiles;
    results::BadCaseDistribution found;
};

void fields(auto& visit, const Distribution& distribution)
{
    visit("quantiles", distribution.quantiles);
    visit("low", distribution.found.low);
    visit("high", distribution.found.high);
    visit("histogram", distribution.found.histogram);
    visit("nan_count", distribution.found.nanCount);
    visit("inf_count", distribution.found.infCount);
}

Distribution distributionBy(const BadCaseResult& result, std::size_t metric)
{
    Distribution distribution{.quantiles = {}, .found = distributionOf(result, metric)};
    for (std::size_t i = 0; i < distribution.found.quantiles.size(); ++i)
        distribution.quantiles.push_back({results::kBadCaseQuantiles[i], distribution.found.quantiles[i]});
    return distribution;
}

void documentFields(auto& visit, const BadCaseResult& result, std::size_t top)
{
    searchFields(visit, result);
    visit.keyed("worst", worstByMetric(result));
    visit("per_output", worstByOutput(result));
    visit("top", topSamples(result, top));
    visit.keyed("distribution", byMetric(result, [&](std::size_t metric) { return distributionBy(result, metric); }));
    foundFields(visit, result);
}

} // namespace

std::string badCaseJson(const BadCaseResult& result, std::size_t top)
{
    auto document = documentHead("badcase");
    FieldWriter writer(document);
    documentFields(writer, result, top);
    return documentText(document);
}

Json badCaseSchema(std::string_view command)
{
    return documentSchema(command, [](auto& visit) { documentFields(visit, BadCaseResult(), 1); });
}

} // namespace ql::report
