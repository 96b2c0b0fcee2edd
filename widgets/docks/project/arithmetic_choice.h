// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace ql::widgets {

class Workbench;

/// How a model on integers computes beside a target's dump, and what a comparison found out about that. In sight where
/// one of the two models is a dump.
class ArithmeticChoice final : public QWidget {
    Q_OBJECT

public:
    explicit ArithmeticChoice(Workbench& workbench, QWidget* parent = nullptr);

    QComboBox& box() { return *m_box; }
    QString statusText() const;

private:
    void retranslate();
    void refresh();
    void fillBox();

    Workbench& m_workbench;
    QComboBox* m_box;
    QLabel* m_status;
};

} // namespace ql::widgets
