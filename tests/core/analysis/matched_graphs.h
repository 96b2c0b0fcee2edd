// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/graph/text_form/text_form.h"

#include <string>
#include <vector>

namespace ql::tests {

using namespace ql::analysis;

/// Two graphs matched; says in words what became of a baseline layer.
class Matched {
public:
    Matched(const std::string& baseline, const std::string& analysis, const NameMap& map = {})
        : m_baselineGraph(graph::parseGraph(baseline))
        , m_analysisGraph(graph::parseGraph(analysis))
        , m_baseline(collectLayers(m_baselineGraph, &m_analysisGraph))
        , m_analysis(collectLayers(m_analysisGraph, &m_baselineGraph))
        , m_matching(matchLayers(m_baselineGraph, m_baseline, m_analysisGraph, m_analysis, map))
    {
    }

    /// "conv_quant by node-name", "in relu", "nothing"
    std::string fate(const std::string& baselineName) const
    {
        for (std::size_t b = 0; b < m_baseline.size(); ++b) {
            if (m_baseline[b].name != baselineName)
                continue;
            const auto& match = m_matching.baseline[b];
            if (match.partner != kNoLayer)
                return m_analysis[match.partner].name + " by " + match.info.rule;
            return match.fusedInto != kNoLayer ? "in " + m_baseline[match.fusedInto].name : "nothing";
        }
        return "no such layer";
    }

    std::string fateOfAnalysis(const std::string& analysisName) const
    {
        for (std::size_t a = 0; a < m_analysis.size(); ++a) {
            if (m_analysis[a].name != analysisName)
                continue;
            const auto& match = m_matching.analysis[a];
            if (match.partner != kNoLayer)
                return m_baseline[match.partner].name;
            return match.fusedInto != kNoLayer ? "in " + m_analysis[match.fusedInto].name : "nothing";
        }
        return "no such layer";
    }

private:
    graph::Graph m_baselineGraph;
    graph::Graph m_analysisGraph;
    std::vector<Layer> m_baseline;
    std::vector<Layer> m_analysis;
    Matching m_matching;
};

} // namespace ql::tests
