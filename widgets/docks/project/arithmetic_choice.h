// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/project/status_choice.h"

namespace ql::widgets {

/// How a model on integers computes beside a target's dump, and what a comparison found out about that. In sight where
/// one of the two models is a dump.
class ArithmeticChoice final : public StatusChoice {
    Q_OBJECT

public:
    explicit ArithmeticChoice(Workbench& workbench, QWidget* parent = nullptr);

private:
    void retranslate();
    void refresh();
    void fillBox();
};

} // namespace ql::widgets
