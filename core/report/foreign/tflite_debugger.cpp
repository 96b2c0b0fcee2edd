// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_table.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/shadow_result.h"

/// TensorFlow Lite's QuantizationDebugger.layer_statistics_dump (TensorFlow 2.7 to 2.17; "Inspecting Quantization
/// Errors with Quantization Debugger"): a line for each quantized tensor with its error against the float operator on
/// the same inputs, and its scale. The guide's rmse/scale is near 0.289 where only rounding is lost.
namespace ql::report::tflite_debugger {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return hasHeaders(head, {"opname", "tensoridx", "meansquarederror"});
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto table = csvTableOf(file.text);
    auto result = std::make_shared<results::ShadowResult>();
    result->baseline = "float operators";
    result->analysis = "quantized operators";
    for (const auto& cells : table.rows) {
        auto name = table.cell(cells, "tensorname");
        if (name.empty())
            name = "tensor " + table.cell(cells, "tensoridx");
        auto& row = result->rows.emplace_back();
        row.index = int(result->rows.size()) - 1;
        row.name = name;
        row.baseline = {
            .value = name, .node = name, .opType = table.cell(cells, "opname"), .dtype = {}, .statistics = {}};
        row.analysis = row.baseline;
        const auto largest = table.number(cells, "maxabserror");
        const auto scale = table.number(cells, "scale");
        const bool hasScale = scale && *scale > 0.0;
        const Measured measured{
            {MetricId::Mse, table.number(cells, "meansquarederror")},
            {MetricId::Atol, largest},
            {MetricId::MaxQscaleDiff, largest && hasScale ? std::optional(*largest / *scale) : std::nullopt}};
        row.onBaselineInputs = measuredMetrics(measured);
    }
    if (result->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a tensor in it");
    parts.add(result);
    return "shadow";
}

} // namespace

ForeignTool tool()
{
    return {Message("TensorFlow Lite's quantization debugger"), recognises, read};
}

} // namespace ql::report::tflite_debugger
