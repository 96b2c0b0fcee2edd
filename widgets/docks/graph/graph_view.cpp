// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/graph/graph_view.h"

#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/flow_layout.h"
#include "widgets/docks/support/scope_trail.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_export.h"
#include "widgets/graph_view/graph_legend.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QFileDialog>
#include <QKeyEvent>
#include <QSplitter>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr QLatin1String kOwnDock("graphDock");
}

GraphView::GraphView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_legend(new GraphLegend(this))
    , m_splitter(new QSplitter(this))
    , m_first(new GraphPane(workbench, m_splitter))
    , m_second(new GraphPane(workbench, m_splitter))
{
    m_splitter->addWidget(m_first);
    m_splitter->addWidget(m_second);
    m_splitter->setChildrenCollapsible(false);
    m_second->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeTools());
    layout->addWidget(new ScopeTrail(workbench, this));
    layout->addWidget(m_legend);
    layout->addWidget(m_splitter, 1);
    wireCanvases(*m_first, *m_second);
    wireCanvases(*m_second, *m_first);
    for (GraphPane* pane : {m_first, m_second}) {
        connect(pane, &GraphPane::sourceChanged, this, &GraphView::updateTools);
        connect(pane, &GraphPane::resultShown, this, &GraphView::updateLegend);
    }
    connect(&workbench, &Workbench::selectedNameChanged, this, &GraphView::showHits);
    connect(&workbench, &Workbench::dockRequested, this, [this](const QString& id) {
        if (id == kOwnDock)
            for (GraphPane* pane : shownPanes())
                pane->revealSelected();
    });
    followLanguage(this, [this] { retranslate(); });
    takeDirection();
    takeChoice();
}

QWidget* GraphView::makeTools()
{
    auto* line = new QWidget(this);
    auto* filter = new FilterLine(m_workbench.filter(), line);
    m_hits = new PlainLabel(line);
    filter->installEventFilter(this);
    m_filter = filter;
    filter->setText(m_workbench.filter().text());
    connect(filter, &QLineEdit::textChanged, &m_workbench.filter(), &LayerFilter::typeText);
    connect(&m_workbench.filter(), &LayerFilter::changed, filter,
            [this, filter] { filter->setText(m_workbench.filter().text()); });
    m_model = new QComboBox(line);
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_heat = new QComboBox(line);
    m_heat->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* layout = new FlowLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(4);
    layout->addWidget(filter);
    layout->addWidget(m_hits);
    layout->addWidget(m_model);
    layout->addWidget(m_heat);
    for (QToolButton** button : {&m_link, &m_direction, &m_open, &m_close, &m_fit, &m_export}) {
        *button = new QToolButton(line);
        (*button)->setAutoRaise(true);
        layout->addWidget(*button);
    }
    wireTools();
    return line;
}

void GraphView::wireTools()
{
    m_link->setCheckable(true);
    m_link->setChecked(settings::graphLinked.value());
    m_direction->setCheckable(true);
    m_direction->setChecked(settings::graphSideways.value());
    connect(m_model, &QComboBox::activated, this, &GraphView::takeChoice);
    connect(m_heat, &QComboBox::activated, this, [this] { setHeat(heat()); });
    connect(m_link, &QToolButton::toggled, this, [this](bool isOn) {
        settings::graphLinked.set(isOn);
        alignFits();
    });
    connect(m_direction, &QToolButton::toggled, this, [this](bool isOn) {
        settings::graphSideways.set(isOn);
        takeDirection();
    });
    connect(m_open, &QToolButton::clicked, this, &GraphView::openAllScopes);
    connect(m_close, &QToolButton::clicked, this, &GraphView::closeAllScopes);
    connect(m_fit, &QToolButton::clicked, this, &GraphView::fitAll);
    connect(m_export, &QToolButton::clicked, this, &GraphView::exportPicture);
}

/// Enter goes to the next layer that the line is about, Shift+Enter to the one before, in execution order.
bool GraphView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    if (press->key() != Qt::Key_Return && press->key() != Qt::Key_Enter)
        return QWidget::eventFilter(watched, event);
    m_first->goToHit(!press->modifiers().testFlag(Qt::ShiftModifier));
    showHits();
    return true;
}

void GraphView::showHits()
{
    const auto [place, count] = m_first->hits();
    const bool isSearching = !m_filter->text().isEmpty();
    m_hits->setVisible(isSearching);
    m_hits->setText(count == 0  ? tr("not found")
                    : place > 0 ? tr("%1 of %n", nullptr, count).arg(place)
                                : tr("%n hit(s)", nullptr, count));
}

