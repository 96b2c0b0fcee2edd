// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <string>

namespace ql::cli {

/// "[#####---------------]  25 %  comparing layers, 12.0 s left  conv_3", at most @p width characters.
std::string progressLine(const Progress& progress, std::size_t width);

/// One line on stderr, redrawn in place and gone when the bar dies. Shows nothing while not wanted.
class ProgressBar {
public:
    explicit ProgressBar(bool isShown);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Draws; may be handed to a JobContext.
    void show(const Progress& progress);

private:
    bool m_isShown;
    bool m_isDrawn = false;
};

} // namespace ql::cli
