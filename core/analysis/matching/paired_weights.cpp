// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/paired_weights.h"

namespace ql::analysis {

WeightNumbers readPair(const ModelWeight& baseline, const ModelWeight& analysis)
{
    const at::Tensor x = baseline.read();
    at::Tensor y = analysis.read();
    if (areSwapped(analysis, baseline) && y.dim() >= 2)
        y = y.transpose(-1, -2);
    return {x, y.reshape(x.sizes()).contiguous()};
}

std::optional<std::int64_t> channelAxisOf(const ModelWeight& baseline, const ModelWeight& analysis)
{
    const bool isOpen = !baseline.channelAxis || (baseline.isWithoutNetwork && !baseline.quantizer);
    return isOpen && analysis.channelAxis && analysis.shape == baseline.shape ? analysis.channelAxis
                                                                              : baseline.channelAxis;
}

} // namespace ql::analysis
