// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_reader.h"
#include "core/report/json/message_reader.h"
#include "core/report/json/readers.h"
#include "core/results/check_result.h"

namespace ql::report {

using results::CheckResult;

namespace {

std::optional<std::int64_t> readAxis(const JsonPlace& place)
{
    const auto axis = place.find("channel_axis");
    return axis ? std::optional(axis->integer()) : std::nullopt;
}

results::FusableRun readRun(const JsonPlace& place)
{
    results::FusableRun run;
    run.pattern = place["pattern"].text();
    for (const auto& member : place["members"].list())
        run.members.push_back({member["name"].text(), member["op_type"].text()});
    run.hasQuantizerInside = place["quantizer_inside"].flag();
    return run;
}

results::LayerConfig readLayerConfig(const JsonPlace& place)
{
    return {place["name"].text(),         place["op_type"].text(), place["input_dtype"].text(),
            place["output_dtype"].text(), readAxis(place),         textOrNothing(place, "observer")};
}

results::WeightConfig readWeightConfig(const JsonPlace& place)
{
    return {place["layer"].text(),           place["op_type"].text(), place["tensor"].text(),
            place["dtype"].text(),           readAxis(place),         static_cast<std::size_t>(place["scales"].count()),
            textOrNothing(place, "observer")};
}

} // namespace

std::shared_ptr<const CheckResult> readCheck(const JsonPlace& document)
{
    auto result = std::make_shared<CheckResult>();
    result->model = document["model"].text();
    result->kind = document["kind"].text();
    result->quantizerState = document["quantizer_state"].text();
    for (const auto& place : document["findings"].list())
        result->findings.push_back({readSeverity(place), place["rule"].text(), textOrNothing(place, "layer"),
                                    messageAt(place, "message"), messageAt(place, "advice")});
    for (const auto& place : document["fusable_runs"].list())
        result->fusableRuns.push_back(readRun(place));
    for (const auto& place : document["weight_uses"].list())
        result->weightUses.push_back({place["name"].text(), place["layers"].texts()});
    for (const auto& place : document["layers"].list())
        result->layers.push_back(readLayerConfig(place));
    for (const auto& place : document["weights"].list())
        result->weights.push_back(readWeightConfig(place));
    return result;
}

} // namespace ql::report
