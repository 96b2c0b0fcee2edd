// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace ql::widgets {

class ConfigForm;
class ConfigProblems;
class ConfigTextEdit;
class DiffView;
class FindBar;
class MessageBar;
class NextStep;
class Workbench;

/// The config: as text, as a form of the selected layer, and as what a save would change in the file.
class ConfigView : public QWidget {
    Q_OBJECT

public:
    enum Page { Text, Form, Diff };

    explicit ConfigView(Workbench& workbench, QWidget* parent = nullptr);

    ConfigTextEdit& text() { return *m_text; }
    ConfigForm& form() { return *m_form; }
    DiffView& diff() { return *m_diff; }
    ConfigProblems& problems() { return *m_problems; }
    MessageBar& trouble() { return *m_trouble; }
    FindBar& findBar() { return *m_find; }
    QString summaryText() const;
    void showPage(Page page);

private:
    QWidget* makeOpened();
    void makeTroubleActions();
    void retranslate();
    void refresh();
    void showDiff();
    void showTrouble();
    QString summary() const;

    Workbench& m_workbench;
    QStackedWidget* m_stack;
    NextStep* m_nextStep;
    QTabWidget* m_tabs;
    ConfigTextEdit* m_text;
    ConfigForm* m_form;
    DiffView* m_diff;
    ConfigProblems* m_problems;
    MessageBar* m_trouble;
    FindBar* m_find;
    QWidget* m_opened = nullptr; ///< line and pages
    QLabel* m_summary = nullptr;
    QAction* m_open;
    QAction* m_reload;
    QAction* m_keep;
    QAction* m_saveAs;
    QAction* m_restore;
    QAction* m_forget;
};

} // namespace ql::widgets
