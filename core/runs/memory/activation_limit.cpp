// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/activation_limit.h"

#include "core/ops/memory/memory_limit.h"
#include "core/runs/program/pass.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <set>

namespace ql::runs {

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr double kRoomForMore = 2.0; ///< of the largest tensor so far: what the next node may need at once

struct Limits {
    std::mutex mutex;
    std::multiset<double> living;
};

Limits& limits()
{
    static Limits all;
    return all;
}

} // namespace

ActivationLimit::ActivationLimit(double bytes)
    : m_bytes(bytes > 0.0 ? bytes : kUnlimited)
{
    const std::scoped_lock lock(limits().mutex);
    limits().living.insert(m_bytes);
}

ActivationLimit::~ActivationLimit()
{
    const std::scoped_lock lock(limits().mutex);
    limits().living.erase(limits().living.find(m_bytes));
}

double ActivationLimit::bytes()
{
    const std::scoped_lock lock(limits().mutex);
    return limits().living.empty() ? kUnlimited : *limits().living.begin();
}

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
    return m_bytes <= ActivationLimit::bytes() && ops::isAffordable(kRoomForMore * m_largest);
}

} // namespace ql::runs
