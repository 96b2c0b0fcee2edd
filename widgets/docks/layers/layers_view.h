// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/csv_export.h"
#include "widgets/models/layer_filter_proxy.h"
#include "widgets/models/layer_table_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class EmptyState;
class FilterLine;
class LayersTable;
class VerdictStrip;
class Workbench;

/// The filter line and the table of layers; says what to do next while there is no comparison.
class LayersView : public QWidget {
    Q_OBJECT

public:
    explicit LayersView(Workbench& workbench, QWidget* parent = nullptr);

    LayersTable& table() { return *m_table; }
    LayerFilterProxy& proxy() { return m_proxy; }
    VerdictStrip& verdict() { return *m_verdict; }
    /// What the trial whose numbers the table shows does; empty while it shows none.
    QString trialText() const;
    /// Whether it is said that the result is about other models than those open.
    bool isMarkedStale() const;
    enum class CsvContent {
        ShownColumns, ///< what the table shows, in full precision
        SeedColumns   ///< every layer, as compare_per_layer_out.csv
    };
    /// Asks for a file and what is to be in it.
    void exportCsv();
    /// Writes in the background; nothing without a path.
    void exportCsvTo(const QString& path, CsvContent content);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLayout* makeSlot();
    QWidget* makeFilterLine();
    void retranslate();
    void fillWorstFilterMenu();
    void showResult();
    void showTrial();
    void showFilter();
    void showCount();

    Workbench& m_workbench;
    LayerTableModel m_layers;
    LayerFilterProxy m_proxy;
    CsvExport m_export;
    VerdictStrip* m_verdict = nullptr;
    FilterLine* m_text = nullptr;
    QComboBox* m_type = nullptr;
    QToolButton* m_worst = nullptr;
    QToolButton* m_columns = nullptr;
    QToolButton* m_exportButton = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_trial = nullptr;
    QLabel* m_stale = nullptr;
    LayersTable* m_table = nullptr;
    EmptyState* m_emptyState = nullptr;
    QStackedWidget* m_stack = nullptr;
};

} // namespace ql::widgets
