// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace ql::widgets {

class Workbench;

/// Where the selected layer stands: its scopes from the outermost inwards. A click on one shows only what is in it.
class ScopeTrail : public QLabel {
    Q_OBJECT

public:
    explicit ScopeTrail(Workbench& workbench, QWidget* parent = nullptr);

private:
    void refresh();

    Workbench& m_workbench;
};

} // namespace ql::widgets
