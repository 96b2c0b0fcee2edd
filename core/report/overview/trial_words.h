// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/report/html/labels.h"
#include "core/results/result_parts.h"
#include "core/results/trial.h"

#include <cstddef>

namespace ql::report {

/// What a trial does to the outputs, by one metric.
enum class TrialEffect {
    Helps,   ///< an output gets better, none worse
    Nothing, ///< every output stays as it was, within what the metric tells apart
    Hurts,   ///< an output gets worse, none better
    Mixed,   ///< one gets better, another worse
    Unknown  ///< no output was measured both times
};

/// Changes below 0.1 dB of SQNR, or 1 % of another metric's value, are none.
TrialEffect effectOf(const results::TrialChange& change, results::MetricId metric);

/// "It helps: SQNR of output goes from -2.6 to 24.4 dB …": by how much, and at which layer most. Empty where nothing
/// was measured.
Message trialSentence(const results::TrialChange& change, results::MetricId metric);

/// The output that changes most, and among layers the one that changes most in the same direction; null without one.
const results::ChangeRow* mostChangedOutput(const results::TrialChange& change, results::MetricId metric);
const results::ChangeRow* mostChangedLayer(const results::TrialChange& change, results::MetricId metric);

/// A page's section of what was tried, oldest first: what each does to the outputs, and the config's text. Nothing
/// where nothing was.
std::string trialsSection(const results::ResultParts& parts, const Labels& labels);

} // namespace ql::report
