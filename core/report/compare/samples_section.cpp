// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_sections.h"

namespace ql::report {

std::vector<NamedSpreads> spreadsOf(const results::CompareResult& result)
{
    std::vector<NamedSpreads> all;
    for (const auto& output : result.outputs)
        all.push_back({output.name, "output", output.overSamples});
    for (const auto& layer : result.layers)
        all.push_back({layer.name, "layer", layer.overSamples});
    return all;
}

std::string samplesSection(const results::CompareResult& result, const Labels& labels)
{
    return result.samples ? spreadsPage(*result.samples, spreadsOf(result), labels) : std::string();
}

} // namespace ql::report
