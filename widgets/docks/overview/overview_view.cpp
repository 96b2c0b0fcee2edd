// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/overview_view.h"

#include "core/report/overview/trial_words.h"
#include "core/report/verdict/verdict_words.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/repairs/repair_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/distribution_chart.h"
#include "widgets/docks/overview/budget_picture.h"
#include "widgets/docks/overview/conclusion_words.h"
#include "widgets/docks/overview/overview_steps.h"
#include "widgets/docks/overview/proof_picture.h"
#include "widgets/docks/overview/repair_words.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/text/sentences.h"

#include <QGridLayout>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ql::widgets {

namespace {

using results::Quality;

constexpr double kTitleSize = 1.35;
constexpr int kMostRecent = 3;
constexpr int kChartHeight = 150;
constexpr int kMargin = 14;
constexpr int kNarrow = 600; ///< too narrow for words beside the buttons

QLabel* textLabel(QWidget* parent)
{
    auto* label = new PlainLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

OverviewView::OverviewView(Workbench& workbench, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
    , m_steps(workbench)
    , m_exports(workbench)
    , m_icon(new PlainLabel(this))
    , m_headline(textLabel(this))
    , m_proof(new ProofPicture(workbench, this))
    , m_progress(textLabel(this))
    , m_gate(textLabel(this))
    , m_stepBox(new QWidget(this))
    , m_stepLayout(new QGridLayout(m_stepBox))
    , m_recent(new QMenu(this))
    , m_outputs(textLabel(this))
    , m_budget(textLabel(this))
    , m_picture(new BudgetPicture(this))
    , m_spread(new DistributionChart(this))
    , m_trials(textLabel(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * kTitleSize);
    m_headline->setFont(large);
    m_stepLayout->setContentsMargins({});
    m_stepLayout->setColumnStretch(1, 1);
    auto* page = new QWidget(this);
    auto* title = new QHBoxLayout;
    title->addWidget(m_icon, 0, Qt::AlignVCenter);
    title->addWidget(m_headline, 1);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kMargin);
    layout->addLayout(title);
    for (QWidget* part :
         QList<QWidget*>{m_proof, m_gate, m_progress, m_stepBox, m_outputs, makePictures(), m_trials, makeExports()})
        layout->addWidget(part);
    layout->addStretch(1);
    setWidget(page);
    m_refreshSoon.setSingleShot(true);
    m_refreshSoon.setInterval(0);
    connect(&m_refreshSoon, &QTimer::timeout, this, &OverviewView::refresh);
    connect(m_proof, &ProofPicture::changed, &m_refreshSoon, qOverload<>(&QTimer::start));
    connect(&m_steps, &OverviewSteps::changed, &m_refreshSoon, qOverload<>(&QTimer::start));
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::shownChanged, &m_refreshSoon,
            qOverload<>(&QTimer::start));
    connect(m_picture, &BudgetPicture::layerClicked, &workbench, &Workbench::selectLayer);
    connect(&m_report, &QAction::triggered, this, [this] { m_exports.askForReport(*this); });
    connect(&m_model, &QAction::triggered, this, [this] { m_exports.askForModel(*this); });
    connect(&m_steps, &OverviewSteps::repairedModelRequested, this, [this] { m_exports.askForRepaired(*this); });
    connect(&workbench, &Workbench::exportReportRequested, &m_report, &QAction::trigger);
    connect(&workbench, &Workbench::exportModelRequested, &m_model, &QAction::trigger);
    followLanguage(this, [this] { retranslate(); });
}

QWidget* OverviewView::makePictures()
{
    auto* pictures = new QWidget(this);
    m_pictures = new QGridLayout(pictures);
    m_pictures->setContentsMargins({});
    m_pictures->setColumnStretch(1, 2);
    m_pictures->addWidget(m_budget, 0, 0);
    m_pictures->addWidget(m_picture, 1, 0, Qt::AlignTop);
    m_pictures->addWidget(m_spread, 0, 1, 2, 1);
    m_spread->setMinimumHeight(kChartHeight);
    return pictures;
}

QWidget* OverviewView::makeExports()
{
    auto* line = new QWidget(this);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins({});
    m_report.setIcon(icon("export"));
    m_model.setIcon(icon("save"));
    layout->addWidget(actionButton(&m_report, line));
    layout->addWidget(actionButton(&m_model, line));
    layout->addStretch(1);
    return line;
}

QString OverviewView::headline() const
{
    return m_headline->text();
}

QString OverviewView::gateText() const
{
    return m_gate->isHidden() ? QString() : m_gate->text();
}

QString OverviewView::outputsText() const
{
    return m_outputs->text();
}

QString OverviewView::trialsText() const
{
    return m_trials->text();
}

QList<QPushButton*> OverviewView::stepButtons() const
{
    QList<QPushButton*> buttons;
    for (int row = 0; row < m_stepLayout->rowCount(); ++row)
        if (const auto* item = m_stepLayout->itemAtPosition(row, 0))
            if (auto* button = qobject_cast<QPushButton*>(item->widget()))
                buttons.append(button);
    return buttons;
}

void OverviewView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    refresh();
}

void OverviewView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    const bool isNarrow = width() < kNarrow;
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow)
        m_refreshSoon.start();
}

void OverviewView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_refreshSoon.start();
}

