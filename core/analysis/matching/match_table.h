// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// One model's half of a matching under construction.
struct MatchSide {
    const graph::Graph& graph;
    const std::vector<Layer>& layers;
    std::vector<std::string> families;
    std::vector<LayerMatch> matches;
    bool hasWeights = true;         ///< a dump's graph tells the shapes of its big constants alone
    std::vector<std::size_t> order; ///< all layers as they hang together, however the file orders its nodes

    MatchSide(const graph::Graph& owner, const std::vector<Layer>& all);
    bool isFree(std::size_t layer) const
    {
        return matches[layer].partner == kNoLayer && matches[layer].fusedInto == kNoLayer && !layers[layer].isConstant;
    }
    /// It only moves elements of one layer, or changes their type; what joins several is somewhere of its own.
    bool movesOnly(std::size_t layer) const;
    /// The families of the run that ends with @p layer: its own and those before its biases and activations.
    std::set<std::string> runFamilies(std::size_t layer) const;
    /// Partners of the nearest matched layers before (after) @p layer, looking through unmatched ones; sorted.
    std::vector<std::size_t> partnersBefore(std::size_t layer) const
    {
        return partnersAround(layer, &Layer::producers);
    }
    std::vector<std::size_t> partnersAfter(std::size_t layer) const { return partnersAround(layer, &Layer::consumers); }

private:
    std::vector<std::size_t> partnersAround(std::size_t layer, std::vector<std::size_t> Layer::*links) const;
};

/// Both halves; the stages of matching work on it one after another.
struct MatchTable {
    MatchSide baseline;
    MatchSide analysis;

    void pair(std::size_t b, std::size_t a, std::string_view rule, double confidence);
    bool areFree(std::size_t b, std::size_t a) const { return baseline.isFree(b) && analysis.isFree(a); }
    /// Same family, or one is the run that the other computes at once; or a dump doesn't say what it computed.
    bool doSameJob(std::size_t b, std::size_t a) const;
    /// A sum or product of two layers is no partner of one with a constant.
    bool readAsMany(std::size_t b, std::size_t a) const;
    /// Nothing that the files declare about the two values' shapes rules the pair out.
    bool shapesFit(std::size_t b, std::size_t a) const;
    /// Whether what the two read, or who reads them, are partners, and nothing of it speaks against the pair.
    bool neighboursAgree(std::size_t b, std::size_t a) const;
};

/// Pairs free layers of one family whose weights hold nearly the same numbers, if nobody else's do: an exporter may
/// rename everything, but it hardly changes the numbers. Rule "weights".
void matchByWeights(MatchTable& table);

/// Moves each match of a product without bias whose partner has one to the Add that gives it its bias.
void slideToBiases(MatchTable& table);
/// Where a name pairs what one model computes with what only moves it in the other, as optimizers move transpositions:
/// what computes it there has no partner of its own, it is a part of that pair.
void markMoved(MatchTable& table);

/// Marks the free products that lead to a match which computes their run at once as fused into it.
void markProducts(MatchTable& table);

/// Pairs what several operators of one model make with the operator of the other that computes it at once, whatever
/// they are called: it reads what their region reads, and its readers' partners read where the region ends. All of the
/// region but its end is marked as fused. Returns how many it paired or extended; new pairs may show more regions.
std::size_t matchRegions(MatchTable& table);

/// Moves each match to the end of the run that the partner computes at once (a quantizer that clamps where the float
/// model has its Relu, a folded batch normalisation, a bias), and marks the unmatched layers inside such runs as fused.
void foldRuns(MatchTable& table);

/// Pairs what names could not: layers of one family and compatible shape at the same place among matched neighbours,
/// and where there are none, in the same order of execution.
void matchByStructure(MatchTable& table);

} // namespace ql::analysis
