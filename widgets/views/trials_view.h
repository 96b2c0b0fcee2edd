// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/change_table_model.h"
#include "widgets/models/ranked_proxy.h"
#include "widgets/models/trial_table_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class DataTable;
class NextStep;
class Workbench;

/// What was tried, and what each trial changed: the outputs, the selected layer and what follows it, or every layer.
class TrialsView : public QWidget {
    Q_OBJECT

public:
    explicit TrialsView(Workbench& workbench, QWidget* parent = nullptr);

    DataTable& trialTable() { return *m_trialTable; }
    DataTable& changeTable() { return *m_changeTable; }
    ChangeTableModel& changes() { return m_changes; }
    NextStep& nextStep() { return *m_nextStep; }
    /// Only outputs, the selected layer and its successors; otherwise every layer.
    void showSuccessorsOnly(bool isOnly);
    QString summaryText() const;
    /// Puts the chosen trial's config back into the editor, as one step of undo.
    void restoreChosen();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeChangePart();
    void retranslate();
    void refresh();
    void showChange();
    void showSummary();
    int chosenTrial() const;
    QString trialSentence(const Trial& trial) const;

    Workbench& m_workbench;
    TrialTableModel m_trials;
    ChangeTableModel m_changes;
    RankedProxy m_changeProxy;
    QStackedWidget* m_stack;
    NextStep* m_nextStep;
    DataTable* m_trialTable;
    DataTable* m_changeTable = nullptr;
    QComboBox* m_which = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_restore = nullptr;
};

} // namespace ql::widgets
