// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/compare_result.h"
#include "core/results/request_parts.h"
#include "widgets/analyses/repairs/measured_repairs.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

/// What a search found; what it hasn't is empty.
struct FoundRepairs {
    RepairKind kind = RepairKind::Found;
    std::string text = {};                ///< of the config
    std::vector<std::string> layers = {}; ///< that it has wider or in float
    std::string model = {};               ///< the file of the repaired network
};

/// What is to be measured, and how.
struct RepairQuestion {
    results::ModelPair before;                 ///< what is repaired: an analysis model, or the config's simulation
    results::QuantizationOptions quantization; ///< of the config that is edited, with its text where one is open
    std::string dialect;                       ///< of the config that is made where none is open
    results::InputSelection samples;
    std::vector<std::string> postProcess;
    std::vector<RepairProposal> proposals;
    std::shared_ptr<const results::CompareResult> compared; ///< tells what layers cost
    /// What was measured of the same before, and what a search found, in place of proposals.
    std::shared_ptr<const MeasuredRepairs> known;
    std::optional<FoundRepairs> found;

    bool isMade() const { return !quantization.configText; }
};

using MeasuredListener = std::function<void(std::shared_ptr<const MeasuredRepairs>)>;

/// Measures each proposal over all samples, and tells @p listener after each. Ends with what is known so far when
/// @p deadline is triggered. @throws Error where nothing could be measured; Cancelled
std::shared_ptr<const MeasuredRepairs> measureRepairs(engine::Engine& engine, const RepairQuestion& question,
                                                      const std::stop_token& deadline, JobContext& context,
                                                      const MeasuredListener& listener);

} // namespace ql::widgets
