// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/row.h"

namespace ql::graph {

/// The rows of one family each: the files that families.inc lists.
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
