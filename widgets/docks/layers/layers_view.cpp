// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/layers/layers_view.h"

#include "core/report/compare/compare_report.h"
#include "core/report/overview/trial_words.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/layers/empty_state.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/hidden_rows_note.h"
#include "widgets/docks/support/scope_trail.h"
#include "widgets/docks/support/verdict_strip.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

constexpr int kNarrow = 640; ///< too narrow for all words

QToolButton* textButton(QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

std::vector<double> thresholdsOf(results::MetricId metric)
{
    switch (metric) {
    case results::MetricId::Cosine: return {0.99, 0.95, 0.9};
    case results::MetricId::Sqnr: return {30.0, 20.0, 10.0};
    case results::MetricId::MaxQscaleDiff: return {2.0, 10.0, 50.0};
    case results::MetricId::RelL2:
    case results::MetricId::Kl:
    case results::MetricId::Js: return {0.01, 0.1, 0.5};
    default: return {};
    }
}

} // namespace

LayersView::LayersView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_proxy(m_layers, workbench.filter())
    , m_export(workbench)
{
    m_table = new LayersTable(workbench, m_layers, m_proxy, this);
    new HiddenRowsNote(*m_table, m_proxy, [&workbench] { workbench.filter().clear(); });
    m_emptyState = new EmptyState(workbench, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_emptyState);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    m_verdict = new VerdictStrip(workbench, this);
    layout->addWidget(m_verdict);
    layout->addWidget(makeFilterLine());
    layout->addLayout(makeSlot());
    layout->addWidget(m_stack, 1);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &LayersView::showResult);
    connect(&workbench.session(), &ModelSession::changed, this, &LayersView::showCount);
    connect(&workbench.filter(), &LayerFilter::changed, this, &LayersView::showFilter);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, &LayersView::fillWorstFilterMenu);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, &LayersView::showTrial);
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::shownChanged, this, &LayersView::showTrial);
    connect(&workbench, &Workbench::exportLayersRequested, this, &LayersView::exportCsv);
    connect(&workbench, &Workbench::layoutSaved, m_table, &LayersTable::saveHeader);
    connect(&workbench, &Workbench::defaultLayoutRestored, m_table, &LayersTable::restoreDefaultColumns);
    followLanguage(this, [this] { retranslate(); });
    showResult();
}

/// One line for what comes and goes, so that the table stays where it is.
QLayout* LayersView::makeSlot()
{
    auto* trail = new ScopeTrail(m_workbench, this);
    auto* trial = new ElidedLabel(this);
    trial->setElideMode(Qt::ElideRight);
    trial->setContentsMargins(6, 0, 6, 0);
    m_trial = trial;
    auto* slot = new QHBoxLayout;
    slot->setSpacing(0);
    slot->addWidget(trail, 1);
    slot->addWidget(m_trial, 1);
    return slot;
}

QWidget* LayersView::makeFilterLine()
{
    LayerFilter& filter = m_workbench.filter();
    auto* line = new QWidget(this);
    m_text = new FilterLine(filter, line);
    connect(m_text, &QLineEdit::textChanged, &filter, &LayerFilter::typeText);
    m_type = new QComboBox(line);
    m_type->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_type, &QComboBox::activated, this,
            [this](int index) { m_workbench.filter().setOperatorType(m_type->itemData(index).toString()); });
    m_worst = textButton(line);
    m_worst->setDefaultAction(filter.worstOnlyAction());
    m_worst->setPopupMode(QToolButton::MenuButtonPopup);
    m_worst->setMenu(new QMenu(m_worst));
    m_count = new ElidedLabel(line);
    m_columns = textButton(line);
    m_columns->setIcon(icon("columns"));
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->setMenu(new QMenu(m_columns));
    connect(m_columns->menu(), &QMenu::aboutToShow, this, [this] {
        m_columns->menu()->clear();
        m_table->fillColumnMenu(*m_columns->menu());
    });
    m_exportButton = textButton(line);
    m_exportButton->setIcon(icon("export"));
    connect(m_exportButton, &QToolButton::clicked, this, &LayersView::exportCsv);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->addWidget(m_text, 2);
    layout->addWidget(m_type);
    layout->addWidget(m_worst);
    layout->addStretch(1);
    m_stale = new PlainLabel(line);
    layout->addWidget(m_stale);
    layout->addWidget(m_count);
    layout->addWidget(m_columns);
    layout->addWidget(m_exportButton);
    return line;
}

/// In a small window names are worth more than words beside icons.
void LayersView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto style = width() < kNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    for (QToolButton* button : {m_columns, m_exportButton})
        button->setToolButtonStyle(style);
}

