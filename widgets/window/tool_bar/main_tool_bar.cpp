// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tool_bar/main_tool_bar.h"

#include "widgets/models/layer_table_columns.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/tool_bar/layer_search.h"
#include "widgets/window/tool_bar/main_actions.h"
#include "widgets/window/tool_bar/sample_choice.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr int kToolBarIcon = 16;
} // namespace

MainToolBar::MainToolBar(Workbench& workbench, MainActions& actions, CauseActions& causes, QWidget* parent)
    : QToolBar(parent)
    , m_workbench(workbench)
{
    setObjectName(QStringLiteral("mainToolBar"));
    setMovable(false);
    setIconSize(QSize(kToolBarIcon, kToolBarIcon));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addOpening(actions);
    addSeparator();
    addExamining(actions, causes);
    addSeparator();
    addChoices();
}

QToolButton* MainToolBar::addMenu(QMenu& menu)
{
    menu.setToolTipsVisible(true);
    auto* button = new QToolButton(this);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMenu(&menu);
    addWidget(button);
    return button;
}

void MainToolBar::addOpening(MainActions& actions)
{
    m_open = addMenu(m_openMenu);
    m_open->setIcon(icon("project"));
    m_openMenu.addActions({&actions.openBaseline, &actions.openAnalysis, &actions.openConfig, &actions.openResult});
    m_openMenu.addSeparator();
    m_openMenu.addMenu(&m_recentMenu);
    m_openMenu.addAction(&actions.demo);
    connect(&m_recentMenu, &QMenu::aboutToShow, this, [this] { Q_EMIT m_workbench.recentRequested(&m_recentMenu); });
    m_data = addMenu(m_dataMenu);
    m_data->setIcon(icon("data"));
    m_dataMenu.addActions({&actions.addInputs, &actions.openData, &actions.openDataFolder});
}

/// What else can be asked stands behind the arrow.
void MainToolBar::addExamining(MainActions& actions, CauseActions& causes)
{
    addActions({&actions.examine, &actions.cancel});
    auto* examine = qobject_cast<QToolButton*>(widgetForAction(&actions.examine));
    auto* menu = new QMenu(examine);
    menu->addAction(&actions.compare);
    menu->addActions(causes.actions());
    menu->addSeparator();
    for (Analysis* analysis : m_workbench.offeredAnalyses())
        if (analysis->traits().isOnToolBar)
            menu->addAction(analysis->startAction());
    menu->setToolTipsVisible(true);
    examine->setMenu(menu);
    examine->setPopupMode(QToolButton::MenuButtonPopup);
    actions.cancel.setPriority(QAction::LowPriority);
}

void MainToolBar::addChoices()
{
    m_metricLabel = new PlainLabel(this);
    m_metricLabel->setContentsMargins(6, 0, 6, 0);
    m_metricBox = new QComboBox(this);
    m_metricBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addWidget(m_metricLabel);
    addWidget(m_metricBox);
    addSeparator();
    m_sample = new SampleChoice(m_workbench, this);
    addWidget(m_sample);
    for (const auto& [action, arrow] :
         {std::pair(&m_sample->previous(), Qt::LeftArrow), std::pair(&m_sample->next(), Qt::RightArrow)}) {
        action->setPriority(QAction::LowPriority);
        addAction(action);
        qobject_cast<QToolButton*>(widgetForAction(action))->setArrowType(arrow);
    }
    addSeparator();
    addActions({m_workbench.selection().backAction(), m_workbench.selection().forwardAction()});
    for (QAction* action : {m_workbench.selection().backAction(), m_workbench.selection().forwardAction()})
        action->setPriority(QAction::LowPriority);
    m_search = new LayerSearch(m_workbench, this);
    addWidget(m_search);
    connect(&m_workbench.filter(), &LayerFilter::metricChanged, this, &MainToolBar::fillMetricBox);
    connect(m_metricBox, &QComboBox::activated, this, [this](int index) {
        m_workbench.filter().setMetric(results::MetricId(m_metricBox->itemData(index).toInt()));
    });
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
    setWords(*m_open, tr("Open"), tr("Open models, a config or a result"));
    setWords(*m_data, tr("Data"), tr("Open samples: inputs, or a data set"));
    m_recentMenu.setTitle(tr("Open &recent"));
    m_metricLabel->setText(tr("Metric"));
    m_metricBox->setToolTip(tr("Orders and colours the layers everywhere"));
    m_metricBox->setAccessibleName(tr("Metric"));
    m_sample->retranslate();
    m_search->retranslate();
    fillMetricBox();
}

} // namespace ql::widgets
