// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::quant {

/// AdaRound's rectified sigmoid (Nagel et al. 2020, arXiv 2004.10568, equation 23): it reaches from -0.1 to 1.1 before
/// it is cut off at 0 and 1.
struct RectifiedSigmoid {
    static constexpr double kStretch = 1.2;
    static constexpr double kBelow = -0.1;
};

/// A weight whose rounding is learned, all [rows, columns] but for the limits.
struct LearnedRows {
    std::size_t rows = 0;
    std::size_t columns = 0;
    const float* ratios = nullptr; ///< the numbers, in steps of their quantizer
    const float* lowest = nullptr; ///< that they may become, one per row
    const float* highest = nullptr;
    float* parameters = nullptr; ///< the rectified sigmoid of one is the share of a step that its number is raised by
    float* sigmoids = nullptr;   ///< of the parameters
    float* first = nullptr;      ///< moments of Adam
    float* second = nullptr;
};

/// What the numbers of one update have in common.
struct RoundingUpdate {
    int number = 1; ///< of the update, from 1
    float rate = 0.0f;
    float push = 0.0f; ///< times 1 − |2h − 1|^power (equation 24) is added to what errors cost; 0: shares are free
    float power = 2.0f;
};

/// A parameter so far from 0 came there by its own moves: its share is cut off, no gradient reaches it any more, and
/// what is left of its moves leads further away. Its number is settled.
constexpr float kSettledParameter = 2.5f;

/// Moves the parameters by one step of Adam (Kingma and Ba 2015, arXiv 1412.6980, algorithm 1; β1 = 0.9, β2 = 0.999).
/// @p gradient is half of how the cost changes with each error; the errors that come of it are left in @p errors: what
/// the numbers become less their ratios. Where all numbers of a vector are settled nothing is touched: the errors are
/// those of the last update. One pass over memory on the calling thread.
void updateRounding(const LearnedRows& weight, const float* gradient, const RoundingUpdate& update, float* errors);

} // namespace ql::quant
