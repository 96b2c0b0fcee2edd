// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"

#include <QIcon>

namespace ql::widgets {

enum class Icon {
    OpenBaseline,
    OpenAnalysis,
    Inputs,
    Data,
    Compare,
    BadCase,
    Sensitivity,
    Causes,
    Cancel,
    Back,
    Forward,
    Worst,
    Find,
    Columns,
    Demo,
    Checks,
    Profile,
    Shadow,
    Weights,
    Graph,
    Layers,
    Inspector,
    Project,
    Save,
    Export,
    ShowAll,
    Layout,
    Guide,
    Step,
    Keyboard,
    About,
    Quit,
    Config,
    Try,
    Tune,
    Int16,
    Skip,
    Restore,
    Copy,
    Delete
};

inline constexpr int kPanelIconSize = 16; ///< beside a line of text

/// Drawn in code with the palette's colours, so that it is sharp at every size and right in light and dark.
QIcon icon(Icon which);
/// Differs in shape as well as in colour.
QIcon severityIcon(results::Advice::Severity severity);
/// The program's own icon.
QIcon applicationIcon();

} // namespace ql::widgets
