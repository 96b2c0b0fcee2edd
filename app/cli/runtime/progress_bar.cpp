// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/progress_bar.h"

#include "app/cli/runtime/console.h"
#include "app/cli/runtime/terminal.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

namespace ql::cli {

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
    const auto width = pageWidth(terminalOn(STDERR_FILENO));
    // One column stays free: terminals wrap when the last one is written.
    rewriteLine(progressLine(progress, width - 1));
    m_isDrawn = true;
}

} // namespace ql::cli
