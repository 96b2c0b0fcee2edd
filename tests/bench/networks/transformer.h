// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ql::bench {

struct TransformerSize {
    std::size_t layers = 24;
    std::int64_t width = 1024;
    std::int64_t tokens = 32;

    /// Of its weights.
    double mebibytes() const;
};

/// An encoder with random weights, from "x" [1, tokens, width] to "y": in each layer attention of one head and a
/// product four times as wide, both normalized before and added to what they read. Scopes are layer0, layer1 …
graph::Graph transformer(const TransformerSize& size);

} // namespace ql::bench
