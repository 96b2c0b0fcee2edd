// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/option_groups.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::cli {

namespace {

/// All of whose options are rare.
constexpr std::array kRareGroups{kImageOptions, kJudgeOptions, kWrittenOptions};

constexpr std::array kRareNames{
    // models and samples
    "state-dict-name", "variant", "map", "target-arithmetic", "dump-format", "weights-from",
    // layers and what is run
    "module", "module-file", "all-nodes", "replay-decisions", "with-stack", "iterations", "probes", "exact-top",
    "cumulative", "reverse", "restart", "fresh", "reset-every", "feedback", "order", "label-output", "post-process",
    "group", "method",
    // quantization
    "num-samples", "batch-size", "percentiles", "activation-format", "weight-format", "high-precision-format",
    "symmetric", "unsigned", "bias-correction", "quantize-only", "quantize-type", "recalibrate", "observe-quantized",
    "eval-samples", "file-names", "svg",
    // training and search
    "layer-weight", "checks", "no-equalization", "worst-layers", "judge-samples", "max-overrides",
    // common
    "max-memory", "device", "op-library", "seed", "log-level", "log-file", "log-file-level", "pages", "force", "lang"};

} // namespace

bool isRare(const CLI::Option& option)
{
    const auto isNamed = [&option](const char* name) {
        const auto& names = option.get_lnames();
        return std::ranges::find(names, std::string_view(name)) != names.end();
    };
    return std::ranges::any_of(kRareGroups, [&](const char* group) { return option.get_group() == group; })
           || (!option.get_required() && std::ranges::any_of(kRareNames, isNamed));
}

std::span<const char* const> rareNames()
{
    return kRareNames;
}

} // namespace ql::cli
