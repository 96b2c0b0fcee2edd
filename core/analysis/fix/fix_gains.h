// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_judge.h"

#include <optional>

namespace ql::analysis {

/// Compares measurements of two forms of a network: what the second wins over the first, and whether that is worth its
/// cost.
class FixGains {
public:
    /// @p judge must outlive this; @p start is what it measured before any repair.
    FixGains(const FixJudge& judge, const results::FixMeasure& start)
        : m_judge(judge)
        , m_startJudged(start.judged)
    {
    }

    /// In decibels, or in what counts as so many where a judge decides.
    double gain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    /// By a judge, of what quantization lost; nothing without one. What lost nothing has nothing to win.
    std::optional<double> judgeGain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    /// What @p to wins beyond what makes a repair worth its place and its cost; -inf where it loses.
    double netGain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    bool isWorthIt(const results::FixMeasure& from, const results::FixMeasure& to) const;
    bool loses(const results::FixMeasure& from, const results::FixMeasure& to) const;

private:
    const FixJudge& m_judge;
    std::optional<double> m_startJudged;
};

} // namespace ql::analysis
