// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QToolButton;

namespace ql::widgets {

class FoldingPane;
class ModelPanel;
class Workbench;

/// The two models and the inputs, with what is known about each and what is wrong with it.
class ProjectView : public QWidget {
    Q_OBJECT

public:
    explicit ProjectView(Workbench& workbench, QWidget* parent = nullptr);

    QToolButton& checksButton() { return *m_checks; }
    FoldingPane& pane() { return *m_pane; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeInputs();
    void makePane(QWidget* column);
    void fold();
    void refreshIcons();
    void retranslate();
    void refresh();
    void takeEditedInputs();
    void refreshChecks();
    QString inputHint() const;

    Workbench& m_workbench;
    ModelPanel* m_baseline;
    ModelPanel* m_analysis;
    FoldingPane* m_pane = nullptr;
    QList<QToolButton*> m_icons; ///< of the folded pane
    QLabel* m_inputsIcon = nullptr;
    QLabel* m_inputsTitle = nullptr;
    QLabel* m_inputsHint = nullptr;
    QListWidget* m_inputs = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_random = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_checks = nullptr;
};

} // namespace ql::widgets
