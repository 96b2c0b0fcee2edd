// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_progress.h"

#include <algorithm>
#include <utility>

namespace ql::analysis {

namespace {

/// How much longer than others one that learns takes, until the first has been measured.
constexpr double kSlow = 4.0;
constexpr double kRanked = 0.1; ///< of the bar
/// Of steps that must be done before anything is said of what is left.
constexpr std::size_t kLeastSteps = 2;
/// How many passes over all candidates combining takes, and how many more are to be expected when a pass begins.
constexpr double kPasses = 1.5;
constexpr double kMorePasses = 0.5;

} // namespace

void FixProgress::begin(Message stage, std::size_t steps, double to)
{
    closeStep();
    m_ctx.beginStage(std::move(stage), steps, std::exchange(m_from, to), to);
}

void FixProgress::beginRanking(std::size_t layers)
{
    begin("ranking layers", layers, kRanked);
}

void FixProgress::beginMeasuring(std::size_t quick, std::size_t slow)
{
    m_quick.left = m_quickCount = quick;
    m_slow.left = m_slowCount = slow;
    begin("measuring repairs", quick + slow, 1.0);
}

void FixProgress::beginCombining()
{
    m_isCombining = true;
    begin("combining repairs", 1, 1.0);
}

void FixProgress::beginPass(std::size_t quick, std::size_t slow)
{
    m_isPass = true;
    m_quickLooks.left = quick;
    m_slowLooks.left = slow;
}

void FixProgress::stepCandidate(bool isSlow, const std::string& fix)
{
    open(isSlow ? m_slow : m_quick);
    tell();
    m_ctx.step(1, fix);
}

void FixProgress::stepLook(bool isSlow, const std::string& fix)
{
    open(isSlow ? m_slowLooks : m_quickLooks);
    tell();
    m_ctx.step(0, fix);
}

void FixProgress::stepLearned(const std::string& fix)
{
    open(m_learned);
    tell();
    m_ctx.step(0, fix);
}

void FixProgress::closeStep()
{
    if (!m_open)
        return;
    ++m_open->done;
    m_open->seconds += std::chrono::duration<double>(Clock::now() - m_opened).count();
    m_open = nullptr;
}

void FixProgress::open(Steps& steps)
{
    closeStep();
    m_open = &steps;
    m_opened = Clock::now();
    steps.left -= std::min<std::size_t>(steps.left, 1);
}

double FixProgress::measuringLeft() const
{
    const double quick = m_quick.each(0.0);
    return quick * double(m_quick.left) + m_slow.each(kSlow * quick) * double(m_slow.left);
}

double FixProgress::passLeft(std::size_t quick, std::size_t slow) const
{
    const double each = m_quickLooks.each(m_quick.each(0.0));
    return each * double(quick) + m_slowLooks.each(each) * double(slow);
}

double FixProgress::combiningLeft() const
{
    const double whole = passLeft(m_quickCount, m_slowCount);
    if (!m_isPass)
        return kPasses * whole;
    const auto looks = m_quickLooks.left + m_slowLooks.left;
    const double share = double(looks) / double(std::max<std::size_t>(1, m_quickCount + m_slowCount));
    const double learned = m_slowCount > 0 ? m_learned.each(m_slow.each(0.0)) : 0.0;
    return passLeft(m_quickLooks.left, m_slowLooks.left) + kMorePasses * share * (whole + learned);
}

void FixProgress::tell()
{
    if (m_quick.done + m_slow.done < kLeastSteps)
        return;
    double left = m_isCombining ? combiningLeft() : measuringLeft() + kPasses * passLeft(m_quickCount, m_slowCount);
    if (m_mostSeconds > 0.0)
        left = std::min(left, m_mostSeconds - std::chrono::duration<double>(Clock::now() - m_began).count());
    m_ctx.setRemaining(std::chrono::duration<double>(std::max(0.0, left)));
}

} // namespace ql::analysis
