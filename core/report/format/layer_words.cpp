// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"

namespace ql::report {

using results::Diagnostic;
using results::LayerRow;

std::string_view stateKey(LayerRow::State state)
{
    switch (state) {
    case LayerRow::State::Compared: return "compared";
    case LayerRow::State::ShapeMismatch: return "shape-mismatch";
    case LayerRow::State::UnmatchedBaseline: return "unmatched-baseline";
    case LayerRow::State::UnmatchedAnalysis: return "unmatched-analysis";
    case LayerRow::State::Fused: return "fused";
    }
    return "";
}

std::string_view stateWords(LayerRow::State state)
{
    switch (state) {
    case LayerRow::State::Compared: return "";
    case LayerRow::State::ShapeMismatch: return "mismatch shape";
    case LayerRow::State::UnmatchedBaseline: return "no partner";
    case LayerRow::State::UnmatchedAnalysis: return "no partner";
    case LayerRow::State::Fused: return "fused";
    }
    return "";
}

std::string_view severityKey(results::Severity severity)
{
    switch (severity) {
    case results::Severity::Info: return "info";
    case results::Severity::Warning: return "warning";
    case results::Severity::Error: return "error";
    }
    return "";
}

const std::string& operatorOf(const LayerRow& layer)
{
    return layer.analysis.opType.empty() ? layer.baseline.opType : layer.analysis.opType;
}

const std::string& dtypeOf(const LayerRow& layer)
{
    if (layer.quantizer)
        return layer.quantizer->dtype;
    return layer.analysis.dtype.empty() ? layer.baseline.dtype : layer.analysis.dtype;
}

} // namespace ql::report
