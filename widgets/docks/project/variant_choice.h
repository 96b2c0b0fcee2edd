// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/project/status_choice.h"

namespace ql::widgets {

/// What the baseline is compared with: the analysis model, or the baseline itself as runtimes optimize it.
class VariantChoice final : public StatusChoice {
    Q_OBJECT

public:
    explicit VariantChoice(Workbench& workbench, QWidget* parent = nullptr);

private:
    void retranslate();
    void refresh();
};

} // namespace ql::widgets
