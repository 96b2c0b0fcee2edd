// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_reader.h"
#include "core/report/json/readers.h"
#include "core/results/attribution_result.h"

namespace ql::report {

using results::AttributionResult;
using results::AttributionRow;

namespace {

results::ErrorPart readPart(const JsonPlace& place)
{
    return {place["sqnr_db"].number(), place["share"].number()};
}

AttributionRow readRow(const JsonPlace& place)
{
    AttributionRow row;
    row.index = static_cast<std::size_t>(place["index"].count());
    row.name = place["op_name"].text();
    row.opType = place["op_type"].text();
    row.scope = place["scope"].text();
    row.quantDtype = place["quant_dtype"].text();
    row.accumulatedDb = place["accumulated_db"].number();
    row.localDb = place["local_db"].number();
    row.propagated = readPart(place["propagated"]);
    row.weights = readPart(place["weights"]);
    row.rounding = readPart(place["rounding"]);
    row.clamping = readPart(place["clamping"]);
    row.clampedCount = place["clamped"].count();
    row.elements = place["elements"].count();
    row.mainCause = textOrNothing(place, "main_cause");
    return row;
}

} // namespace

std::shared_ptr<const AttributionResult> readAttribution(const JsonPlace& document)
{
    auto result = std::make_shared<AttributionResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    result->samples = document["samples"].count();
    result->executedNodes = document["executed_nodes"].count();
    result->unplaced = document["unplaced"].texts();
    if (const auto origin = document.find("error_origin"))
        result->origin = {(*origin)["op_name"].text(), (*origin)["op_type"].text(), (*origin)["input_db"].number(),
                          (*origin)["shown_at"].text(), (*origin)["shown_db"].number()};
    for (const auto& output : document["outputs"].list())
        result->outputs.push_back(
            {output["name"].text(), output["sqnr_db"].number(), output["reproduction_db"].number()});
    for (const auto& row : document["rows"].list())
        result->rows.push_back(readRow(row));
    return result;
}

} // namespace ql::report
