// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace ql::widgets {

class Workbench;

/// What few people need, out of sight behind a button until it is asked for or something of it is set: what is measured
/// in place of the outputs, and who judges them.
class ProjectOptions final : public QWidget {
    Q_OBJECT

public:
    explicit ProjectOptions(Workbench& workbench, QWidget* parent = nullptr);

    QToolButton& button() { return *m_button; }

private:
    void retranslate();
    void refresh();

    Workbench& m_workbench;
    QToolButton* m_button;
    QWidget* m_lines;
    bool m_isSet = false; ///< something of it
};

} // namespace ql::widgets