void OverviewView::retranslate()
{
    setWords(m_report, tr("Export the report…"),
             tr("Write everything that was found out as one page that opens in any browser"));
    setWords(m_model, tr("Export the quantized model…"),
             tr("Calibrate the config, and write the model as QDQ ONNX and in integers into a folder, with config and "
                "record"));
    m_outputs->setAccessibleName(tr("Outputs"));
    m_trials->setAccessibleName(tr("Trials"));
    refresh();
}

void OverviewView::refresh()
{
    m_report.setEnabled(m_exports.canWriteReport());
    m_model.setEnabled(m_exports.canWriteModel());
    if (!isVisible())
        return; // it is brought up to date when it is shown
    const auto& state = m_steps.state();
    const bool isKnown = state.verdict && !state.isStale && !state.isEdited;
    const auto quality = isKnown ? state.verdict->quality() : Quality::Unknown;
    const bool isBusy = m_workbench.isBusy() || m_steps.isRunning();
    m_icon->setPixmap(severityIcon(severityOf(quality)).pixmap(kPanelIconSize, kPanelIconSize));
    m_icon->setVisible(isKnown && quality != Quality::Unknown);
    m_headline->setText(isBusy && !isKnown ? tr("Working… Esc stops.") : headlineOf(quality));
    m_progress->setText(isBusy && isKnown ? tr("There is more to come. Esc stops, and what is known stays.")
                                          : QString());
    m_progress->setVisible(!m_progress->text().isEmpty());
    const auto measured = m_steps.repairs();
    QPalette alarm = m_gate->palette();
    alarm.setColor(QPalette::WindowText, alarmColor(palette().color(QPalette::Base)));
    m_gate->setPalette(alarm);
    m_gate->setText(measured ? gateWords(*measured) : QString());
    m_gate->setVisible(!m_gate->text().isEmpty());
    showProof();
    showSteps();
    showOutputs();
    showPictures();
    showTrials();
}

/// The conclusion, where there is one: what is lost, whose fault it is, why.
QString OverviewView::headlineOf(Quality quality) const
{
    const auto& state = m_steps.state();
    const auto& measured = m_workbench.analysis<RepairAnalysis>();
    if (const auto taken = measured.takenRow(); taken && state.isEdited && state.trial)
        return tr("Measured, not saved yet: %1").arg(repairReason(*measured.result(), *taken));
    const auto sample = shownSample(m_workbench);
    if (quality > Quality::Fine && quality != Quality::Unknown && state.compared)
        return conclusion(state, sample);
    return quality <= Quality::Fine ? goodNews(state, sample) : coreText(report::overviewSentence(state));
}

/// In the same place from the first comparison on.
void OverviewView::showProof()
{
    const auto& state = m_steps.state();
    const auto quality = state.verdict ? state.verdict->quality() : Quality::Unknown;
    const bool isProven = state.compared && quality > Quality::Fine && quality != Quality::Unknown;
    m_proof->setVisible(isProven);
    if (isProven)
        m_proof->setContent(state, sampleText(*state.verdict, shownSample(m_workbench)));
}

/// The first is what Enter does.
void OverviewView::showSteps()
{
    const QString held = holdKeyboard();
    while (QLayoutItem* item = m_stepLayout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // a click in it may have led here
        delete item;
    }
    m_stepRows = 0;
    for (QAction* action : m_recent->actions()) { // one of them may have led here
        m_recent->removeAction(action);
        action->deleteLater();
    }
    for (const auto& offer : m_steps.offers())
        addStep(offer, [this, offer] { m_steps.perform(offer); });
    if (!m_steps.state().hasBaseline && !m_steps.state().hasAnalysis && !m_steps.state().compared)
        showBeginnings();
    m_stepBox->setVisible(m_stepRows > 0);
    leadToStep(held);
}

void OverviewView::addStep(const OfferedStep& offer, const std::function<void()>& act)
{
    auto* button = new QPushButton(icon(offer.icon), offer.title, m_stepBox);
    button->setAutoDefault(true);
    button->setToolTip(offer.hint);
    auto* reason = textLabel(m_stepBox);
    reason->setText(offer.reason);
    button->setAccessibleDescription(reason->text());
    QFont weight = button->font();
    weight.setBold(m_stepRows == 0);
    button->setFont(weight);
    connect(button, &QPushButton::clicked, this, act);
    if (m_isNarrow) {
        m_stepLayout->addWidget(button, m_stepRows++, 0, 1, 2, Qt::AlignLeft);
        m_stepLayout->addWidget(reason, m_stepRows++, 0, 1, 2);
    } else {
        m_stepLayout->addWidget(button, m_stepRows, 0);
        m_stepLayout->addWidget(reason, m_stepRows++, 1);
    }
}

/// On the first screen: the demo, and what was open lately.
void OverviewView::showBeginnings()
{
    addStep({.title = tr("Try the demo"),
             .reason = tr("A small network that one scale per tensor ruins, with its samples and its config."),
             .icon = "demo"},
            [this] { Q_EMIT m_workbench.demoRequested(); });
    Q_EMIT m_workbench.recentRequested(m_recent);
    int shown = 0;
    for (QAction* action : m_recent->actions())
        if (action->isEnabled() && !action->isSeparator() && !action->menu() && shown++ < kMostRecent)
            addStep({.title = tr("Open again"),
                     .hint = action->toolTip(),
                     .reason = action->text().remove(u'&'),
                     .icon = "back"},
                    [recent = QPointer(action)] {
                        if (recent)
                            recent->trigger();
                    });
}

DockDescription overviewDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Overview"),
            .make = &makeDock<OverviewView>,
            .chapter = "overview",
            .icon = "overview"};
}

} // namespace ql::widgets
