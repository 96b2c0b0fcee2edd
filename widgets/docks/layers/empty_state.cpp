// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/layers/empty_state.h"

#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

constexpr int kMostRecent = 5;

enum class NextStep { OpenBaseline, OpenAnalysis, OpenCalibration, Compare, Wait };

NextStep nextStep(ModelSession& session)
{
    if (session.isComparing())
        return NextStep::Wait;
    if (session.baseline().state() == ModelSlot::State::Empty)
        return NextStep::OpenBaseline;
    if (session.canCompare())
        return NextStep::Compare;
    return session.isSimulated() ? NextStep::OpenCalibration : NextStep::OpenAnalysis;
}

} // namespace

EmptyState::EmptyState(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new PlainLabel(this))
    , m_text(new PlainLabel(this))
    , m_next(new QPushButton(this))
    , m_demo(new QPushButton(this))
    , m_recentMenu(new QMenu(this))
    , m_recent(new QVBoxLayout)
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    m_title->setFont(large);
    m_title->setAlignment(Qt::AlignCenter);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setFixedWidth(fontMetrics().averageCharWidth() * 68);
    m_demo->setIcon(icon("demo"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_next);
    buttons->addWidget(m_demo);
    buttons->addStretch();
    m_recent->setAlignment(Qt::AlignHCenter);
    m_recent->setSpacing(0);
    auto* text = new QHBoxLayout;
    text->addStretch();
    text->addWidget(m_text);
    text->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(14);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addLayout(text);
    layout->addLayout(buttons);
    layout->addLayout(m_recent);
    layout->addStretch(3);
    connect(m_next, &QPushButton::clicked, this, [this] {
        switch (nextStep(m_workbench.session())) {
        case NextStep::OpenBaseline: Q_EMIT m_workbench.openBaselineRequested(); break;
        case NextStep::OpenAnalysis: Q_EMIT m_workbench.openAnalysisRequested(); break;
        case NextStep::OpenCalibration: Q_EMIT m_workbench.openCalibrationRequested(); break;
        case NextStep::Compare: m_workbench.session().compare(); break;
        case NextStep::Wait: m_workbench.session().cancel(); break;
        }
    });
    connect(m_demo, &QPushButton::clicked, &workbench, &Workbench::demoRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &EmptyState::refresh);
    followLanguage(this, [this] { refresh(); });
}

void EmptyState::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showRecent();
}

/// A line for each of the latest sessions, where there is nothing else to go on with.
void EmptyState::showRecent()
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    for (QAction* action : m_recentMenu->actions()) {
        m_recentMenu->removeAction(action);
        action->deleteLater(); // it may have led here
    }
    if (nextStep(m_workbench.session()) != NextStep::OpenBaseline)
        return;
    Q_EMIT m_workbench.recentRequested(m_recentMenu);
    int count = 0;
    for (QAction* action : m_recentMenu->actions())
        if (action->isEnabled() && !action->isSeparator() && count++ < kMostRecent)
            m_recent->addWidget(flatButton(action, this), 0, Qt::AlignHCenter);
}

void EmptyState::refresh()
{
    showRecent();
    m_demo->setText(tr("Try the demo"));
    m_demo->setVisible(true);
    switch (nextStep(m_workbench.session())) {
    case NextStep::OpenBaseline:
        m_title->setText(tr("Find the layer where quantization goes wrong"));
        m_text->setText(tr("Open the high-precision baseline model first, then the quantized analysis model. "
                           "You can also drop both files here."));
        m_next->setText(tr("Open baseline…"));
        m_next->setIcon(icon("open_baseline"));
        break;
    case NextStep::OpenAnalysis:
        m_title->setText(tr("Now the analysis model"));
        m_text->setText(tr("Open the quantized model that %1 is to be compared with, or drop it here. "
                           "A quantization config will do as well: then the quantized model is simulated.")
                            .arg(m_workbench.session().baseline().fileName()));
        m_next->setText(tr("Open analysis…"));
        m_next->setIcon(icon("open_analysis"));
        break;
    case NextStep::OpenCalibration:
        m_title->setText(tr("Now the calibration data"));
        m_text->setText(tr("%1 is simulated with the config. The scales come from samples: open a file of them, or a "
                           "folder in the Project dock.")
                            .arg(m_workbench.session().baseline().fileName()));
        m_next->setText(tr("Open calibration data…"));
        m_next->setIcon(icon("data"));
        break;
    case NextStep::Compare:
        m_title->setText(tr("Ready to compare"));
        m_text->setText(m_workbench.session().inputs().isEmpty()
                            ? tr("No input is given yet, so both models would be fed random numbers. "
                                 "Real inputs find real problems: drop a .npy file here.")
                            : tr("Both models will be run on the input, and every layer compared."));
        m_next->setText(tr("Compare"));
        m_next->setIcon(icon("compare"));
        break;
    case NextStep::Wait:
        m_title->setText(tr("Comparing…"));
        m_text->setText(tr("Both models are run side by side. The layers appear here as soon as they are done."));
        m_next->setText(tr("Cancel"));
        m_next->setIcon(icon("cancel"));
        m_demo->setVisible(false);
        break;
    }
}

} // namespace ql::widgets
