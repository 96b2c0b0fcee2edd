// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/analysis_view.h"

#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/hidden_rows_note.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

AnalysisView::AnalysisView(Workbench& workbench, Analysis& analysis, Names names, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_analysis(analysis)
    , m_names(names)
    , m_export(workbench)
{
}

void AnalysisView::build(QAbstractItemModel& model, QList<int> textColumns, const QList<QWidget*>& options,
                         QWidget* below, QWidget* corner)
{
    m_hasFilter = !textColumns.isEmpty();
    m_proxy = std::make_unique<RankedProxy>(model, std::move(textColumns));
    m_table = new DataTable(*m_proxy, this);
    m_table->fillMenu = [this](QMenu& menu, const QModelIndex& index) {
        const QString layer = index.data(LayerNameRole).toString();
        addLayerActions(menu, m_workbench, layer);
        const bool isSelected = m_table->selectionModel()->isRowSelected(index.row());
        const auto layers = isSelected ? chosenLayers() : std::vector{layer.toStdString()};
        if (layers.empty() || layers.front().empty())
            return;
        menu.addSeparator();
        m_workbench.configActions().fillMenu(menu, layers);
    };
    m_content = m_table;
    if (below) {
        m_splitter = new QSplitter(Qt::Vertical, this);
        m_splitter->setChildrenCollapsible(false);
        m_splitter->addWidget(m_table);
        m_splitter->addWidget(below);
        m_splitter->setStretchFactor(0, 3);
        m_splitter->setStretchFactor(1, 2);
        m_content = m_splitter;
    }
    m_nextStep = new NextStep(this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_nextStep);
    m_stack->addWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeLine(options, corner));
    layout->addWidget(m_stack, 1);
    connect(m_table, &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        const QString layer = index.data(LayerNameRole).toString();
        if (layer.isEmpty() || m_isFollowing)
            return;
        m_workbench.selectLayer(layer.toStdString());
        m_workbench.chooseLayers(chosenLayers()); // with the keyboard the rows were selected before
    });
    connect(m_table, &DataTable::rowsSelected, this, [this] {
        if (!m_isFollowing)
            m_workbench.chooseLayers(chosenLayers());
    });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) { open(index); });
    connect(&m_analysis, &Analysis::changed, this, &AnalysisView::refresh);
    connect(&m_analysis, &Analysis::resultChanged, this, &AnalysisView::markStale);
    connect(&m_workbench.session(), &ModelSession::changed, this, &AnalysisView::refresh);
    connect(&m_workbench, &Workbench::selectedNameChanged, this, &AnalysisView::followSelection);
    new HiddenRowsNote(*m_table, *m_proxy, [this] { m_filter->clear(); });
}

QWidget* AnalysisView::makeLine(const QList<QWidget*>& options, QWidget* corner)
{
    auto* line = new QWidget(this);
    auto* start = actionButton(m_analysis.startAction(), line);
    auto* summary = new ElidedLabel(line);
    summary->setElideMode(Qt::ElideRight);
    m_summary = summary;
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_csv = new QToolButton(line);
    m_csv->setAutoRaise(true);
    m_csv->setIcon(icon("export"));
    m_csv->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* layout = new QVBoxLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->addWidget(start);
    for (QWidget* option : options)
        first->addWidget(option);
    layout->addLayout(first);
    auto* rest = first;
    if (!options.isEmpty()) {
        first->addStretch(1);
        if (corner)
            first->addWidget(corner);
        rest = new QHBoxLayout;
        layout->addLayout(rest);
    }
    m_filter = new FilterLine(m_workbench.filter(), line);
    if (m_hasFilter) {
        connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) { m_proxy->setNeedle(text); });
        m_proxy->setNeedle(m_filter->text());
    }
    m_filter->setVisible(m_hasFilter);
    rest->addWidget(m_filter, 2);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    rest->addWidget(m_summary, 1);
    rest->addWidget(m_csv);
    connect(m_csv, &QToolButton::clicked, this, &AnalysisView::exportCsv);
    return line;
}

QString AnalysisView::summaryText() const
{
    return m_summary->text();
}

void AnalysisView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && m_table)
        retranslate();
    QWidget::changeEvent(event);
}

void AnalysisView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void AnalysisView::retranslate()
{
    m_table->setAccessibleName(QCoreApplication::translate(metaObject()->className(), m_names.table));
    setWords(*m_csv, tr("Export CSV…"), tr("Write what the table shows to a file"));
    Q_EMIT m_proxy->sourceModel()->headerDataChanged(Qt::Horizontal, 0, m_proxy->columnCount() - 1);
    refresh();
}

void AnalysisView::open(const QModelIndex&)
{
    Q_EMIT m_workbench.inspectorRequested();
}

std::vector<std::string> AnalysisView::chosenLayers()
{
    return m_table->selectedLayers();
}

void AnalysisView::markStale()
{
    m_isStale = true;
    refresh();
}

void AnalysisView::refresh()
{
    if (m_isStale && isVisible()) {
        m_isStale = false;
        {
            const QScopedValueRollback guard(m_isFollowing, true);
            takeAnswer();
        }
        followSelection();
    }
    m_stack->setCurrentWidget(hasAnswer() ? m_content : m_nextStep);
    explain();
    m_csv->setEnabled(hasAnswer());
    m_summary->setText(!hasAnswer()                   ? QString()
                       : m_analysis.isOfOtherModels() ? tr("Of models that are no longer open. %1").arg(summary())
                                                      : summary());
    m_summary->setToolTip(wrapped(m_summary->text()));
}

void AnalysisView::followSelection()
{
    const QScopedValueRollback guard(m_isFollowing, true);
    const QString name = QString::fromStdString(m_workbench.selectedName());
    if (!isVisible() || m_table->currentIndex().data(LayerNameRole).toString() == name)
        return;
    const QModelIndexList found =
        name.isEmpty() || m_proxy->rowCount() == 0
            ? QModelIndexList()
            : m_proxy->match(m_proxy->index(0, 0), LayerNameRole, name, 1, Qt::MatchExactly | Qt::MatchCaseSensitive);
    if (found.isEmpty()) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    m_table->selectRow(found.front().row());
    m_table->scrollTo(found.front());
}

void AnalysisView::exportCsv()
{
    m_export.writeTo(
        QFileDialog::getSaveFileName(this, exportTitle(), QLatin1String(m_names.csv), tr("Tables (*.csv)")),
        [text = m_table->csvText().toStdString()] { return text; });
}

} // namespace ql::widgets
