// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ql::caller {

using NamedArrays = std::vector<std::pair<std::string, graph::TensorData>>;

/// What a judge sees of one sample. What it refers to lives as long as the call.
struct JudgedSample {
    std::size_t index = 0;                 ///< its place in the data
    std::string name;                      ///< what the data call it; empty where nobody knows
    const NamedArrays* baseline = nullptr; ///< the baseline's outputs
    const NamedArrays* outputs = nullptr;  ///< those that are judged: the baseline's own where it is judged itself
};

using Tap = std::function<void(const std::string& layer, std::span<const graph::TensorData> values)>;

/// Functions of the calling program that take part in an analysis; each may be empty. Called from any thread, several
/// at once, while the request runs that they are part of. What they throw ends it. Arrays are the models' own: they
/// hold what they hold during the call.
struct Functions {
    /// What a model's outputs are taken for: what it returns is measured in their place. Always the same names.
    std::function<NamedArrays(const NamedArrays& outputs)> postProcess;
    /// How far the analysis model's outputs are from the baseline's.
    std::function<double(const NamedArrays& baseline, const NamedArrays& analysis)> metric;
    /// How good the outputs of a model are, of one sample or of several; larger is better, unless
    /// results::JudgeOptions say otherwise.
    std::function<double(const std::vector<JudgedSample>& samples)> judge;
    /// Sees the values of a layer: the model's, or the baseline's and the analysis model's.
    Tap tap;
    /// Whether they are made of what the request says, and do the same whenever it is asked again.
    bool areOfRequest = false;
};

/// Whether what was found with @p functions, which may be null, can be gone on with later: nobody knows whether a
/// program's functions are those of the search before.
inline bool areLasting(const Functions* functions)
{
    return !functions || functions->areOfRequest;
}

} // namespace ql::caller
