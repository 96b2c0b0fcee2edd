// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/search_ranks.h"

#include "core/base/error.h"
#include "core/runs/ranks/on_ranks.h"

#include <filesystem>

namespace ql::analysis {

void requirePartitionable(RankGroup& ranks, const results::BadCaseRequest& request,
                          const std::vector<OutputPair>& outputs, const data::Dataset& dataset, std::size_t limit)
{
    if (ranks.isAlone())
        return;
    if (!request.feedback.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("fed-back states go from one sample into the next: such a search runs on one process, {} "
                            "were started",
                            ranks.size()),
                    "start the program without its launcher");
    Packer about;
    about.add(limit).add(dataset.size()).add(request.metric).add(request.order).add(!request.labels.empty());
    for (const auto& output : outputs)
        about.add(output.name);
    if (limit > 0)
        about.add(std::filesystem::path(dataset.sampleName(0)).filename().string());
    runs::requireAlike(ranks, about.take());
}

} // namespace ql::analysis