/// What the user does in one canvas, and what the other makes of it.
void GraphView::wireCanvases(GraphPane& from, GraphPane& to)
{
    GraphCanvas* source = &from.canvas();
    GraphCanvas* target = &to.canvas();
    // After the pane itself, which selects.
    connect(source, &GraphCanvas::nodeClicked, this, [this, target] {
        if (shown() == Shown::SideBySide)
            target->centreSelected();
    });
    connect(source, &GraphCanvas::panned, this, [this, target](const QPointF& pixels) {
        if (isLinked())
            target->panBy(pixels);
    });
    connect(source, &GraphCanvas::zoomed, this, [this, source, target](const QPointF& anchor) {
        if (isLinked())
            target->zoomTo(source->zoom(), anchor);
    });
    connect(source, &GraphCanvas::fitted, this, [this](bool isAsked) {
        if (isAsked)
            fitAll();
        else
            alignFits();
    });
    connect(source, &GraphCanvas::scopeToggled, this, [this, &from, &to](const std::string& scope) {
        if (isLinked())
            to.setClosed(scope, from.isClosed(scope));
    });
}

GraphCanvas& GraphView::canvas()
{
    return m_first->canvas();
}

void GraphView::retranslate()
{
    const int shown = std::max(0, m_model->currentIndex());
    m_model->clear();
    m_model->addItems({tr("Baseline model"), tr("Analysis model"), tr("Both, merged"), tr("Both, side by side")});
    m_model->setCurrentIndex(shown);
    setHint(*m_model, tr("Which model is drawn"));
    fillHeats();
    setWords(*m_link, tr("Linked"), tr("Both graphs move, zoom and open their scopes together"));
    setWords(*m_direction, tr("Left to right"), tr("Draw from left to right instead of from top to bottom"));
    setWords(*m_open, tr("Open scopes"), tr("Show the layers of every scope"));
    setWords(*m_close, tr("Close scopes"), tr("Show every scope as one box"));
    setWords(*m_fit, tr("Show all"), tr("Show the whole graph (0)"));
    setWords(*m_export, tr("Export…"),
             tr("Write the whole graph as SVG, PDF or PNG; of two side by side both, into one picture"));
    m_first->retranslate();
    m_second->retranslate();
    updateTools();
}

GraphView::Shown GraphView::shown() const
{
    return Shown(std::clamp(m_model->currentIndex(), 0, int(Shown::SideBySide)));
}

QList<GraphPane*> GraphView::shownPanes() const
{
    return shown() == Shown::SideBySide ? QList{m_first, m_second} : QList{m_first};
}

void GraphView::setShown(Shown shown)
{
    m_model->setCurrentIndex(int(shown));
    takeChoice();
}

void GraphView::takeChoice()
{
    const bool isSideBySide = shown() == Shown::SideBySide;
    const GraphContent content = shown() == Shown::Analysis ? GraphContent::Analysis
                                 : shown() == Shown::Merged ? GraphContent::Merged
                                                            : GraphContent::Baseline;
    m_second->setVisible(isSideBySide);
    m_second->setContent(GraphContent::Analysis, isSideBySide);
    m_first->setContent(content, isSideBySide);
    if (isSideBySide)
        m_splitter->setSizes({1, 1});
    updateTools();
    updateLegend();
}

/// Two graphs stand side by side across the direction of their edges.
void GraphView::takeDirection()
{
    const bool isSideways = m_direction->isChecked();
    m_splitter->setOrientation(isSideways ? Qt::Vertical : Qt::Horizontal);
    m_first->setSideways(isSideways);
    m_second->setSideways(isSideways);
}

void GraphView::updateTools()
{
    const bool isSideBySide = shown() == Shown::SideBySide;
    const QList<GraphPane*> panes = shownPanes();
    const bool hasSource = std::ranges::any_of(panes, &GraphPane::hasSource);
    const bool hasScopes = std::ranges::any_of(panes, &GraphPane::hasScopes);
    for (QToolButton* button : {m_link, m_direction, m_open, m_close, m_fit, m_export})
        button->setEnabled(hasSource);
    m_open->setVisible(hasScopes);
    m_close->setVisible(hasScopes);
    m_link->setVisible(isSideBySide);
}

GraphHeat GraphView::heat() const
{
    return kAllGraphHeats[std::size_t(std::clamp(m_heat->currentIndex(), 0, int(kAllGraphHeats.size()) - 1))];
}

void GraphView::setHeat(GraphHeat heat)
{
    const bool isKnown = whyNoHeat(heat, m_first->heatSources()).isEmpty();
    m_heat->setCurrentIndex(int(isKnown ? heat : GraphHeat::Metric));
    for (GraphPane* pane : {m_first, m_second})
        pane->setHeat(this->heat());
}

