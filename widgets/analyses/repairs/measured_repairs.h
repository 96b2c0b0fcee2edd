// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/trial.h"
#include "core/results/verdict.h"
#include "widgets/analyses/repairs/repair_proposals.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

/// The output, or the slice of one, that is worst, on the worst sample of a comparison.
struct WorstPart {
    std::string name; ///< "logits", "output0[:, 4:10]"
    double sqnrDb = 0.0;
    results::Quality quality = results::Quality::Unknown;
};

/// Nothing where no output could be judged. NaN and infinite elements count as minus infinity.
std::optional<WorstPart> worstPart(const results::CompareResult& compared);

/// One change of the config, and what it does to the outputs over all samples.
struct MeasuredRepair {
    RepairProposal proposal;
    std::string text; ///< of the config with it
    WorstPart after = {};
    std::shared_ptr<const results::TrialChange> change = {};
    double macShare = 0.0;  ///< of the network's multiply-accumulates, which get wider or float by it
    Message forbidden = {}; ///< by what rule of the config's target; empty = it takes it
};

/// What a search found, measured as everything else is.
struct MeasuredFind {
    std::string what; ///< the config's text, or the file of a repaired model
    WorstPart after = {};
};

/// What was measured so far. Built on the worker, never changed after.
struct MeasuredRepairs {
    std::string config;      ///< the file that is edited; it isn't there yet where isMade
    std::string text;        ///< of the config without a repair
    std::string calibration; ///< the data set that ranges come from where isMade
    bool isMade = false;     ///< by what the analysis model says of itself
    std::uint64_t samples = 0;
    WorstPart before;
    /// Of the config's simulation, where a model of its own was measured before: as that model is quantized.
    std::optional<double> simulatedDb;
    std::vector<MeasuredRepair> rows; ///< those that win something, the best first
    std::vector<MeasuredFind> finds;  ///< whatever they win
    std::uint64_t tried = 0;
    bool isComplete = false; ///< false: it was stopped, or the time was up
    Message problem;         ///< why nothing could be measured; empty otherwise

    /// Whether what the config makes of the baseline is another network than the one that was opened.
    bool isOtherNetwork() const;
    /// What a config's text or the file of a repaired model, which a search found, makes of the outputs; null where
    /// that wasn't measured.
    const WorstPart* afterOf(const std::string& find) const;
};

/// What wins less is no repair.
inline constexpr double kLeastGainDb = 0.5;

bool isGain(const MeasuredRepairs& repairs, const WorstPart& after);

/// Puts @p repair where it belongs; what wins less than kLeastGainDb is left out. Of those that are about as good,
/// what the target takes comes first, then what costs least.
void addMeasured(MeasuredRepairs& repairs, MeasuredRepair repair);

} // namespace ql::widgets
