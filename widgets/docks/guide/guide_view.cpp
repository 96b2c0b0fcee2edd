// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/guide/guide_view.h"

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/docks/guide/guide_steps.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QGridLayout>
#include <QToolButton>

namespace ql::widgets {

namespace {

constexpr int kIconSize = 20;
constexpr double kHeadingSize = 1.35;

QIcon stateIcon(GuideStep::State state)
{
    switch (state) {
    case GuideStep::State::Open: return icon("step");
    case GuideStep::State::Running: return icon("compare");
    case GuideStep::State::Done: return icon("checks");
    case GuideStep::State::Attention: break;
    }
    return severityIcon(results::Severity::Warning);
}

} // namespace

GuideView::GuideView(Workbench& workbench, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
    , m_heading(new PlainLabel)
    , m_demo(new QToolButton)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget;
    auto* layout = new QGridLayout(page);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    layout->setColumnStretch(1, 1);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * kHeadingSize);
    m_heading->setFont(large);
    m_heading->setWordWrap(true);
    m_demo->setIcon(icon("demo"));
    m_demo->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout->addWidget(m_heading, 0, 0, 1, 2);
    layout->addWidget(m_demo, 0, 2, Qt::AlignTop);
    for (std::size_t step = guideSteps(workbench).size(); step > 0; --step)
        makeRow(*layout);
    layout->setRowStretch(layout->rowCount(), 1);
    setWidget(page);
    connect(m_demo, &QToolButton::clicked, &workbench, &Workbench::demoRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &GuideView::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &GuideView::refresh);
    for (Analysis* analysis : workbench.offeredAnalyses())
        connect(analysis, &Analysis::changed, this, &GuideView::refresh);
    followLanguageAndColors(this, [this] { refresh(); });
}

void GuideView::makeRow(QGridLayout& layout)
{
    const int number = int(m_rows.size());
    Row row{new PlainLabel, new PlainLabel, new PlainLabel, new QToolButton};
    QFont bold = font();
    bold.setBold(true);
    row.title->setFont(bold);
    row.text->setWordWrap(true);
    const int top = 1 + 2 * number;
    layout.setRowMinimumHeight(top, fontMetrics().height() * 2);
    layout.addWidget(row.icon, top, 0, Qt::AlignBottom);
    layout.addWidget(row.title, top, 1, Qt::AlignBottom);
    layout.addWidget(row.text, top + 1, 1);
    layout.addWidget(row.button, top, 2, 2, 1, Qt::AlignBottom | Qt::AlignRight);
    connect(row.button, &QToolButton::clicked, this, [this, number] {
        // Judged anew: what the button says is what it does.
        if (const auto steps = guideSteps(m_workbench); steps[std::size_t(number)].act)
            steps[std::size_t(number)].act();
    });
    m_rows.push_back(row);
}

QString GuideView::stateText(int step) const
{
    return m_rows[std::size_t(step)].icon->accessibleName();
}

QString GuideView::text(int step) const
{
    return m_rows[std::size_t(step)].text->text();
}

void GuideView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    refresh();
}

void GuideView::refresh()
{
    m_heading->setText(tr("From lost accuracy to the layers to change"));
    setWords(*m_demo, tr("Try the demo"), tr("Open the small example network that comes with Quantloupe"));
    setAccessibleName(tr("Guide"));
    const auto word = [](GuideStep::State state) {
        switch (state) {
        case GuideStep::State::Open: return tr("To do");
        case GuideStep::State::Running: return tr("Running");
        case GuideStep::State::Done: return tr("Done");
        case GuideStep::State::Attention: return tr("Look at it");
        }
        return QString();
    };
    if (isVisible())
        m_workbench.analysis<CheckAnalysis>().ask();
    const std::vector<GuideStep> steps = guideSteps(m_workbench);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const GuideStep& step = steps[i];
        const Row& row = m_rows[i];
        row.icon->setPixmap(stateIcon(step.state).pixmap(kIconSize, kIconSize));
        setHint(*row.icon, word(step.state));
        row.title->setText(QStringLiteral("%1. %2").arg(i + 1).arg(step.title));
        row.text->setText(step.text);
        setWords(*row.button, step.button, step.text);
        row.button->setVisible(!step.button.isEmpty());
    }
}

DockDescription guideDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Guide"),
            .make = &makeDock<GuideView>,
            .chapter = "first-steps",
            .icon = "guide",
            .place = DockPlace::Window,
            .size = {680, 620},
            .raisedBy = &Workbench::guideRequested};
}

} // namespace ql::widgets
