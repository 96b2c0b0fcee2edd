// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_progress.h"

#include <algorithm>
#include <utility>

namespace ql::analysis {

namespace {

/// In layers that are ranked, each on few samples.
constexpr std::size_t kQuick = 10;
constexpr std::size_t kSlow = 40;
/// While nobody knows how many there will be.
constexpr std::size_t kUsualCandidates = 100;
constexpr double kCombined = 0.97; ///< of the bar; the rest is writing
constexpr double kNearlyOver = 0.75;
/// Combining takes so much longer than measuring: the median of ten networks, 0.8 to 2.2.
constexpr double kCombining = 1.3;

} // namespace

void FixProgress::begin(Message stage, std::size_t units, double to)
{
    m_from = m_to;
    m_to = to;
    m_done = 0;
    m_ctx.beginStage(std::move(stage), units, m_from, m_to);
}

void FixProgress::beginRanking(std::size_t layers)
{
    const double all = double(layers) + (1.0 + kCombining) * double(kUsualCandidates * kQuick);
    begin("ranking layers", layers, kCombined * double(layers) / all);
}

void FixProgress::beginMeasuring(std::size_t candidates, std::size_t slow)
{
    m_units = std::max<std::size_t>(1, (candidates - slow) * kQuick + slow * kSlow);
    begin("measuring repairs", m_units, m_to + (kCombined - m_to) / (1.0 + kCombining));
}

void FixProgress::beginCombining()
{
    m_isCombining = true;
    m_units = std::size_t(double(m_units) * kCombining);
    begin("combining repairs", m_units, kCombined);
}

void FixProgress::stepCandidate(bool isSlow, const std::string& fix)
{
    const auto units = isSlow ? kSlow : kQuick;
    m_done += units;
    m_ctx.step(units, fix);
    if (!m_isCombining || double(m_done) < kNearlyOver * double(m_units))
        return;
    m_to = m_from + (m_to - m_from) * kNearlyOver; // what was reached, from which the rest is divided anew
    begin("combining repairs", m_units, kCombined);
}

} // namespace ql::analysis
