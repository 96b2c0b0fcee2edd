// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>

namespace ql::tests {

/// Where @p found first differs from @p expected, in anything that a graph says: ids, names, flags, links, constants
/// bit for bit, bodies. Empty where nothing does.
std::string differenceOf(const graph::Graph& expected, const graph::Graph& found);

} // namespace ql::tests
