// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// @throws Error (BadArgument) for widths and formats that no quantizer has where it stands
void checkFormats(const graph::Graph& graph, const QuantPlan& plan);

/// A bias in int32 needs integers in equal steps on both sides.
void dropFloatBiases(QuantPlan& plan);

/// Gives the inputs of every Concat the parameters of its output, which are found of what it joins, and what every
/// pooling makes those of what it reads; not values of another width, nor those whose scales are given.
void joinScales(const graph::Graph& graph, QuantPlan& plan);

/// Raises the least scale of weights whose layer has a bias beyond kLargeBias, where their observer says to which.
void raiseScalesOfLargeBiases(const graph::Graph& graph, QuantPlan& plan);

} // namespace ql::quant
