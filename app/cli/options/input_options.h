// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/requests.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

/// Declares --preprocess and the options that stand for single lines of its file. @p images must live until parsing is
/// done.
void declareImageOptions(CLI::App& command, results::ImageOptions& images);

/// Declares --input and --badcase, whose words go into @p inputs, and the options for images.
void declareInputOptions(CLI::App& command, std::vector<std::string>& inputs, results::ImageOptions& images);

/// Declares --data and --num-steps for commands that take a dataset instead of one input.
void declareDataOptions(CLI::App& command, std::string& data, std::size_t& numSteps);

} // namespace ql::cli
