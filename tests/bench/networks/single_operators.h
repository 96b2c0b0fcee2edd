// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <string>
#include <vector>

namespace ql::bench {

/// A network of one operator, or few: from "x", float32 of some shape, to "y", float32.
struct SingleOperator {
    std::string name;
    graph::Shape shape;
    std::string text; ///< of the graph (core/graph/text_form)
};

/// The operators of networks beside those that the shared models have, of the size that a layer has.
std::vector<SingleOperator> singleOperators();

} // namespace ql::bench
