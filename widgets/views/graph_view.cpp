// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/graph_view.h"

#include "core/engine/engine.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_export.h"
#include "widgets/graph_view/merged_outline.h"
#include "widgets/models/layer_columns.h"
#include "widgets/session/workbench.h"
#include "widgets/text/error_text.h"
#include "widgets/views/filter_line.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

GraphView::GraphView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeTools());
    m_canvas = new GraphCanvas(this);
    layout->addWidget(m_canvas, 1);
    connect(m_canvas, &GraphCanvas::nodeClicked, this,
            [this](int node) { m_workbench.selectLayer(m_outline.result()->nodes[std::size_t(node)].name); });
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphView::showNodeMenu);
    connect(m_canvas, &GraphCanvas::scopeToggled, this, &GraphView::toggleScope);
    connect(m_canvas, &GraphCanvas::inspectorRequested, &workbench, &Workbench::inspectorRequested);
    connect(&workbench.session(), &Session::changed, this, &GraphView::refresh);
    connect(&workbench.session(), &Session::resultChanged, this, &GraphView::showResult);
    connect(&workbench.session(), &Session::resultChanged, this, &GraphView::refresh);
    workbench.jobs().watch(m_outline, JobList::Kind::Background);
    workbench.jobs().watch(m_scene, JobList::Kind::Background);
    connect(&workbench, &Workbench::selectedNameChanged, this, &GraphView::followSelection);
    connect(&workbench.filter(), &LayerFilter::changed, this, &GraphView::showResult);
    connect(&m_outline, &JobRunner::finished, this, &GraphView::takeOutline);
    connect(&m_scene, &JobRunner::finished, this, [this] { m_canvas->setScene(m_scene.result()); });
    const auto explain = [this](const Error& error) { m_canvas->setReason(errorText(error)); };
    connect(&m_outline, &JobRunner::failed, this, explain);
    connect(&m_scene, &JobRunner::failed, this, explain);
    retranslate();
}

QWidget* GraphView::makeTools()
{
    auto* line = new QWidget(this);
    auto* filter = new FilterLine(m_workbench.filter(), line);
    m_model = new QComboBox(line);
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->addWidget(filter, 2);
    layout->addWidget(m_model);
    layout->addStretch(1);
    for (QToolButton** button : {&m_open, &m_close, &m_fit, &m_export}) {
        *button = new QToolButton(line);
        (*button)->setAutoRaise(true);
        layout->addWidget(*button);
    }
    connect(m_model, &QComboBox::activated, this, &GraphView::refresh);
    connect(m_open, &QToolButton::clicked, this, &GraphView::openAllScopes);
    connect(m_close, &QToolButton::clicked, this, &GraphView::closeAllScopes);
    connect(m_fit, &QToolButton::clicked, this, [this] { m_canvas->fit(); });
    connect(m_export, &QToolButton::clicked, this, &GraphView::exportPicture);
    return line;
}

void GraphView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void GraphView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void GraphView::retranslate()
{
    const int shown = std::max(0, m_model->currentIndex());
    m_model->clear();
    m_model->addItems({tr("Baseline model"), tr("Analysis model"), tr("Both, merged")});
    m_model->setCurrentIndex(shown);
    m_model->setToolTip(tr("Which model is drawn"));
    m_model->setAccessibleName(tr("Which model is drawn"));
    m_open->setText(tr("Open scopes"));
    m_open->setToolTip(tr("Show the layers of every scope"));
    m_close->setText(tr("Close scopes"));
    m_close->setToolTip(tr("Show every scope as one box"));
    m_fit->setText(tr("Show all"));
    m_fit->setToolTip(tr("Show the whole graph (0)"));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Write the graph as a picture: SVG, PDF or PNG"));
    m_canvas->setAccessibleName(tr("Graph of the model"));
    showResult();
    refresh();
}

GraphView::Shown GraphView::shown() const
{
    return Shown(std::clamp(m_model->currentIndex(), 0, int(Shown::Merged)));
}

QString GraphView::sourceKey() const
{
    const Session& session = m_workbench.session();
    const QString& baseline = session.baseline().path();
    const QString& analysis = session.analysis().path();
    switch (shown()) {
    case Shown::Baseline: return baseline;
    case Shown::Analysis: return analysis;
    case Shown::Merged: break;
    }
    const auto result = session.result();
    if (!result || result->baseline != baseline.toStdString() || result->analysis != analysis.toStdString())
        return {};
    return QStringLiteral("%1\n%2\n%3").arg(baseline, analysis).arg(quintptr(result.get()));
}

QString GraphView::missingText() const
{
    switch (shown()) {
    case Shown::Baseline: return tr("Open a baseline model to see its graph.");
    case Shown::Analysis: return tr("Open an analysis model to see its graph.");
    case Shown::Merged: break;
    }
    return tr("Compare two models first: the comparison says which layers belong together.");
}

