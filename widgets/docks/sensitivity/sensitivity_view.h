// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/sensitivity/sensitivity_table_model.h"
#include "widgets/docks/support/csv_export.h"
#include "widgets/models/ranked_proxy.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class DataTable;
class NextStep;
class Workbench;

/// Which layer matters most: what is switched how, and the ranking as it grows.
class SensitivityView : public QWidget {
    Q_OBJECT

public:
    explicit SensitivityView(Workbench& workbench, QWidget* parent = nullptr);

    DataTable& table() { return *m_table; }
    SensitivityTableModel& model() { return m_model; }
    NextStep& nextStep() { return *m_nextStep; }
    QString summaryText() const;
    /// Every layer that the selected rows stand for.
    std::vector<std::string> chosenLayers() const;
    /// Asks for a file.
    void exportCsv();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeOptions();
    void retranslate();
    void fillChoices();
    void takeChoice();
    void refresh();
    void showResult();
    void showSummary();
    void followSelection();

    Workbench& m_workbench;
    SensitivityTableModel m_model;
    RankedProxy m_proxy;
    CsvExport m_export;
    bool m_isFollowing = false; ///< the selection comes from elsewhere
    QComboBox* m_mode = nullptr;
    QComboBox* m_what = nullptr;
    QComboBox* m_group = nullptr;
    QComboBox* m_output = nullptr;
    QToolButton* m_start = nullptr;
    QToolButton* m_csv = nullptr;
    QLabel* m_summary = nullptr;
    DataTable* m_table = nullptr;
    NextStep* m_nextStep = nullptr;
    QStackedWidget* m_stack = nullptr;
};

} // namespace ql::widgets
