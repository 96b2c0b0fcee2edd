// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_place.h"
#include "core/results/layer.h"

#include <algorithm>
#include <initializer_list>

namespace ql::report {

/// What core/report/json/layer_json.h and metricsJson() add to a row, read back. Nothing where the row has null.
/// @throws Error (FileCorrupt)
results::TensorStatistics readStatistics(const JsonPlace& side);
/// One model's half of a layer's row; empty where the row has null.
results::LayerSide readSide(const JsonPlace& row, const char* key);
std::optional<results::QuantizerInfo> readQuantizer(const JsonPlace& row);
results::MatchInfo readMatch(const JsonPlace& row);
std::optional<results::Metrics> readMetrics(const JsonPlace& row, const char* key = "metrics");
results::Severity readSeverity(const JsonPlace& finding);

/// Empty when the key is missing or null.
std::string textOrNothing(const JsonPlace& place, const char* key);

/// The one of @p all that @p nameOf gives the place's word. @throws Error (FileCorrupt)
template <typename T, typename Name>
T wordOf(const JsonPlace& place, std::initializer_list<T> all, Name nameOf)
{
    const auto label = place.text();
    const auto found = std::find_if(all.begin(), all.end(), [&](T one) { return nameOf(one) == label; });
    return found == all.end() ? (place.fail(Message("a known word instead of \"{}\"", label)), *all.begin()) : *found;
}

} // namespace ql::report
