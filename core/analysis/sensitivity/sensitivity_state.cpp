// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity_state.h"

#include "core/base/fingerprint.h"
#include "core/caller/functions.h"

namespace ql::analysis {

std::uint64_t jobOf(const results::SensitivityRequest& request, std::uint64_t samples, const SensitivityState& begun)
{
    Fingerprint sum;
    sum.addFile(request.models.baseline).addFile(request.models.analysisName()).add(samples);
    sum.add(std::uint64_t(request.mode)).add(std::uint64_t(request.what)).add(std::uint64_t(request.group));
    sum.add(std::uint64_t(request.replaysDecisions)).add(request.metrics.size());
    for (const auto metric : request.metrics)
        sum.add(std::uint64_t(metric));
    sum.add(std::uint64_t(!caller::areLasting(request.options.functions.get()))).add(request.expression);
    for (const auto* words :
         {&request.filter.prefixes, &request.filter.operatorTypes, &request.filter.modules, &request.layers,
          &request.outputs, &request.samples.images.settings, &request.options.postProcess}) {
        sum.add(words->size());
        for (const auto& word : *words)
            sum.add(word);
    }
    if (!request.samples.images.file.empty())
        sum.addFile(request.samples.images.file);
    for (const auto count : {begun.values.size(), begun.wholes.size(), begun.indices.size()})
        sum.add(count);
    return sum.value();
}

std::vector<std::string> rankingWords(const results::SensitivityRequest& request, std::size_t samples)
{
    std::vector<std::string> words = request.outputs;
    for (const auto& list :
         {request.layers, request.filter.prefixes, request.filter.operatorTypes, request.filter.modules}) {
        words.emplace_back();
        words.insert(words.end(), list.begin(), list.end());
    }
    for (const auto metric : request.metrics)
        words.emplace_back(results::key(metric));
    for (const auto number : {samples, std::size_t(request.mode), std::size_t(request.what), std::size_t(request.group),
                              std::size_t(request.growingSets), std::size_t(request.replaysDecisions)})
        words.push_back(std::to_string(number));
    return words;
}

} // namespace ql::analysis
