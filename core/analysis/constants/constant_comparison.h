// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/constants/constant_difference.h"
#include "core/analysis/constants/equalized.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/weights/weight_pairs.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ql::analysis {

/// How the weight of a row's layer is quantized in the analysis model.
struct WeightGrid {
    bool isPerChannel = false; ///< scales by output channel, or finer
    bool isOtherAxis = false;  ///< several scales, not by output channel
    std::string dtype;
};

/// The constants that matched layers of two models compute with, held against each other in whatever form each model
/// keeps them. Nothing is read before somebody asks. The models must outlive it; one thread.
class ConstantComparison {
public:
    explicit ConstantComparison(const MatchedModels& models)
        : m_models(models)
        , m_numbersToRead(std::int64_t{1} << 26)
    {
    }

    /// Constants of the layers that stand for @p source which aren't the baseline's, the farthest first, biases last.
    /// Those that other layers' constants make good, as equalization does, are none, nor is what can't be read.
    std::vector<OtherConstant> othersOf(const LayerRowSource& source);
    /// Of the weight of a product; nothing where it isn't quantized, or unknown.
    std::optional<WeightGrid> gridOf(const LayerRowSource& source);

private:
    /// Baseline weights with a partner that the layers behind a row compute with.
    std::vector<std::size_t> weightsOf(const LayerRowSource& source);
    const WeightPairs& pairs();
    std::optional<OtherConstant> differenceOf(std::size_t weight);
    void tellLayer(OtherConstant& other, std::size_t weight);
    bool isEqualized(std::size_t weight);
    std::optional<AxisFactors> factorsOf(std::size_t weight);
    /// Known of the weights next to @p weight in the order of execution.
    const ConstantFactors& factorsAround(std::size_t weight);

    const MatchedModels& m_models;
    std::unique_ptr<WeightPairs> m_pairs;
    std::multimap<std::string, std::size_t> m_byLayer; ///< baseline node → weights
    ConstantFactors m_factors;                         ///< by baseline weight
    std::vector<bool> m_areFactorsKnown;               ///< likewise
    std::int64_t m_numbersToRead;                      ///< at most, to tell whose a constant is
};

} // namespace ql::analysis
