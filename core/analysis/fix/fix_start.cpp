// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_start.h"

#include "core/analysis/from_model/config_from_model.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"

#include <fmt/format.h>

namespace ql::analysis {

namespace {

/// Any dialect with skips, overrides and a record; and one that says which BatchNormalizations stay.
constexpr const char* kTwinDialect = "amct-yaml";
constexpr const char* kUnfoldedDialect = "amct-proto";

std::shared_ptr<const results::ConfigFromModel> configOf(const results::FixRequest& request,
                                                         const graph::Graph& analysis, JobContext& ctx)
{
    const auto& models = request.models;
    auto made = configFromModel(analysis, {models.baseline, models.analysis, kTwinDialect}, ctx);
    return made->unfolded.empty()
               ? made
               : configFromModel(analysis, {models.baseline, models.analysis, kUnfoldedDialect}, ctx);
}

/// As @p analysis is quantized.
FixStart startOfModel(const results::FixRequest& request, const graph::Graph& analysis, JobContext& ctx)
{
    const auto& models = request.models;
    const auto made = configOf(request, analysis, ctx);
    auto quantization = models.quantization;
    quantization.config = models.analysis;
    quantization.configText = made->text;
    FixStart start{prepareSimulation(models.baseline, quantization, request.images, ctx), {}, {}, {}};
    start.prepared.findings.clear(); // about a config that nobody wrote
    start.prepared.records = quant::parseRecord(made->record);
    for (const auto& [subject, what] : made->losses)
        start.notes.push_back(fmt::format("{}: {}", subject, what));
    return start;
}

FixStart startOfConfig(const results::FixRequest& request, JobContext& ctx)
{
    const auto& quantization = request.models.quantization;
    FixStart start{prepareSimulation(request.models.baseline, quantization, request.images, ctx), {}, {}, {}};
    if (!quantization.config.empty())
        start.config = quantization.configText
                           ? config::ConfigFile::ofText(quantization.config, *quantization.configText)
                           : config::ConfigFile::open(quantization.config);
    return start;
}

} // namespace

FixStart fixStart(const results::FixRequest& request, const graph::Graph* analysis, JobContext& ctx)
{
    auto start = analysis ? startOfModel(request, *analysis, ctx) : startOfConfig(request, ctx);
    auto& prepared = start.prepared;
    withoutSearch(prepared.settings);
    start.subject.emplace(prepared.baseline, prepared.settings, prepared.statistics);
    if (!prepared.records.empty()) {
        auto plan = quant::planFor(*prepared.baseline, prepared.settings);
        quant::applyRecord(*prepared.baseline, plan, prepared.records, prepared.settings);
        start.subject->fixParameters(plan);
    }
    start.notes.insert(start.notes.begin(), prepared.notes.begin(), prepared.notes.end());
    return start;
}

} // namespace ql::analysis
