// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/graph/graph_pane.h"

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_checks.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/error_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <utility>

namespace ql::widgets {

GraphPane::GraphPane(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new ElidedLabel(this))
    , m_canvas(new GraphCanvas(this))
{
    m_title->setContentsMargins(8, 2, 8, 2);
    m_title->setTextFormat(Qt::PlainText);
    m_title->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_canvas, 1);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphPane::selectNode);
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphPane::showMenu);
    connect(m_canvas, &GraphCanvas::scopeToggled, this, &GraphPane::toggleScope);
    connect(m_canvas, &GraphCanvas::inspectorRequested, &workbench, &Workbench::inspectorRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &GraphPane::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &GraphPane::showResult);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &GraphPane::refresh);
    workbench.jobs().watch(m_outline, JobList::Kind::Background);
    workbench.jobs().watch(m_picture, JobList::Kind::Background);
    connect(&workbench, &Workbench::selectedNameChanged, this, &GraphPane::followSelection);
    connect(&workbench.filter(), &LayerFilter::changed, this, &GraphPane::showResult);
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::shownChanged, this, &GraphPane::showResult);
    connect(&workbench.analysis<SensitivityAnalysis>(), &Analysis::resultChanged, this, &GraphPane::showResult);
    connect(&workbench.analysis<ProfileAnalysis>(), &Analysis::resultChanged, this, &GraphPane::showResult);
    connect(&workbench.analysis<CheckAnalysis>(), &Analysis::resultChanged, this, &GraphPane::showChecks);
    connect(&m_outline, &JobRunner::finished, this, &GraphPane::takeOutline);
    connect(&m_picture, &JobRunner::finished, this, &GraphPane::takePicture);
    const auto explain = [this](const Error& error) {
        m_canvas->setScene(nullptr);
        m_canvas->setReason(errorText(error));
    };
    connect(&m_outline, &JobRunner::failed, this, explain);
    connect(&m_picture, &JobRunner::failed, this, explain);
    retranslate();
}

void GraphPane::setContent(GraphContent content, bool isBesideOther)
{
    m_content = content;
    nameCanvas();
    m_isBesideOther = isBesideOther;
    m_title->setVisible(isBesideOther);
    showTitle();
    refresh();
}

void GraphPane::setSideways(bool isSideways)
{
    if (isSideways == m_isSideways)
        return;
    m_isSideways = isSideways;
    layOutScene();
}

void GraphPane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showTitle();
    QWidget::changeEvent(event);
}

void GraphPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    if (!m_isStale)
        return;
    showChecks();
    showResult();
}

void GraphPane::nameCanvas()
{
    switch (m_content) {
    case GraphContent::Baseline: m_canvas->setAccessibleName(tr("Graph of the baseline model")); break;
    case GraphContent::Analysis: m_canvas->setAccessibleName(tr("Graph of the analysis model")); break;
    case GraphContent::Merged: m_canvas->setAccessibleName(tr("Graph of both models")); break;
    }
}

void GraphPane::retranslate()
{
    nameCanvas();
    showTitle();
    showResult();
    refresh();
}

QString GraphPane::titleText() const
{
    const ModelSession& session = m_workbench.session();
    const auto line = [](const QString& model, const QString& file) {
        return file.isEmpty() ? model : QStringLiteral("%1: %2").arg(model, file);
    };
    if (m_content == GraphContent::Baseline)
        return line(tr("Baseline model"), session.baseline().fileName());
    return line(tr("Analysis model"), session.analysisTitle());
}

void GraphPane::showTitle()
{
    m_title->setText(titleText());
    QPalette colors = palette();
    const QColor behind = colors.color(QPalette::Window);
    colors.setColor(QPalette::WindowText,
                    m_content == GraphContent::Baseline ? baselineColor(behind) : analysisColor(behind));
    m_title->setPalette(colors);
}

QString GraphPane::missingText() const
{
    const ModelSession& session = m_workbench.session();
    switch (m_content) {
    case GraphContent::Baseline: return tr("Open a baseline model to see its graph.");
    case GraphContent::Analysis:
        return session.isSimulated()
                   ? tr("Open a baseline model and calibration data to see what the config makes of it.")
                   : tr("Open an analysis model to see its graph.");
    case GraphContent::Merged: break;
    }
    return tr("Compare two models first: the comparison says which layers belong together.");
}

bool GraphPane::hasSource() const
{
    return graphSource(m_workbench.session(), m_content, m_isBesideOther).has_value();
}

bool GraphPane::hasScopes() const
{
    return m_outline.result() && !framedScopes(*m_outline.result()).empty();
}

void GraphPane::refresh()
{
    showTitle();
    const auto source = graphSource(m_workbench.session(), m_content, m_isBesideOther);
    if (!source) {
        m_shownKey.clear();
        m_about.clear();
        m_outline.clear();
        m_picture.clear();
        m_canvas->setScene(nullptr);
        m_canvas->setReason(missingText());
        Q_EMIT sourceChanged();
        return;
    }
    if (!isVisible())
        return;
    m_workbench.analysis<CheckAnalysis>().ask(); // runs nothing; its findings are marked
    if (source->key == m_shownKey)
        return;
    m_shownKey = source->key;
    // The same models once more, compared or quantized anew, keep their picture until the next one is there.
    const std::string about =
        std::to_string(int(source->content)) + source->baseline.model + '\n' + source->analysis.model;
    m_picture.cancel();
    if (about != m_about) {
        m_about = about;
        m_outline.clear();
        m_picture.clear();
        m_canvas->setScene(nullptr);
        m_canvas->setReason(tr("Reading the model…"));
    }
    startReading(*source);
    Q_EMIT sourceChanged();
}

