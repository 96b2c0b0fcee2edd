// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/parameter_use.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ql::config {

/// How a range is found, in the words of core/quant: an observer by name and the numbers that it takes.
struct SimulatedObserver {
    std::string method;
    std::map<std::string, double, std::less<>> numbers;
    std::string initialization; ///< of cluster centres
    bool isTorchs = false;      ///< symmetric schemes spread the range over all integers, as torch has it
};

/// Limits between which the integers lie.
struct ClipLimits {
    double lowest = 0.0;
    double highest = 0.0;
};

/// All that a simulation takes of what is said of one tensor. A field without value says nothing.
struct SimulatedTensor {
    std::optional<int> bits;
    std::optional<std::string> numberFormat; ///< instead of bits: a name of core/graph/formats
    std::optional<bool> isSymmetric;
    std::optional<bool> isUnsigned;
    std::optional<bool> isPerChannel; ///< of a weight
    std::optional<int> channelAxis;   ///< of a weight
    std::optional<SimulatedObserver> observer;
    bool isMinFixed = false; ///< what is below 0 counts as 0
    std::optional<ClipLimits> clip;
    std::optional<FixedScale> fixed;
};

enum class TensorRole { Activation, Weight };

/// Takes from @p said what can be simulated; what can't be is left with its reason.
SimulatedTensor simulatedTensor(const TensorSettings& said, TensorRole role, ParameterUse& use);

} // namespace ql::config
