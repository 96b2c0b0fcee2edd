// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/job_status.h"

#include "widgets/jobs/job_list.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include <cmath>

namespace ql::widgets {

namespace {
constexpr int kBarWidth = 180;
constexpr int kPermille = 1000;
} // namespace

JobStatus::JobStatus(JobList& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_name(new PlainLabel(this))
    , m_bar(new QProgressBar(this))
    , m_left(new PlainLabel(this))
    , m_cancel(new QToolButton(this))
{
    m_bar->setFixedWidth(kBarWidth);
    m_bar->setMaximumHeight(fontMetrics().height() + 2);
    m_left->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00 min 000 %")));
    m_cancel->setIcon(icon("cancel"));
    m_cancel->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    for (QWidget* widget : QList<QWidget*>{m_name, m_bar, m_left, m_cancel})
        layout->addWidget(widget);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (const JobEntry* shown = m_jobs.shown(); shown && shown->runner)
            shown->runner->cancel();
    });
    connect(&m_jobs, &JobList::reset, this, &JobStatus::refresh);
    connect(&m_jobs, &JobList::changed, this, &JobStatus::refresh);
    followLanguage(this, [this] { retranslate(); });
}

QString JobStatus::text() const
{
    return isHidden() ? QString() : m_name->text();
}

void JobStatus::retranslate()
{
    setHint(*m_cancel, tr("Cancel"));
    m_bar->setAccessibleName(tr("Progress"));
    refresh();
}

void JobStatus::refresh()
{
    const JobEntry* shown = m_jobs.shown();
    setVisible(shown != nullptr);
    m_name->setText(shown ? shown->title.text() : QString());
    m_bar->setToolTip(shown ? progressText(shown->progress) : QString());
    m_left->setText(shown && shown->progress.remaining.count() >= 0
                        ? tr("%1 left").arg(formatDuration(shown->progress.remaining))
                        : QString());
    if (!shown)
        return;
    const bool isKnown = shown->progress.fraction > 0.0; // busy until the first progress
    m_bar->setRange(0, isKnown ? kPermille : 0);
    if (isKnown)
        m_bar->setValue(int(std::lround(shown->progress.fraction * kPermille)));
}

} // namespace ql::widgets
