// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// How well one way to compute in integers explains a dump.
struct ArithmeticFit {
    std::string name;         ///< "tflite-double"
    std::uint64_t layers = 0; ///< that were compared
    std::uint64_t exact = 0;  ///< of which every number is the dump's
    double noise = 0.0;       ///< mean over these layers of the error's energy in that of the signal
    double worstSqnrDb = 0.0; ///< of a layer; infinite where all are exact
};

void fields(auto& visit, Of<ArithmeticFit> auto& fit)
{
    visit("name", fit.name);
    visit("layers", fit.layers);
    visit("exact_layers", fit.exact);
    visit("noise", fit.noise);
    visit("worst_sqnr_db", fit.worstSqnrDb);
}

/// A model on integers computed as targets do, held against a target's dump.
struct TargetArithmetics {
    std::string used;                ///< the rows of the comparison are of this one
    std::vector<std::string> best;   ///< one that explains the dump best, or several that can't be told apart
    std::vector<ArithmeticFit> fits; ///< of all that were tried
    std::uint64_t nodes = 0;         ///< whose results depend on it

    bool canTell() const { return best.size() == 1; }
};

void fields(auto& visit, Of<TargetArithmetics> auto& found)
{
    visit("used", found.used);
    visit("best", found.best);
    visit("nodes", found.nodes);
    visit("fits", found.fits);
}

} // namespace ql::results
