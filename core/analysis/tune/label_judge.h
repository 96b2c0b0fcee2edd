// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::analysis {

/// A judge: the share of samples, 0 to 1, of which the strongest element of one output is the right class. An output
/// with NaN in it decides nothing and is wrong.
class LabelJudge {
public:
    /// @p labels: of every sample that may be judged, by its place in the data. @p output: by name. @p file: that the
    /// labels come from, for messages
    LabelJudge(std::vector<std::int64_t> labels, std::string output, std::string file = {});

    /// @throws Error as strongestOf(), and as data::requireClass()
    double operator()(const std::vector<caller::JudgedSample>& samples) const;

private:
    std::int64_t decisionFor(const caller::JudgedSample& sample) const;

    std::vector<std::int64_t> m_labels;
    std::string m_output;
    std::string m_file;
};

} // namespace ql::analysis
