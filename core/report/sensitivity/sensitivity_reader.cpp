// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/readers.h"

#include "core/results/sensitivity_result.h"

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;
using results::SensitivityRow;

namespace {

SensitivityRow readRow(const JsonPlace& place)
{
    SensitivityRow row;
    row.opName = place["op_name"].text();
    row.sensitiveType = place["sensitive_type"].text();
    row.opType = place["op_type"].text();
    row.metricValue = place["metric_value"].number();
    row.quantDtype = place["quant_dtype"].text();
    row.macs = place["flops"].count();
    row.macsShare = place["flops_percent"].number() / 100.0;
    if (const auto layers = place.find("layers"))
        row.layers = layers->texts();
    row.quantizers = place["quantizers"].texts();
    return row;
}

/// Lists and members that documents of the first versions lack are empty.
std::vector<JsonPlace> listOrNothing(const JsonPlace& place, const char* key)
{
    const auto list = place.find(key);
    return list ? list->list() : std::vector<JsonPlace>{};
}

std::optional<results::ScopeRepair> readScopeRepair(const JsonPlace& output)
{
    const auto repair = output.find("scope_repair");
    if (!repair)
        return std::nullopt;
    const auto best = (*repair)["best_row"];
    return results::ScopeRepair{(*repair)["scope"].text(), (*repair)["metric_value"].number(), best["op_name"].text(),
                                best["sensitive_type"].text(), best["metric_value"].number()};
}

SensitivityOutput readOutput(const JsonPlace& place)
{
    SensitivityOutput output;
    output.name = place["name"].text();
    const auto metric = results::metricFromKey(place["metric"].text());
    if (!metric)
        place["metric"].fail(Message("a metric instead of \"{}\"", place["metric"].text()));
    output.metric = *metric;
    output.everythingOn = place["everything_on"].number();
    output.reproductionDb = place["reproduction_db"].number();
    for (const auto& row : place["rows"].list())
        output.rows.push_back(readRow(row));
    for (const auto& step : listOrNothing(place, "cumulative"))
        output.cumulative.push_back(
            {step["op_name"].text(), step["sensitive_type"].text(), step["metric_value"].number()});
    for (const auto& scope : listOrNothing(place, "scopes"))
        output.scopes.push_back(readRow(scope));
    output.scopeRepair = readScopeRepair(place);
    return output;
}

} // namespace

std::shared_ptr<const SensitivityResult> readSensitivity(const JsonPlace& document)
{
    auto result = std::make_shared<SensitivityResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    const auto mode = document["mode"].text();
    if (mode != "one-on" && mode != "one-off")
        document["mode"].fail(Message("one-on or one-off instead of \"{}\"", mode));
    result->mode = mode == "one-on" ? results::SensitivityMode::OneOn : results::SensitivityMode::OneOff;
    result->samples = document["samples"].count();
    result->isComplete = document["is_complete"].flag();
    result->executedNodes = document["executed_nodes"].count();
    result->naiveNodes = document["naive_nodes"].count();
    result->unplaced = document["unplaced"].texts();
    if (const auto rows = document.find("resumed_rows"))
        result->resumedRows = rows->count();
    if (const auto replays = document.find("replays_decisions"))
        result->replaysDecisions = replays->flag();
    for (const auto& decision : listOrNothing(document, "decisions"))
        result->decisions.push_back({decision["op_name"].text(), decision["op_type"].text(),
                                     decision["indices"].count(), decision["flipped"].count()});
    for (const auto& output : document["outputs"].list())
        result->outputs.push_back(readOutput(output));
    return result;
}

} // namespace ql::report
