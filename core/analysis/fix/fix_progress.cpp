// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_progress.h"

#include <algorithm>
#include <utility>

namespace ql::analysis {

namespace {

constexpr double kUnknown = -1.0; ///< seconds
constexpr double kRanked = 0.1;   ///< of the bar
constexpr double kMeasured = 0.5; ///< of the bar, where nothing better is known
/// Of the bar, in steps of others, for one that learns.
constexpr std::size_t kSlow = 10;
/// Of steps that must be done before anything is said of what is left.
constexpr std::size_t kLeastSteps = 2;
// What seven networks of 10 to 60 layers have in common. The first repair that learns does so for most layers, which
// those after it find done. Their other learning, in shares of the time that this one took:
constexpr double kOtherLearning = 0.7;  ///< of the others alone
constexpr double kLearningBeside = 1.2; ///< beside others
constexpr double kOneBeside = 0.05;     ///< of one look, which counts as much as …
constexpr double kLooksExpected = 16.0; ///< … so many, until those that were are more
/// Looks at those that don't learn, in shares of the time that all took alone.
constexpr double kLooks = 1.6;
/// How many more passes are to be expected when one begins.
constexpr double kMorePasses = 0.5;

} // namespace

void FixProgress::begin(Message stage, std::size_t steps, double to)
{
    closeStep();
    m_ctx.beginStage(std::move(stage), steps, std::exchange(m_from, to), to);
}

void FixProgress::beginRanking(std::size_t layers)
{
    m_ctx.setRemaining(std::chrono::duration<double>(kUnknown));
    begin("ranking layers", layers, kRanked);
}

void FixProgress::beginMeasuring(std::size_t quick, std::size_t slow)
{
    m_quick.left = m_quickCount = quick;
    m_slow.left = m_slowCount = slow;
    begin("measuring repairs", quick + kSlow * slow, kMeasured);
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

void FixProgress::stepKnown(bool isSlow)
{
    auto& left = (isSlow ? m_slow : m_quick).left;
    left -= std::min<std::size_t>(left, 1);
    m_ctx.step(isSlow ? kSlow : 1);
}

void FixProgress::stepCandidate(bool isSlow, const std::string& fix)
{
    open(isSlow ? m_slow : m_quick);
    tell();
    m_ctx.step(isSlow ? kSlow : 1, fix);
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

void FixProgress::end()
{
    closeStep();
    m_ctx.setRemaining(std::chrono::seconds(0));
}

void FixProgress::closeStep()
{
    if (!m_open)
        return;
    ++m_open->done;
    const double seconds = std::chrono::duration<double>(Clock::now() - m_opened).count();
    m_open->seconds += seconds;
    if (m_open == &m_slow)
        m_longest = std::max(m_longest, seconds);
    m_open = nullptr;
}

void FixProgress::open(Steps& steps)
{
    closeStep();
    m_open = &steps;
    m_opened = Clock::now();
    steps.left -= std::min<std::size_t>(steps.left, 1);
}

std::optional<double> FixProgress::measuringLeft() const
{
    if (m_quick.done + m_slow.done < kLeastSteps || (m_slow.left > 0 && m_slow.done == 0))
        return {}; // how long learning takes nobody knows before
    const double others =
        m_longest * kOtherLearning * double(m_slow.left) / double(std::max<std::size_t>(1, m_slowCount));
    return m_quick.each(0.0) * double(m_quick.left) + others + combiningSeconds();
}

/// All of it, as seen from before it began.
double FixProgress::combiningSeconds() const
{
    return kLearningBeside * m_longest + kLooks * m_quick.each(0.0) * double(m_quickCount);
}

double FixProgress::passLeft(std::size_t quick, std::size_t slow) const
{
    const double learning =
        (kLooksExpected * kOneBeside * m_longest + m_slowLooks.seconds) / (kLooksExpected + double(m_slowLooks.done));
    return m_quickLooks.each(m_quick.each(0.0)) * double(quick) + learning * double(slow);
}

double FixProgress::combiningLeft() const
{
    const double whole = passLeft(m_quickCount, m_slowCount);
    const auto looks = m_isPass ? m_quickLooks.left + m_slowLooks.left : m_quickCount + m_slowCount;
    const double share = double(looks) / double(std::max<std::size_t>(1, m_quickCount + m_slowCount));
    const double pass = m_isPass ? passLeft(m_quickLooks.left, m_slowLooks.left) : whole;
    const double spent = m_quickLooks.seconds + m_slowLooks.seconds + m_learned.seconds;
    return pass + share * std::max(combiningSeconds() - spent - pass, kMorePasses * whole);
}

void FixProgress::tell()
{
    auto left = m_isCombining ? std::optional(combiningLeft()) : measuringLeft();
    if (left && m_mostSeconds > 0.0)
        left = std::min(*left, m_mostSeconds - std::chrono::duration<double>(Clock::now() - m_began).count());
    m_ctx.setRemaining(std::chrono::duration<double>(left ? std::max(*left, 0.0) : kUnknown));
}

} // namespace ql::analysis
