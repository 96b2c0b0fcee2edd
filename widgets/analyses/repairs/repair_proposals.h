// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ql::results {
struct CompareResult;
struct Verdict;
} // namespace ql::results

namespace ql::widgets {

/// What is changed of layers in a config, those that cost least first.
enum class RepairKind {
    Calibrate,  ///< nothing: the scales come from calibration data
    PerChannel, ///< a scale per channel of the weight
    Range,      ///< of what the layers read: the one of least squared error, in place of all that was seen
    WideWeight, ///< more bits
    Wide,       ///< what the layers read has 16 bits
    Skip,       ///< they stay in float
    Found,      ///< what a search for repairs found
    Tuned       ///< the overrides that tune found
};

struct RepairProposal {
    RepairKind kind = RepairKind::Calibrate;
    std::vector<std::string> layers;         ///< the baseline's names; those that a kind can't be about are left out
    std::vector<RepairProposal> beside = {}; ///< changed together with these

    bool operator==(const RepairProposal&) const = default;
};

/// What may repair the worst output by what was measured about it: by cause of each layer that makes its error, the
/// cheap kinds first. @p verdict is the comparison's own, or of a ranking after it.
std::vector<RepairProposal> repairProposals(const results::CompareResult& compared, const results::Verdict& verdict);

} // namespace ql::widgets
