// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/base/message.h"

#include <optional>
#include <span>

namespace ql::analysis {

/// What a rule about one row may look at.
struct LayerFacts {
    const results::LayerRow& row;
    const Layer& analysis;
    const MatchedModels& models;
    double inputDb = 0.0; ///< SQNR of the worst input, 50 for exact ones
};

/// A rule says something or nothing about a compared row.
using LayerRule = std::optional<results::Diagnostic> (*)(const LayerFacts&);
std::span<const LayerRule> layerRules();

/// The scale that would cover the baseline's and the analysis' values of @p row with the quantizer's own integers.
double coveringScale(const results::LayerRow& row);
/// "clamps 3.1 % …" or "rounds …": which of the two the quantizer of @p row did to its values, with the numbers.
Message truncationOrRounding(const results::LayerRow& row);

} // namespace ql::analysis
