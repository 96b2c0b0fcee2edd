// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/read/readers.h"

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
    row.quantizers = place["quantizers"].texts();
    return row;
}

SensitivityOutput readOutput(const JsonPlace& place)
{
    SensitivityOutput output;
    output.name = place["name"].text();
    const auto metric = results::metricFromKey(place["metric"].text());
    if (!metric)
        place["metric"].fail("a metric instead of \"" + place["metric"].text() + "\"");
    output.metric = *metric;
    output.everythingOn = place["everything_on"].number();
    output.reproductionDb = place["reproduction_db"].number();
    for (const auto& row : place["rows"].list())
        output.rows.push_back(readRow(row));
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
        document["mode"].fail("one-on or one-off instead of \"" + mode + "\"");
    result->mode = mode == "one-on" ? results::SensitivityMode::OneOn : results::SensitivityMode::OneOff;
    result->samples = document["samples"].count();
    result->isComplete = document["is_complete"].flag();
    result->executedNodes = document["executed_nodes"].count();
    result->naiveNodes = document["naive_nodes"].count();
    result->unplaced = document["unplaced"].texts();
    for (const auto& output : document["outputs"].list())
        result->outputs.push_back(readOutput(output));
    return result;
}

} // namespace ql::report
