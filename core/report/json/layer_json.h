// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"
#include "core/results/layer.h"

namespace ql::report {

/// Adds min, max, mean and var; null where nothing was measured.
void addStatistics(Json& json, const results::TensorStatistics& statistics);

/// Adds quant_dtype, qscale, zero_point and channel_axis: one number per tensor, a list per channel; quant_min and
/// quant_max are the representable integers. All null when not quantized.
void addQuantizer(Json& json, const std::optional<results::QuantizerInfo>& quantizer);

/// rule and confidence; null without a partner.
Json matchJson(const results::MatchInfo& match);

/// value, node, op_type, dtype and the statistics of one side of a layer; null when the layer has no such side.
Json sideJson(const results::LayerSide& side);

} // namespace ql::report
