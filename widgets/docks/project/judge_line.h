// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace ql::widgets {

class Workbench;

/// The user's own program that says how good outputs are, which of its numbers are better, and how long one judgement
/// may take; the last two are in sight where there is a program.
class JudgeLine final : public QWidget {
    Q_OBJECT

public:
    explicit JudgeLine(Workbench& workbench, QWidget* parent = nullptr);

    QLineEdit& command() { return *m_command; }
    QComboBox& betterBox() { return *m_better; }
    QSpinBox& secondsBox() { return *m_seconds; }
    QToolButton& removeButton() { return *m_remove; }
    QString problemText() const;

private:
    void arrange();
    void retranslate();
    void refresh();
    void takeCommand();

    Workbench& m_workbench;
    QString m_shown; ///< the session's command, when it was looked at last
    QLabel* m_title;
    QToolButton* m_remove;
    QLineEdit* m_command;
    QComboBox* m_better;
    QSpinBox* m_seconds;
    QLabel* m_hint;
    QLabel* m_problem;
};

} // namespace ql::widgets
