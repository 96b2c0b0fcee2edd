// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// What a layer of the analysis model does to its inputs that the baseline's layer doesn't do to the same inputs.
enum class ReplayKind {
    AsBaseline,        ///< nothing: the baseline's layer gives the same there, but for rounding
    Rounds,            ///< its values lie on a coarse grid
    Clamps,            ///< its values end at bounds that the baseline's exceed
    Wraps,             ///< its values differ by multiples of one number: integers overflowed
    ConstantsDiffer,   ///< its weight, bias or another constant isn't the baseline's
    ActivationMissing, ///< its values go on where the baseline's activation ends them
    OtherBounds,       ///< its activation ends at other bounds
    MakesNan,          ///< it gives NaN or infinite elements for finite inputs
    Other              ///< it computes something else
};

constexpr auto wordsOf(ReplayKind)
{
    using enum ReplayKind;
    return std::array{Word{AsBaseline, "as-baseline"},
                      Word{Rounds, "rounds"},
                      Word{Clamps, "clamps"},
                      Word{Wraps, "wraps"},
                      Word{ConstantsDiffer, "constants-differ"},
                      Word{ActivationMissing, "activation-missing"},
                      Word{OtherBounds, "other-bounds"},
                      Word{MakesNan, "makes-nan"},
                      Word{Other, "other"}};
}

/// The baseline's layer run on the inputs that the analysis model's layer really had, held against the latter's value.
struct ReplayedLayer {
    ReplayKind kind = ReplayKind::AsBaseline;
    double sqnrDb = 0.0;         ///< of the analysis model's value against the replayed one
    double inputDb = 0.0;        ///< of the worst of its inputs against the baseline's
    std::optional<double> bound; ///< where it clamps, the nearer to zero; the period where it wraps
};

void fields(auto& visit, Of<ReplayedLayer> auto& replay)
{
    visit("kind", replay.kind);
    visit("sqnr_db", replay.sqnrDb);
    visit("input_db", replay.inputDb);
    visit("bound", replay.bound);
}

/// What a layer's error means for an output of the model: measured with it set right, and with it alone wrong.
struct OutputEffect {
    std::string output;
    std::string slice;                ///< of the output that is judged, "[:, 4:84]"; empty = all of it
    double wholeDb = 0.0;             ///< SQNR of that slice as it is
    std::optional<double> setRightDb; ///< with the layer computed as in the baseline, on the inputs that it had
    std::optional<double> aloneDb;    ///< with only this layer wrong
    std::vector<std::string>
        together; ///< other layers that had to be set right with it, as their quantizers act as one
};

void fields(auto& visit, Of<OutputEffect> auto& effect)
{
    visit("output", effect.output);
    visit("slice", effect.slice);
    visit("whole_db", effect.wholeDb);
    visit("set_right_db", effect.setRightDb);
    visit("alone_db", effect.aloneDb);
    visit.ifAny("together", effect.together);
}

} // namespace ql::results
