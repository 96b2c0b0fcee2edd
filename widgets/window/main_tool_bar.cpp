// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_tool_bar.h"

#include "widgets/models/layer_table_columns.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/main_actions.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace ql::widgets {

namespace {
constexpr int kToolBarIcon = 16;
constexpr int kNarrow = 1250; ///< too narrow for all words
} // namespace

MainToolBar::MainToolBar(Workbench& workbench, MainActions& actions, CauseActions& causes, QWidget* parent)
    : QToolBar(parent)
    , m_workbench(workbench)
{
    setObjectName(QStringLiteral("mainToolBar"));
    setMovable(false);
    setIconSize(QSize(kToolBarIcon, kToolBarIcon));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addActions({&actions.openBaseline, &actions.openAnalysis, &actions.openConfig, &actions.addInputs,
                &actions.openDataFolder});
    m_spare = {&actions.openConfig, &actions.addInputs, &actions.openDataFolder, &actions.cancel};
    addSeparator();
    addAction(&actions.compare);
    auto* compare = qobject_cast<QToolButton*>(widgetForAction(&actions.compare));
    compare->setMenu(new QMenu(compare));
    compare->menu()->addActions(causes.actions());
    compare->menu()->setToolTipsVisible(true);
    compare->setPopupMode(QToolButton::MenuButtonPopup);
    for (Analysis* analysis : workbench.offeredAnalyses())
        if (analysis->traits().isOnToolBar)
            addAction(analysis->startAction());
    addAction(&actions.cancel);
    addSeparator();
    m_metricLabel = new PlainLabel(this);
    m_metricLabel->setContentsMargins(6, 0, 6, 0);
    m_metricBox = new QComboBox(this);
    m_metricBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addWidget(m_metricLabel);
    addWidget(m_metricBox);
    addSeparator();
    addActions({workbench.selection().backAction(), workbench.selection().forwardAction()});
    for (QAction* action : {workbench.selection().backAction(), workbench.selection().forwardAction()})
        action->setPriority(QAction::LowPriority);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, &MainToolBar::fillMetricBox);
    connect(m_metricBox, &QComboBox::activated, this, [this](int index) {
        m_workbench.filter().setMetric(results::MetricId(m_metricBox->itemData(index).toInt()));
    });
}

/// In a small window the metric is worth more than words beside icons.
void MainToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    const auto priority = width() < kNarrow ? QAction::LowPriority : QAction::NormalPriority;
    for (QAction* action : std::as_const(m_spare))
        action->setPriority(priority);
}

void MainToolBar::fillMetricBox()
{
    m_metricBox->clear();
    for (const results::MetricId metric : results::kAllMetrics) {
        m_metricBox->addItem(metricTitle(metric), int(metric));
        m_metricBox->setItemData(m_metricBox->count() - 1, metricFormula(metric), Qt::ToolTipRole);
    }
    m_metricBox->setCurrentIndex(m_metricBox->findData(int(m_workbench.filter().metric())));
}

void MainToolBar::retranslate()
{
    setWindowTitle(tr("Toolbar"));
    m_metricLabel->setText(tr("Metric"));
    m_metricBox->setToolTip(tr("Orders and colours the layers everywhere"));
    m_metricBox->setAccessibleName(tr("Metric"));
    fillMetricBox();
}

} // namespace ql::widgets
