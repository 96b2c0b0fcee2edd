// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/operator_traits.h"
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <array>

namespace ql::graph {

constexpr std::string_view kMicrosoft = "com.microsoft";
constexpr std::string_view kAten = "aten";
constexpr std::string_view kProgram = "prim";        ///< what a TorchScript program does besides computing with tensors
constexpr std::string_view kQuantized = "quantized"; ///< on integers, as no standard has it
constexpr std::string_view kHorizon = "horizon";

/// The rows of one family each: tables of families.inc.
namespace rows {
#define QL_FAMILY(family) std::span<const OperatorTraits> family();
#include "core/graph/operators/families.inc"
#undef QL_FAMILY
} // namespace rows

inline auto families()
{
    return std::array{
#define QL_FAMILY(family) rows::family(),
#include "core/graph/operators/families.inc"
#undef QL_FAMILY
    };
}

} // namespace ql::graph
