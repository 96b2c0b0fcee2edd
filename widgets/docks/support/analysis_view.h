// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/csv_export.h"
#include "widgets/models/ranked_proxy.h"
#include "widgets/workbench/workbench.h"

#include <QWidget>

#include <memory>

class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class DataTable;
class FilterLine;
class NextStep;

/// The common ground of docks that show a question's answer as a table: the button that asks, the shared filter, the
/// next step while nothing is known, export, and the one selection. Takes an answer only while it is in sight.
/// The model gives LayerNameRole. A derived view calls build() once, and retranslate() at the end of its constructor.
class AnalysisView : public QWidget {
    Q_OBJECT

public:
    DataTable& table() { return *m_table; }
    NextStep& nextStep() { return *m_nextStep; }
    QString summaryText() const;

protected:
    /// What a view calls its table (source text in the derived class's context), and at first an exported file.
    struct Names {
        const char* table;
        const char* csv;
    };

    AnalysisView(Workbench& workbench, Analysis& analysis, Names names, QWidget* parent);
    /// @p options stand beside the button, @p corner at the end of their line, @p below under the table, if any.
    /// @p textColumns are what the filter is about; none: the rows are no layers, and there is no filter.
    void build(QAbstractItemModel& model, QList<int> textColumns, const QList<QWidget*>& options = {},
               QWidget* below = nullptr, QWidget* corner = nullptr);

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    virtual void retranslate();
    virtual bool hasAnswer() const = 0;
    /// Gives the answer, or none, to the model.
    virtual void takeAnswer() = 0;
    /// Says in nextStep() what is to be done for an answer.
    virtual void explain() = 0;
    virtual QString summary() const = 0;
    /// Of the dialog that asks where to.
    virtual QString exportTitle() const { return tr("Export CSV"); }
    /// A row was activated.
    virtual void open(const QModelIndex& index);
    /// The layers that the selected rows are about.
    virtual std::vector<std::string> chosenLayers();

    Workbench& workbench() const { return m_workbench; }
    /// Between the table and what is below it; null without that.
    QSplitter* splitter() { return m_splitter; }
    /// There is another answer: takes it now, or when the view comes into sight.
    void markStale();
    void refresh();
    QModelIndex sourceIndex(const QModelIndex& shown) const { return m_proxy->mapToSource(shown); }

private:
    QWidget* makeLine(const QList<QWidget*>& options, QWidget* corner);
    void followSelection();
    void exportCsv();

    Workbench& m_workbench;
    Analysis& m_analysis;
    Names m_names;
    CsvExport m_export;
    std::unique_ptr<RankedProxy> m_proxy;
    bool m_isStale = true;
    bool m_isFollowing = false; ///< the selection comes from elsewhere
    QToolButton* m_csv = nullptr;
    FilterLine* m_filter = nullptr;
    bool m_hasFilter = true;
    QLabel* m_summary = nullptr;
    DataTable* m_table = nullptr;
    NextStep* m_nextStep = nullptr;
    QWidget* m_content = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_stack = nullptr;
};

/// A view of the result of one analysis, in a model of its own.
template <typename Asked, typename Model>
class ResultView : public AnalysisView {
public:
    Model& model() { return m_model; }

protected:
    ResultView(Workbench& workbench, AnalysisView::Names names, QWidget* parent)
        : AnalysisView(workbench, workbench.analysis<Asked>(), names, parent)
        , m_analysis(workbench.analysis<Asked>())
    {
    }

    bool hasAnswer() const override { return m_analysis.result() != nullptr; }

    Asked& m_analysis;
    Model m_model;
};

} // namespace ql::widgets
