// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/compare_result.h"
#include "core/results/fix_result.h"
#include "core/results/trial.h"
#include "core/results/tune_result.h"

#include <string>
#include <vector>

namespace ql::report {

/// What is open, and what was found out about it. Nothing here is about other files or an older text of the config.
struct OverviewState {
    bool hasBaseline = false;
    bool hasAnalysis = false; ///< a model of its own
    bool hasConfig = false;   ///< is open
    bool hasInputs = false;   ///< a data set or inputs of the user's; else numbers are random
    bool hasData = false;     ///< samples that scales can be fitted to and configs judged by
    bool canSimulate = false; ///< the config has all that it needs
    bool isEdited = false;    ///< the config's text isn't saved
    bool isStale = false;     ///< the comparison is of other files, inputs or an older config
    bool isSimulated = false; ///< the comparison is of what the config makes of the baseline
    const results::CompareResult* compared = nullptr;
    const results::Verdict* verdict = nullptr;    ///< of that comparison or of a ranking after it
    const results::TrialChange* trial = nullptr;  ///< of the config's text as it stands
    const results::TuneResult* tuned = nullptr;   ///< of the config as it stands
    const results::FixResult* repaired = nullptr; ///< of the config or the analysis model as it stands
    std::vector<std::string> skippedLayers = {};  ///< of the verdict's, whom the config leaves float already
    bool canTakeRepairs = false;                  ///< the config can say some of them, and loses nowhere by that
};

enum class OverviewAction {
    OpenBaseline,
    OpenAnalysis,
    OpenConfig,
    OpenData,
    OpenCalibration,
    Examine,    ///< compare on the worst sample, and ask where an error comes from
    FindCauses, ///< ask where the error comes from
    Skip,       ///< leave `layers` in float, and try it
    SkipScope,  ///< the same of `scope`, whose quantized layers `layers` are
    Widen,      ///< give `layers` int16, and try it
    Try,
    Undo,
    Save,
    Tune,
    TakeTuned,
    Fix,
    TakeRepairs,
    ExportModel ///< the repaired one
};

/// One thing to do next.
struct OverviewStep {
    OverviewAction action = OverviewAction::Examine;
    Message reason;                       ///< what it gives: measured, or what it will find out
    bool isMeasured = false;              ///< the reason's numbers are of a controlled run
    std::vector<std::string> layers = {}; ///< of Skip, SkipScope and Widen
    std::string scope = {};
};

/// What to do next, the best first. Empty where nothing has to be done: the outputs are fine, or can't be judged.
std::vector<OverviewStep> nextSteps(const OverviewState& state);

/// The state in one sentence: "bad: …"; what is missing before anything was compared.
Message overviewSentence(const OverviewState& state);

/// The worst output whose error was measured quantizer by quantizer; null without one.
const results::OutputVerdict* explainedOutput(const results::Verdict& verdict);

/// Whom a controlled run showed to make the error of the output that is worst.
struct ShownCulprits {
    std::vector<std::string> layers; ///< empty where no run showed it, the output is fine, or none is a layer
    std::size_t uneditable =
        0; ///< quantizers of the same run that no edit of a layer takes away: inputs', skipped layers'
};
ShownCulprits shownCulprits(const OverviewState& state);

} // namespace ql::report
