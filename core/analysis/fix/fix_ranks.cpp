// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_ranks.h"

#include "core/runs/ranks/on_ranks.h"

namespace ql::analysis {

void requireAlike(RankGroup& ranks, const results::FixRequest& request, const quant::FixSubject& start,
                  const FixSamples& samples)
{
    if (ranks.isAlone())
        return;
    Packer about;
    about.add(std::uint64_t(samples.fitted.count)).add(std::uint64_t(samples.heldOut.size()));
    about.add(request.metric)
        .add(request.fixes)
        .add(request.outputs)
        .add(std::uint64_t(request.worstLayers))
        .add(request.mostSeconds);
    about.add(request.ignoresRules).add(std::uint64_t(start.settings().layers.size()));
    about.add(std::uint64_t(start.graph().nodes().size()));
    runs::requireAlike(ranks, about.take());
}

} // namespace ql::analysis
