// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/job_status.h"

#include "widgets/icons/icons.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/display_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <cmath>

namespace ql::widgets {

namespace {
constexpr int kBarWidth = 180;
constexpr int kPermille = 1000;
} // namespace

JobStatus::JobStatus(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_left(new QLabel(this))
    , m_cancel(new QToolButton(this))
{
    m_bar->setFixedWidth(kBarWidth);
    m_bar->setMaximumHeight(fontMetrics().height() + 2);
    m_left->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00 min 000 %")));
    m_cancel->setIcon(icon(Icon::Cancel));
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    for (QWidget* widget : {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_left),
                            static_cast<QWidget*>(m_cancel)})
        layout->addWidget(widget);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (m_shown)
            m_shown->cancel();
    });
    hide();
}

void JobStatus::watch(JobRunner& runner)
{
    JobRunner* job = &runner;
    connect(job, &JobRunner::started, this, [this, job] { begin(*job); });
    connect(job, &JobRunner::progressed, this, [this, job](const Progress& progress) {
        if (m_shown == job)
            showProgress(progress);
    });
    connect(job, &JobRunner::finished, this, [this, job] { end(*job); });
    connect(job, &JobRunner::cancelled, this, [this, job] { end(*job); });
    connect(job, &JobRunner::failed, this, [this, job] { end(*job); });
    connect(job, &QObject::destroyed, this, [this, job] {
        if (m_shown == job)
            m_shown = nullptr;
    });
    if (job->isRunning())
        begin(*job);
}

QString JobStatus::text() const
{
    return isHidden() ? QString() : m_name->text();
}

void JobStatus::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_cancel->setToolTip(tr("Cancel"));
    QWidget::changeEvent(event);
}

void JobStatus::begin(JobRunner& runner)
{
    m_shown = &runner;
    m_name->setText(runner.title());
    m_left->clear();
    m_bar->setRange(0, 0); // busy until the first progress
    show();
}

void JobStatus::showProgress(const Progress& progress)
{
    m_bar->setRange(0, kPermille);
    m_bar->setValue(int(std::lround(progress.fraction * kPermille)));
    m_bar->setToolTip(QString::fromStdString(progress.detail));
    m_left->setText(progress.remaining.count() >= 0 ? tr("%1 left").arg(formatDuration(progress.remaining))
                                                    : QString());
}

void JobStatus::end(const JobRunner& runner)
{
    if (m_shown != &runner)
        return;
    m_shown = nullptr;
    hide();
}

} // namespace ql::widgets
