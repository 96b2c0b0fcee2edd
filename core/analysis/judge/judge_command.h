// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"
#include "core/results/request_parts.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace ql::analysis {

/// A judge's program as a function. Each judgement starts the program once, with the path of a folder behind its
/// arguments, and ends it when @p stop is requested. The folder is removed afterwards and holds an .npy file for each
/// output and
///
///     index.json  {"protocol": "quantloupe.judge/1", "model": "baseline" | "analysis",
///                  "samples": [{"index": 7, "name": "img_7.png",
///                               "baseline": {"logits": "7/baseline/logits.npy"},
///                               "analysis": {"logits": "7/analysis/logits.npy"}}]}
///
/// "model" says whose outputs are judged; where it is the baseline, "analysis" names the baseline's files. The program
/// answers with one finite number on its standard output and exit status 0.
/// What it throws: Error (FileNotFound) where the program can't be started, (FileCorrupt) where it answers
/// anything else, (FileWrite) where the folder can't be written; Cancelled. @throws Error (BadArgument) for a command
/// that can't be split into words
std::function<double(const std::vector<caller::JudgedSample>&)> judgeCommand(const results::JudgeOptions& options,
                                                                             std::stop_token stop);

/// @throws Error (BadArgument) where @p options have a judge, which sees all samples at once, and several processes
/// share the work
void requireOneProcess(const results::RunOptions& options);

} // namespace ql::analysis
