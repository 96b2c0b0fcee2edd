// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/activation_bytes.h"

#include "core/base/memory/memory_budget.h"
#include "core/ops/memory/memory_limit.h"

#include <algorithm>

namespace ql::runs {

namespace {

constexpr double kRoomForMore = 2.0; ///< of the largest tensor so far: what the next node may need at once

} // namespace

bool ActivationBytes::fitWith(const Pass& execution, const graph::Node& node)
{
    for (const auto output : node.outputs) {
        const auto& tensor = execution.tensor(output);
        if (!output.isValid() || !tensor.isDefined() || !m_seen.insert(tensor.data.storage().data()).second)
            continue;
        const auto bytes = static_cast<double>(tensor.data.nbytes());
        m_bytes += bytes;
        m_largest = std::max(m_largest, bytes);
    }
    return m_bytes <= MemoryBudget::bytes() && ops::isAffordable(kRoomForMore * m_largest);
}

} // namespace ql::runs