void GraphView::refresh()
{
    const QString key = sourceKey();
    for (QToolButton* button : {m_open, m_close, m_fit, m_export})
        button->setEnabled(!key.isEmpty());
    if (key.isEmpty()) {
        m_shownKey.clear();
        m_outline.clear();
        m_scene.clear();
        m_canvas->setScene(nullptr);
        m_canvas->setReason(missingText());
        return;
    }
    if (key == m_shownKey || !isVisible())
        return;
    m_shownKey = key;
    m_scene.clear();
    m_canvas->setScene(nullptr);
    m_canvas->setReason(tr("Reading the model…"));
    startReading();
}

void GraphView::startReading()
{
    const Session& session = m_workbench.session();
    const std::string baseline = session.baseline().path().toStdString();
    const std::string analysis = session.analysis().path().toStdString();
    m_workbench.session().withEngine(this, [this, baseline, analysis, which = shown(),
                                            result = session.result()](const std::shared_ptr<engine::Engine>& engine) {
        m_outline.start(tr("Reading the graph"), [engine, baseline, analysis, which, result](JobContext& context) {
            if (which != Shown::Merged)
                return engine->outline({.model = which == Shown::Baseline ? baseline : analysis}, context);
            const auto first = engine->outline({.model = baseline}, context);
            const auto second = engine->outline({.model = analysis}, context);
            return std::shared_ptr<const results::GraphOutline>(
                std::make_shared<results::GraphOutline>(mergeOutlines(*first, *second, *result)));
        });
    });
}

void GraphView::takeOutline()
{
    m_closed = closedAtFirst(*m_outline.result());
    m_canvas->look().outline = m_outline.result();
    const bool hasScopes = !framedScopes(*m_outline.result()).empty();
    m_open->setVisible(hasScopes);
    m_close->setVisible(hasScopes);
    showResult();
    followSelection();
    layOutScene();
}

void GraphView::layOutScene()
{
    if (!m_outline.result())
        return;
    m_canvas->setReason(tr("Laying out the graph…"));
    m_scene.start(tr("Laying out the graph"), [outline = m_outline.result(), closed = m_closed](JobContext& context) {
        return std::make_shared<const GraphScene>(buildScene(*outline, closed, context));
    });
}

void GraphView::toggleScope(const std::string& scope)
{
    if (m_closed.erase(scope) == 0)
        m_closed.insert(scope);
    layOutScene();
}

void GraphView::showNodeMenu(int node, const QPoint& position)
{
    const std::string& name = m_outline.result()->nodes[std::size_t(node)].name;
    m_workbench.selectLayer(name);
    QMenu menu;
    m_workbench.configActions().fillMenu(menu, {name});
    menu.exec(position);
}

void GraphView::openAllScopes()
{
    m_closed.clear();
    layOutScene();
}

void GraphView::closeAllScopes()
{
    if (!m_outline.result())
        return;
    const auto scopes = framedScopes(*m_outline.result());
    m_closed = {scopes.begin(), scopes.end()};
    layOutScene();
}

void GraphView::showResult()
{
    GraphLook& look = m_canvas->look();
    const auto result = m_workbench.session().result();
    const LayerFilter& filter = m_workbench.filter();
    applyResult(look, result.get(), filter.metric(), isAnalysis());
    look.needle = filter.text();
    m_canvas->setLegend(result ? metricTitle(filter.metric()) : QString());
}

void GraphView::followSelection()
{
    GraphLook& look = m_canvas->look();
    look.selected = -1;
    if (!look.outline)
        return;
    const results::LayerRow* layer = m_workbench.selectedLayer();
    const std::string& other = isAnalysis() && layer ? layer->analysis.node : m_workbench.selectedName();
    for (std::size_t node = 0; node < look.outline->nodes.size(); ++node)
        if (const std::string& name = look.outline->nodes[node].name;
            name == other || name == m_workbench.selectedName())
            look.selected = int(node);
    m_canvas->showSelected();
    m_canvas->update();
}

bool GraphView::exportTo(const QString& path)
{
    return m_scene.result() && exportGraph(path, *m_scene.result(), m_canvas->look());
}

void GraphView::exportPicture()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export graph"), QStringLiteral("graph.svg"),
                                                      tr("Vector pictures (*.svg *.pdf);;Pictures (*.png)"));
    if (path.isEmpty())
        return;
    if (exportTo(path))
        Q_EMIT m_workbench.noticed(tr("Written: %1").arg(path));
    else
        Q_EMIT m_workbench.session().failed(tr("The picture cannot be written to %1.").arg(path));
}

} // namespace ql::widgets