void LayersView::retranslate()
{
    setHint(*m_type, tr("Operator type"));
    m_table->setAccessibleName(tr("Layers"));
    setWords(*m_columns, tr("Columns"), tr("Choose which columns the table shows"));
    setWords(*m_exportButton, tr("Export CSV…"), tr("Write the table of layers to a file"));
    Q_EMIT m_layers.headerDataChanged(Qt::Horizontal, 0, kLayerColumnCount - 1);
    fillWorstFilterMenu();
    showResult();
}

void LayersView::fillWorstFilterMenu()
{
    const results::MetricId metric = m_workbench.filter().metric();
    QMenu* menu = m_worst->menu();
    menu->clear();
    const auto add = [this, menu](const QString& text, const WorstRule& rule) {
        menu->addAction(text, this, [this, rule] {
            m_workbench.filter().setWorstRule(rule);
            m_workbench.filter().worstOnlyAction()->setChecked(true);
        });
    };
    for (const int count : {10, 20, 50})
        add(tr("The %1 worst").arg(count), {.count = count, .threshold = std::nullopt});
    menu->addSeparator();
    const QString pattern = results::isLowWorst(metric) ? tr("%1 below %2") : tr("%1 above %2");
    for (const double threshold : thresholdsOf(metric))
        add(pattern.arg(metricTitle(metric), formatNumber(threshold)), {.count = 20, .threshold = threshold});
}

void LayersView::showResult()
{
    const auto result = m_workbench.session().result();
    if (result != m_layers.result())
        m_layers.setResult(result);
    m_stack->setCurrentWidget(result ? static_cast<QWidget*>(m_table) : m_emptyState);
    m_verdict->setVerdict(result ? result->verdict : results::Verdict());
    m_type->clear();
    m_type->addItem(tr("All operators"), QString());
    for (const QString& type : m_layers.operatorTypes())
        m_type->addItem(type, type);
    for (QWidget* widget : QList<QWidget*>{m_type, m_text, m_exportButton, m_columns, m_worst})
        widget->setEnabled(result != nullptr);
    showTrial();
    showFilter();
}

/// Cells say "before → after" then.
void LayersView::showTrial()
{
    const auto trial = m_workbench.analysis<TrialAnalysis>().trials().shown();
    m_layers.setOverlay(TrialOverlay(trial));
    m_trial->setVisible(trial && m_layers.result());
    m_trial->setText(trial ? tr("Numbers are those before → after the trial. %1")
                                 .arg(coreText(report::trialSentence(*trial, m_workbench.filter().metric())))
                           : QString());
    m_trial->setToolTip(wrapped(m_trial->text()));
    m_table->fitTriedColumns();
}

QString LayersView::trialText() const
{
    return m_trial->isHidden() ? QString() : m_trial->text();
}

bool LayersView::isMarkedStale() const
{
    return !m_stale->isHidden();
}

void LayersView::showFilter()
{
    const LayerFilter& filter = m_workbench.filter();
    m_type->setCurrentIndex(std::max(0, m_type->findData(filter.operatorType())));
    if (m_text->text() != filter.text())
        m_text->setText(filter.text()); // typed beside the graph
    showCount();
}

void LayersView::showCount()
{
    const int all = m_layers.rowCount();
    const int shown = m_proxy.rowCount();
    m_stale->setVisible(m_workbench.session().isResultOfOthers());
    m_stale->setText(tr("Of models that are no longer open: compare again."));
    if (!m_layers.result())
        m_count->clear();
    else if (shown == all)
        m_count->setText(tr("%n layer(s)", nullptr, all));
    else
        m_count->setText(tr("%1 of %n layer(s)", nullptr, all).arg(shown));
}

void LayersView::exportCsv()
{
    const QString shown = tr("What the table shows (*.csv)");
    const QString all = tr("Every layer, as compare_per_layer_out.csv (*.csv)");
    QString chosen;
    const QString path = QFileDialog::getSaveFileName(this, tr("Export layers"), QStringLiteral("layers.csv"),
                                                      shown + QStringLiteral(";;") + all, &chosen);
    exportCsvTo(path, chosen == all ? CsvContent::SeedColumns : CsvContent::ShownColumns);
}

void LayersView::exportCsvTo(const QString& path, CsvContent content)
{
    if (content == CsvContent::ShownColumns)
        m_export.writeTo(path, [text = m_table->csvText().toStdString()] { return text; });
    else
        m_export.writeTo(path, [result = m_layers.result()] { return report::comparePerLayerCsv(*result); });
}

DockDescription layersDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Layers"),
            .make = &makeDock<LayersView>,
            .chapter = "compare",
            .icon = "layers",
            .raisedBy = &Workbench::layersRequested,
            .layerAction = QT_TRANSLATE_NOOP("LayerMenu", "Show in layers")};
}

} // namespace ql::widgets
