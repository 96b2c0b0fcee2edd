// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/input_preview.h"
#include "widgets/docks/bad_cases/bad_case_table_model.h"
#include "widgets/docks/support/csv_export.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/ranked_proxy.h"

#include <QAction>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class DataTable;
class DistributionChart;
class NextStep;
class TensorPicture;
class Workbench;

/// On which samples the models differ most: table, distribution, a look at the selected sample, and the way to make it
/// the input.
class BadCasesView : public QWidget {
    Q_OBJECT

public:
    explicit BadCasesView(Workbench& workbench, QWidget* parent = nullptr);

    DataTable& table() { return *m_table; }
    BadCaseTableModel& model() { return m_model; }
    NextStep& nextStep() { return *m_nextStep; }
    TensorPicture& picture() { return *m_picture; }
    DistributionChart& distribution() { return *m_chart; }
    /// Makes the selected sample the session's input and compares.
    QAction* useAction() { return &m_use; }
    QString summaryText() const;
    void exportCsv();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeOptions();
    QWidget* makeContent();
    void retranslate();
    void refresh();
    void showResult();
    void showSummary();
    void showChart();
    void showSample();
    void sortByMetric();
    void useSample();
    /// Of the model: what is sorted by, and spread out beside the table.
    int rankingColumn() const;
    /// -1 without a selection.
    int selectedSample() const;
    QString sampleWord(int sample) const;

    Workbench& m_workbench;
    BadCaseTableModel m_model;
    RankedProxy m_proxy;
    CsvExport m_export;
    ResultRunner<const results::InputPreview> m_preview;
    bool m_isJudgeFirst = true; ///< a search ranked by a judge is shown so until another metric is chosen
    QString m_previewed;        ///< the word that the picture shows or waits for
    QAction m_use;
    QAction m_openFolder;
    QToolButton* m_start = nullptr;
    QLabel* m_mostLabel = nullptr;
    QSpinBox* m_most = nullptr;
    QComboBox* m_output = nullptr;
    QLineEdit* m_find = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_csv = nullptr;
    DataTable* m_table = nullptr;
    DistributionChart* m_chart = nullptr;
    TensorPicture* m_picture = nullptr;
    NextStep* m_nextStep = nullptr;
    QStackedWidget* m_stack = nullptr;
    QWidget* m_content = nullptr;
};

} // namespace ql::widgets
