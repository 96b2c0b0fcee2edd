// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"

#include <string>
#include <vector>

namespace ql::report {

/// For reading in a terminal: outputs, where the error starts, the layer table, advice, layers without a partner.
std::string compareText(const results::CompareResult& result, const RowChoice& choice = {});

/// The layers in the order of @p choice, compared ones before those without metrics when sorted by a metric.
std::vector<const results::LayerRow*> sortedLayers(const results::CompareResult& result, const RowChoice& choice);

/// The layer where the error starts, or null.
const results::LayerRow* originLayer(const results::CompareResult& result);

} // namespace ql::report
