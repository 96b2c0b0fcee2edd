// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/accuracy_result.h"
#include "core/results/compare_result.h"

#include <memory>
#include <string>

namespace ql::report {

/// What the demo found out: how good both models are, and where they part. No member is null.
struct DemoStory {
    std::shared_ptr<const results::AccuracyResult> baselineAccuracy;
    std::shared_ptr<const results::AccuracyResult> analysisAccuracy;
    std::shared_ptr<const results::CompareResult> comparison; ///< on the input on which they differ most
};

/// The story for reading: accuracies, the bad layer, why, what to do.
std::string demoText(const DemoStory& story);
/// The document "quantloupe.demo/1"; `compare` holds the comparison's document.
std::string demoJson(const DemoStory& story);

} // namespace ql::report