void GraphView::fillHeats()
{
    const int chosen = std::max(0, m_heat->currentIndex());
    m_heat->clear();
    for (const GraphHeat heat : kAllGraphHeats)
        m_heat->addItem(tr("Colour: %1").arg(heatName(heat)));
    m_heat->setCurrentIndex(chosen);
    setHint(*m_heat, tr("What the colours tell; the metric is that of the tool bar"));
    updateHeats();
}

/// What isn't known yet says what to do for it.
void GraphView::updateHeats()
{
    const HeatSources sources = m_first->heatSources();
    auto* items = qobject_cast<QStandardItemModel*>(m_heat->model());
    for (const GraphHeat heat : kAllGraphHeats) {
        const QString reason = whyNoHeat(heat, sources);
        QStandardItem* item = items->item(int(heat));
        item->setEnabled(reason.isEmpty() || heat == GraphHeat::Metric);
        item->setToolTip(reason);
        item->setData(reason, Qt::AccessibleDescriptionRole);
    }
    if (heat() != GraphHeat::Metric && !whyNoHeat(heat(), sources).isEmpty())
        setHeat(GraphHeat::Metric);
}

void GraphView::updateLegend()
{
    updateHeats();
    showHits();
    const bool hasUnmatched = std::ranges::any_of(shownPanes(), [](GraphPane* pane) {
        const auto& unmatched = pane->canvas().look().isUnmatched;
        return std::ranges::find(unmatched, true) != unmatched.end();
    });
    const GraphLook& look = canvas().look();
    const HeatSources sources = m_first->heatSources();
    const auto isWarning = [](const results::Diagnostic& finding) {
        return finding.severity != results::Severity::Info;
    };
    const bool hasFindings =
        std::ranges::any_of(look.findings, [&](const auto& ofNode) { return std::ranges::any_of(ofNode, isWarning); });
    const bool hasShared = std::ranges::find(look.isShared, true) != look.isShared.end();
    m_legend->setContent(
        whyNoHeat(heat(), sources).isEmpty() ? heatTitle(heat(), sources) : QString(), heatEnds(heat()),
        {hasUnmatched, look.origin >= 0, look.isOriginMeasured, hasFindings, hasShared, !look.badnessBefore.empty()});
}

bool GraphView::isLinked() const
{
    return shown() == Shown::SideBySide && m_link->isChecked();
}

void GraphView::fitAll()
{
    m_first->canvas().fitWhole();
    m_second->canvas().fitWhole();
    alignFits();
}

/// Both in one scale, as long as nobody moved them.
void GraphView::alignFits()
{
    GraphCanvas& first = m_first->canvas();
    GraphCanvas& second = m_second->canvas();
    if (!isLinked() || !first.scene() || !second.scene() || !first.isFitted() || !second.isFitted())
        return;
    first.fit();
    second.fit();
    const double zoom = std::min(first.zoom(), second.zoom());
    first.fit(zoom);
    second.fit(zoom);
}

void GraphView::toggleScope(const std::string& scope)
{
    for (GraphPane* pane : shownPanes())
        pane->toggleScope(scope);
}

void GraphView::openAllScopes()
{
    for (GraphPane* pane : shownPanes())
        pane->openAllScopes();
}

void GraphView::closeAllScopes()
{
    for (GraphPane* pane : shownPanes())
        pane->closeAllScopes();
}

bool GraphView::exportTo(const QString& path)
{
    std::vector<ExportedGraph> graphs;
    const bool isSideBySide = shown() == Shown::SideBySide;
    for (GraphPane* pane : shownPanes())
        if (pane->canvas().scene())
            graphs.push_back(
                {pane->canvas().scene(), pane->canvas().look(), isSideBySide ? pane->titleText() : QString()});
    return exportGraphs(path, graphs);
}

void GraphView::exportPicture()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export graph"), QStringLiteral("graph.svg"),
                                                      tr("Vector pictures (*.svg *.pdf);;Pictures (*.png)"));
    if (path.isEmpty())
        return;
    if (exportTo(path))
        Q_EMIT m_workbench.noticed([path] { return tr("Written: %1").arg(path); });
    else
        Q_EMIT m_workbench.session().failed([path] { return tr("The picture cannot be written to %1.").arg(path); });
}

DockDescription graphDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Graph"),
            .make = &makeDock<GraphView>,
            .chapter = "graph",
            .icon = "graph",
            .layerAction = QT_TRANSLATE_NOOP("LayerMenu", "Show in graph")};
}

} // namespace ql::widgets
