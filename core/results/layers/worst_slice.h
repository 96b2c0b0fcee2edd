// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <cstdint>
#include <string>

namespace ql::results {

/// What a slice of a tensor is.
enum class SliceKind {
    Channel, ///< along the axis that the readers' structure says holds channels
    Row,     ///< a token, an anchor, a time step: all channels at one place
    Part     ///< what a later Split, Slice, Gather or Concat separates, or the user names
};

constexpr auto wordsOf(SliceKind)
{
    using enum SliceKind;
    return std::array{Word{Channel, "channel"}, Word{Row, "row"}, Word{Part, "part"}};
}

/// The slice of a value with the lowest SQNR among those that carry signal.
struct WorstSlice {
    SliceKind kind = SliceKind::Part;
    std::string slice;           ///< as of an array: "[:, 4:84]"
    std::string name;            ///< the value that begins or ends there in the model; empty = none
    double sqnrDb = 0.0;         ///< NaN where it holds NaN or infinite elements that the baseline doesn't
    double restDb = 0.0;         ///< of all other elements together
    std::uint64_t elements = 0;  ///< in the slice
    std::uint64_t slices = 0;    ///< of that kind that carry signal
    std::uint64_t badSlices = 0; ///< of these, under 20 dB

    friend bool operator==(const WorstSlice&, const WorstSlice&) = default;
};

void fields(auto& visit, Of<WorstSlice> auto& worst)
{
    visit("kind", worst.kind);
    visit("slice", worst.slice);
    visit("name", worst.name);
    visit("sqnr_db", worst.sqnrDb);
    visit("rest_db", worst.restDb);
    visit("elements", worst.elements);
    visit("slices", worst.slices);
    visit("bad_slices", worst.badSlices);
}

} // namespace ql::results
