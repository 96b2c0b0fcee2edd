// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/quant/fixes/fix_subject.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::quant {

/// Whether a fix changes the quantization config, the weights or both.
enum class FixTarget { Config, Weights, Both };

/// One change that a fix proposes. Applied to copies only, so discarding the copy undoes it.
struct FixEdit {
    std::string_view fix;            ///< the name of its room
    std::vector<std::string> layers; ///< concerned, in the graph's order; empty = all
    Message change;                  ///< "percentile 0.9999"
    std::vector<SettingsEdit> settings = {};
    /// Changes weights, or ranges as FixSubject::setLearned() does; null = neither. May run @p data through the
    /// network.
    std::function<void(FixSubject& subject, const CalibrationData& data, JobContext& ctx)> changeWeights = {};
    bool isSlow = false; ///< applying it takes as long as many measurements

    /// @throws Error (BadArgument) when the widths that it wants don't go together, Error as runs::run(); Cancelled
    void apply(FixSubject& subject, const CalibrationData& data, JobContext& ctx) const;
};

/// The inputs from which a fix derives its proposals.
struct FixContext {
    const graph::Graph& graph;
    const QuantSettings& settings;
    const QuantPlan& plan;                       ///< calibrated
    const std::vector<std::string>& worstLayers; ///< those that harm most when each alone is quantized, worst first
    const CalibrationData& data;
    JobContext& ctx;
    const StatisticsByValue& statistics; ///< of values, as far as they are known without data
};

struct FixDefinition {
    std::string_view name;
    std::string_view summary;
    FixTarget target;
    std::vector<FixEdit> (*edits)(const FixContext& context);
};

/// All of fixes.inc, in the order in which edits are applied.
std::span<const FixDefinition> knownFixes();
/// @throws Error (BadArgument) listing the known ones
const FixDefinition& fixNamed(std::string_view name);

/// The network with @p edits, in the order of their fixes.
FixSubject fixed(FixSubject subject, std::span<const FixEdit* const> edits, const CalibrationData& data,
                 JobContext& ctx);

} // namespace ql::quant
