// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace ql::widgets {

class Workbench;

/// One step on the way from "accuracy is lost" to the layers to change.
struct GuideStep {
    enum class State {
        Open, ///< to be done
        Running,
        Done,
        Attention ///< done, and something came out that should be looked at
    };

    QString title;
    QString text;
    QString button;            ///< what the button says; empty = none
    std::function<void()> act; ///< what it does
    State state = State::Open;
};

/// The steps in order, judged by what the session knows already. The same number every time.
std::vector<GuideStep> guideSteps(Workbench& workbench);

} // namespace ql::widgets
