// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/quantization_options.h"

namespace CLI {
class App;
}

namespace ql::cli {

/// Declares --config, --record and the options on top of a config (--observer, --activation-bits, --skip …). The data
/// to calibrate with is called @p dataOption. @p options must live until parsing is done.
void declareQuantizationOptions(CLI::App& command, results::QuantizationOptions& options, const char* dataOption);

} // namespace ql::cli
