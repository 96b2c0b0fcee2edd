// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/row.h"

namespace ql::graph {

#define QL_FAMILY(family)                                                                                              \
    namespace families::family {                                                                                       \
    std::span<const OperatorTraits> rows();                                                                            \
    }
#include "core/graph/operators/families.inc"
#undef QL_FAMILY

/// The rows of each family.
inline auto rowsOfFamilies()
{
    return std::array{
#define QL_FAMILY(family) families::family::rows(),
#include "core/graph/operators/families.inc"
#undef QL_FAMILY
    };
}

} // namespace ql::graph
