// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

namespace CLI {
class App;
}

namespace ql::cli {

/// Declares --config, --record and the options on top of a config (--observer, --activation-bits, --skip …). The data
/// to calibrate with is called @p dataOption, and weights with a scale per channel @p perChannelOption. @p options must
/// live until parsing is done.
void declareQuantizationOptions(CLI::App& command, results::QuantizationOptions& options, const char* dataOption,
                                const char* perChannelOption = "--per-channel");

/// Declares --baseline, --analysis, and the options above for a command that can simulate the analysis model instead;
/// one of the two must be given. @p models must live until parsing is done. @p takesDumps: a folder of values may stand
/// in place of a model.
void declareModelPair(CLI::App& command, results::ModelPair& models, bool takesDumps = false);

} // namespace ql::cli
