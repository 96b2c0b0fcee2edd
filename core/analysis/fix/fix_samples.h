// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"
#include "core/results/fix_result.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// What repairs are fitted to, and what they are judged on: never the same samples.
struct FixSamples {
    quant::CalibrationData fitted;
    std::vector<runs::NamedTensors> heldOut; ///< at most FixRequest::mostJudged, spread over what is held out
    std::vector<runs::NamedTensors> ranking; ///< a few of those fitted to
    std::vector<std::string> fittedNames;
    std::vector<std::size_t> fittedPlaces; ///< in the data that they are of
    std::vector<std::string> heldOutNames;
    std::vector<std::size_t> heldOutPlaces; ///< in the data that they are of
    bool isSplit = false;
};

/// Of one dataset every third sample is held out. @throws Error (BadArgument) when there is only one, Error as
/// data::openDataset()
FixSamples fixSamples(const PreparedSimulation& prepared, const results::FixRequest& request);

} // namespace ql::analysis
