// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

namespace CLI {
class App;
}

namespace ql::cli {

/// Declares --preprocess and the options that stand for single lines of its file. @p images must live until parsing is
/// done.
void declareImageOptions(CLI::App& command, results::ImageOptions& images);

/// Declares --input and --badcase and the options for images. @p samples must live until parsing is done.
void declareInputOptions(CLI::App& command, results::InputSelection& samples);

/// Declares --data and --num-steps for commands that take a dataset instead of one input.
void declareDataOptions(CLI::App& command, results::InputSelection& samples);

} // namespace ql::cli