void GraphPane::startReading(const GraphSource& source)
{
    m_workbench.session().withEngine(this, [this, source](const std::shared_ptr<engine::Engine>& engine) {
        if (source.key != m_shownKey)
            return; // something else was chosen while the engine was loading
        m_outline.start([] { return tr("Reading the graph"); },
                        [engine, source](JobContext& context) { return readOutline(*engine, source, context); });
    });
}

void GraphPane::takeOutline()
{
    if (!m_picture.result())
        m_closed = closedAtFirst(*m_outline.result());
    layOutScene();
    Q_EMIT sourceChanged();
}

void GraphPane::layOutScene()
{
    if (!m_outline.result())
        return;
    m_canvas->setReason(tr("Laying out the graph…"));
    m_picture.start(
        [] { return tr("Laying out the graph"); },
        [outline = m_outline.result(), closed = m_closed, isSideways = m_isSideways](JobContext& context) {
            return std::make_shared<const Picture>(Picture{outline, buildScene(*outline, closed, context, isSideways)});
        });
}

void GraphPane::takePicture()
{
    const auto picture = m_picture.result();
    m_canvas->look().outline = picture->outline;
    showChecks();
    showResult();
    followSelection();
    m_canvas->setScene({picture, &picture->scene});
    if (std::exchange(m_isRevealing, false))
        m_canvas->centreSelected();
}

void GraphPane::revealSelected()
{
    const GraphLook& look = m_canvas->look();
    m_isRevealing = true; // where nothing is drawn yet, with the first picture
    if (!look.outline || !m_canvas->scene())
        return;
    std::string scope;
    if (look.selected >= 0) {
        const auto& node = look.outline->nodes[std::size_t(look.selected)];
        scope = node.scope + (node.scope.empty() || node.group.empty() ? "" : "/") + node.group;
    }
    const auto count = m_closed.size();
    std::erase_if(m_closed,
                  [&scope](const std::string& closed) { return scope == closed || scope.starts_with(closed + '/'); });
    if (m_closed.size() != count)
        return layOutScene();
    m_isRevealing = false;
    m_canvas->centreSelected();
}

void GraphPane::toggleScope(const std::string& scope)
{
    setClosed(scope, !isClosed(scope));
}

void GraphPane::setClosed(const std::string& scope, bool isClosed)
{
    if (isClosed == m_closed.contains(scope))
        return;
    if (isClosed)
        m_closed.insert(scope);
    else
        m_closed.erase(scope);
    layOutScene();
}

std::pair<int, int> GraphPane::hits() const
{
    return hitsOf(m_canvas->look());
}

void GraphPane::goToHit(bool isForward)
{
    const GraphLook& look = m_canvas->look();
    const int count = int(look.isMentioned.size());
    int node = look.selected >= 0 ? look.selected : isForward ? -1 : count;
    for (int step = 0; step < count; ++step) {
        node = (node + (isForward ? 1 : count - 1)) % count;
        if (!look.isMentioned[std::size_t(node)])
            continue;
        selectNode(node);
        return revealSelected();
    }
}

void GraphPane::openAllScopes()
{
    m_closed.clear();
    layOutScene();
}

void GraphPane::closeAllScopes()
{
    if (!m_outline.result())
        return;
    const auto scopes = framedScopes(*m_outline.result());
    m_closed = {scopes.begin(), scopes.end()};
    layOutScene();
}

void GraphPane::followSelection()
{
    GraphLook& look = m_canvas->look();
    look.selected = -1;
    if (!look.outline)
        return;
    if (const auto result = m_workbench.session().result())
        look.selected = nodeOf(look, *result, m_workbench.selection().current());
    const auto& nodes = look.outline->nodes;
    const std::string& name = m_workbench.selectedName();
    for (std::size_t node = 0; look.selected < 0 && node < nodes.size(); ++node)
        if (nodes[node].name == name && look.rows[node] < 0)
            look.selected = int(node);
    m_canvas->showSelected();
}

void GraphPane::selectNode(int node)
{
    const GraphLook& look = m_canvas->look();
    if (const int row = look.rows[std::size_t(node)]; row >= 0)
        m_workbench.selection().select(row);
    else
        m_workbench.selectLayer(look.outline->nodes[std::size_t(node)].name);
}

void GraphPane::fillMenu(QMenu& menu, int item)
{
    const GraphLook& look = m_canvas->look();
    const SceneItem& box = m_canvas->scene()->items[std::size_t(item)];
    ConfigActions::Layers layers;
    // The config names layers as the baseline does.
    const auto nameOf = [this, &look](int node) {
        const int row = look.rows[std::size_t(node)];
        return row >= 0 ? m_workbench.session().result()->layers[std::size_t(row)].name
                        : look.outline->nodes[std::size_t(node)].name;
    };
    if (box.node >= 0) {
        layers.push_back(nameOf(box.node));
        addLayerActions(menu, m_workbench, QString::fromStdString(layers.front()));
    } else {
        for (const int node : box.members)
            if (look.outline->nodes[std::size_t(node)].isCompute)
                layers.push_back(nameOf(node));
        menu.addAction(box.isOpen ? tr("Close scope") : tr("Open scope"), this,
                       [this, scope = box.scope] { Q_EMIT m_canvas->scopeToggled(scope); });
    }
    menu.addSeparator();
    m_workbench.configActions().fillMenu(menu, layers);
}

void GraphPane::showMenu(int item, const QPoint& position)
{
    if (const int node = m_canvas->scene()->items[std::size_t(item)].node; node >= 0)
        selectNode(node);
    QMenu menu;
    fillMenu(menu, item);
    menu.exec(position);
}

} // namespace ql::widgets
