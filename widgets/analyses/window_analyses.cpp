// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

#define QL_WINDOW_ANALYSIS(folder, Name) std::unique_ptr<Analysis> make##Name##Analysis(const AnalysisContext& context);
#include "widgets/analyses/window_analyses.inc"
#undef QL_WINDOW_ANALYSIS

std::vector<std::unique_ptr<Analysis>> makeAnalyses(const AnalysisContext& context)
{
    std::vector<std::unique_ptr<Analysis>> analyses;
#define QL_WINDOW_ANALYSIS(folder, Name) analyses.push_back(make##Name##Analysis(context));
#include "widgets/analyses/window_analyses.inc"
#undef QL_WINDOW_ANALYSIS
    for (const auto& analysis : analyses)
        analysis->setUp();
    return analyses;
}

} // namespace ql::widgets
