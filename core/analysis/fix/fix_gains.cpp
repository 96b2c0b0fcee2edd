// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_gains.h"

#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::FixMeasure;

/// A repair is worth its place in the list from this gain on; and so much more for what it costs: int16 everywhere
/// costs 1 and is good for some 48 dB.
constexpr double kLeastGainDb = 0.5;
constexpr double kDbPerCost = 20.0;
/// All that quantization takes away of a judge's number counts as much as what it may cost to win it back.
constexpr double kDbOfLoss = 20.0;
constexpr double kNoiseDb = 0.05;

} // namespace

std::optional<double> FixGains::judgeGain(const FixMeasure& from, const FixMeasure& to) const
{
    if (!m_judge.judgedBaseline())
        return std::nullopt;
    const double won = m_judge.merit(to) - m_judge.merit(from);
    const double lost = std::abs(*m_judge.judgedBaseline() - m_startJudged.value());
    if (lost > 0.0)
        return won / lost;
    return won < 0.0 ? -1.0 : 0.0;
}

double FixGains::gain(const FixMeasure& from, const FixMeasure& to) const
{
    if (const auto share = judgeGain(from, to))
        return *share * kDbOfLoss;
    return m_judge.decibels(to, true) - m_judge.decibels(from, true);
}

bool FixGains::loses(const FixMeasure& from, const FixMeasure& to) const
{
    if (m_judge.judgedBaseline())
        return gain(from, to) < -kNoiseDb;
    return gain(from, to) < -kNoiseDb || m_judge.decibels(to, false) < m_judge.decibels(from, false) - kNoiseDb;
}

double FixGains::netGain(const FixMeasure& from, const FixMeasure& to) const
{
    const double net = gain(from, to) - kLeastGainDb - kDbPerCost * std::max(0.0, to.cost - from.cost);
    return loses(from, to) || std::isnan(net) ? -kInfinity : net;
}

bool FixGains::isWorthIt(const FixMeasure& from, const FixMeasure& to) const
{
    return netGain(from, to) >= 0.0;
}

} // namespace ql::analysis
