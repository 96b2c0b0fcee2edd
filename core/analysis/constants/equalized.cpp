// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/constants/equalized.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kTakenBackLog = 0.15;     ///< logarithms of factors that take each other back, but for rounding
constexpr double kMostUnlike = 0.1;        ///< of the channels
constexpr std::size_t kFewestChannels = 2; ///< channels that tell anything

using Factors = std::vector<double>;

/// Whether the factors' product is one number for nearly all channels.
bool areConstant(std::initializer_list<const Factors*> all)
{
    const auto count = (*all.begin())->size();
    std::vector<double> logs;
    for (std::size_t i = 0; i < count; ++i) {
        double log = 0.0;
        for (const auto* factors : all)
            log += std::log((*factors)[i]);
        if (!std::isnan(log))
            logs.push_back(log);
    }
    if (logs.size() < kFewestChannels)
        return false;
    const auto middle = logs.begin() + std::ptrdiff_t(logs.size() / 2);
    std::ranges::nth_element(logs, middle);
    const double median = *middle;
    const auto off =
        std::ranges::count_if(logs, [median](double log) { return std::abs(log - median) > kTakenBackLog; });
    return double(off) <= kMostUnlike * double(logs.size());
}

bool fits(const Factors& one, const Factors& other)
{
    return one.size() == other.size() && AxisFactors::differ(other);
}

/// Whether output factors @p made are taken back by input factors, at once or behind those of a layer in between.
bool isMadeGood(const ConstantFactors& constants, std::size_t index, const Factors& made, bool isForward)
{
    const auto ends = [isForward](const AxisFactors& factors) -> const Factors& {
        return isForward ? factors.input : factors.output;
    };
    for (std::size_t end = 0; end < constants.size(); ++end) {
        if (end == index || !constants[end] || !fits(made, ends(*constants[end])))
            continue;
        if (areConstant({&made, &ends(*constants[end])}))
            return true;
        for (std::size_t between = 0; between < constants.size(); ++between)
            if (between != end && between != index && constants[between] && constants[between]->input.empty()
                && fits(made, constants[between]->output)
                && areConstant({&made, &constants[between]->output, &ends(*constants[end])}))
                return true;
    }
    return false;
}

/// Of a constant that multiplies each channel by itself: what stands before and behind it together.
bool isBetween(const ConstantFactors& constants, std::size_t index)
{
    const auto& own = constants[index]->output;
    for (std::size_t before = 0; before < constants.size(); ++before) {
        if (before == index || !constants[before] || !fits(own, constants[before]->output))
            continue;
        for (const auto& behind : constants)
            if (behind && fits(own, behind->input) && areConstant({&constants[before]->output, &own, &behind->input}))
                return true;
    }
    return false;
}

} // namespace

bool isTakenBack(const ConstantFactors& constants, std::size_t index)
{
    if (!constants[index])
        return false;
    const auto& own = *constants[index];
    const bool hasOutput = AxisFactors::differ(own.output);
    const bool hasInput = AxisFactors::differ(own.input);
    if (hasOutput && own.input.empty() && isBetween(constants, index))
        return true;
    const bool isOutputGood = !hasOutput || isMadeGood(constants, index, own.output, true)
                              || (own.input.empty() && isMadeGood(constants, index, own.output, false));
    const bool isInputGood = !hasInput || isMadeGood(constants, index, own.input, false);
    return (hasOutput || hasInput) && isOutputGood && isInputGood;
}

} // namespace ql::analysis
