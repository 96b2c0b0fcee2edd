// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/trials/change_table_model.h"
#include "widgets/docks/trials/trial_table_model.h"
#include "widgets/models/ranked_proxy.h"

#include <QAction>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace ql::widgets {

class DataTable;
class NextStep;
class Workbench;

/// What was tried, and what each trial changed: the outputs, the selected layer and what follows it, or every layer.
/// With two trials selected, what the later one changed against the earlier.
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
    QAction& restoreAction() { return m_restore; }
    QAction& copyNoteAction() { return m_copyNote; }
    /// Asks first.
    QAction& deleteAction() { return m_delete; }

private:
    QWidget* makeChangePart();
    void wireActions();
    void retranslate();
    void refresh();
    void showChange();
    void showSummary();
    int chosenTrial() const;
    /// Rows of the two that are selected, the earlier one first.
    std::optional<std::pair<int, int>> chosenPair() const;
    std::shared_ptr<const TrialChange> shownChange() const;
    QString changeSentence(const TrialChange& change) const;
    void copyNote();
    void deleteChosen();

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
    QAction m_restore;
    QAction m_copyNote;
    QAction m_delete;
};

} // namespace ql::widgets
