// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/result_parts.h"

#include <string>
#include <vector>

namespace ql::report {

/// What one metric says of one node.
struct NodeNumber {
    std::vector<std::string> names; ///< the node's and its output tensor's: tools know one or the other
    double value = 0.0;             ///< may be infinite or NaN
    double badness = 0.0;           ///< 0 (harmless) … 1
};

/// What one result says of the nodes of one model under one metric.
struct NodeNumbers {
    std::string side;  ///< "baseline" or "analysis": whose nodes they are
    std::string about; ///< "compare_sqnr_db": the result and its metric
    std::vector<NodeNumber> nodes;
};

/// Of comparisons, shadows, weights and sensitivities, in this order; metrics that were not measured are left out.
std::vector<NodeNumbers> nodeNumbers(const results::ResultParts& parts);

} // namespace ql::report
