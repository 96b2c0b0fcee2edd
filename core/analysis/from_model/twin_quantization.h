// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/quant/point_extraction.h"
#include "core/quant/record/record.h"

#include <string>
#include <utility>
#include <vector>

namespace ql::analysis {

using Losses = std::vector<std::pair<std::string, std::string>>; ///< subject, what isn't said of it

/// A quantized model as a config and a record would say it, for the float model that it was made from.
struct TwinQuantization {
    config::QuantConfig config;
    std::vector<quant::LayerRecord> records;
    std::size_t quantizedLayers = 0;
    std::vector<std::string> floatLayers; ///< that could be quantized and aren't
    Losses losses;                        ///< what neither of them can say
};

/// @p points are the quantizers of the quantized model, moved onto @p baseline.
TwinQuantization twinQuantization(const graph::Graph& baseline, const quant::ExtractedPoints& points);

} // namespace ql::analysis
