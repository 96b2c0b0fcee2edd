// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/results/layer.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ql::analysis {

constexpr std::size_t kNoLayer = static_cast<std::size_t>(-1);

/// What became of one layer.
struct LayerMatch {
    std::size_t partner = kNoLayer;   ///< layer of the other model
    std::size_t fusedInto = kNoLayer; ///< layer of the same model that ends the run which the partner computes at once
    results::MatchInfo info;          ///< set with partner
};

struct Matching {
    std::vector<LayerMatch> baseline; ///< as many as baseline layers
    std::vector<LayerMatch> analysis;
};

/// Two models and how their layers correspond. Refers to its parts, which must outlive it.
struct MatchedModels {
    const graph::Graph& baselineGraph;
    const graph::Graph& analysisGraph;
    const std::vector<Layer>& baseline;
    const std::vector<Layer>& analysis;
    const Matching& matching;
};

/// Pairs "baseline name → analysis name" of layers, nodes or values.
using NameMap = std::vector<std::pair<std::string, std::string>>;

/// Reads lines of two names separated by blanks; `#` begins a comment. @throws Error (FileNotFound, FileCorrupt with
/// the line)
NameMap readNameMap(const std::filesystem::path& path);

/// Finds partners in this order: map, equal value and node names, names without quantization
/// affixes, equal or nearly equal weights, names that are mere numbers, module scope, structure. Equal names pair only
/// operators of one family, or an operator with the run that computes it. Where one model computes a run at once (Conv
/// + Relu, MatMul + Add), its partner is the run's last operator and the others are marked as fused into it; likewise
/// where an optimizer made one operator of several that stand at the same place (SkipLayerNormalization, Gelu).
/// @throws Error (BadArgument) naming a line of @p map that fits no layer
Matching matchLayers(const graph::Graph& baselineGraph, const std::vector<Layer>& baseline,
                     const graph::Graph& analysisGraph, const std::vector<Layer>& analysis, const NameMap& map = {});

/// The same where a side is a dump that doesn't say how its layers are connected: by map and names alone, at last by
/// names as they stand in file names ("_conv1_Conv" for "/conv1/Conv"). No run is folded.
Matching matchLayersByName(const graph::Graph& baselineGraph, const std::vector<Layer>& baseline,
                           const graph::Graph& analysisGraph, const std::vector<Layer>& analysis,
                           const NameMap& map = {});

} // namespace ql::analysis
