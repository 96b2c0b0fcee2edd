// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/progress_bar.h"

#include "app/cli/runtime/console.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ql::cli {

namespace {

std::size_t terminalWidth()
{
    constexpr std::size_t kUsualWidth = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsualWidth;
}

} // namespace

std::string progressLine(const Progress& progress, std::size_t width)
{
    constexpr int kCells = 20;
    const double fraction = std::clamp(progress.fraction, 0.0, 1.0);
    const int filled = int(fraction * kCells);
    auto line = fmt::format("[{}{}] {:3.0f} %  {}", std::string(std::size_t(filled), '#'),
                            std::string(std::size_t(kCells - filled), '-'), fraction * 100.0, progress.stage);
    if (progress.remaining.count() >= 0)
        line += fmt::format(", {} left", report::secondsText(double(progress.remaining.count()) / 1000.0));
    const auto used = report::characterCount(line);
    if (used >= width)
        return line.substr(0, width);
    constexpr std::size_t kGap = 2;
    if (!progress.detail.empty() && used + kGap + 1 < width)
        line += "  " + report::shortened(report::oneLine(progress.detail), width - used - kGap);
    return line;
}

ProgressBar::ProgressBar(bool isShown)
    : m_isShown(isShown)
{
}

ProgressBar::~ProgressBar()
{
    if (m_isDrawn)
        rewriteLine({});
}

void ProgressBar::show(const Progress& progress)
{
    if (!m_isShown)
        return;
    // One column stays free: terminals wrap when the last one is written.
    rewriteLine(progressLine(progress, terminalWidth() - 1));
    m_isDrawn = true;
}

} // namespace ql::cli
