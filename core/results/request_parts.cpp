// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/request_parts.h"

namespace ql::results {

std::string ModelPair::analysisName() const
{
    if (!isSimulated())
        return analysis;
    const auto& config = quantization.config;
    return baseline + (config.empty() ? " (simulated)" : " (simulated with " + config + ")");
}

} // namespace ql::results
