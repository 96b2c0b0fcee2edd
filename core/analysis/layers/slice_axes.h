// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// Indices along one axis of a value that the model makes or reads apart from the others.
struct SlicePart {
    static constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

    std::int64_t axis = 0;  ///< from 0, or from the end below 0
    std::int64_t begin = 0; ///< negative numbers count from the end
    std::int64_t end = kEnd;
    std::string name; ///< the value that begins or ends there

    friend bool operator==(const SlicePart&, const SlicePart&) = default;
};

/// Among which elements of a value a Softmax, its only reader, divides one.
struct SharedOut {
    std::int64_t axis = -1;       ///< negative = from the end
    bool reachesToTheEnd = false; ///< among all elements of this axis and those behind it, as before opset 13

    friend bool operator==(const SharedOut&, const SharedOut&) = default;
};

/// Along which axes a value is judged slice by slice.
struct SliceAxes {
    std::optional<std::int64_t> channelAxis; ///< negative = from the end; nothing where structure doesn't say it
    std::vector<SlicePart> parts;            ///< in the order of the graph; they may overlap
    std::optional<SharedOut> softmax = {};   ///< of which the masked elements count in no slice

    bool empty() const { return !channelAxis && parts.empty(); }
};

/// By value of @p graph. Channels lie where the next product reads them, else where the product or the normalization
/// before puts them, an operator that keeps the places in between or not; else along the parts. Parts are what a Concat
/// before joined and what a Split, a Slice or a Gather of constant places behind takes apart, seen through operators
/// that only move elements or work on each alone.
std::vector<SliceAxes> sliceAxesOf(const graph::Graph& graph);

} // namespace ql::analysis
