// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/log/log_view.h"

#include "core/base/log.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/find_words.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QFileInfo>
#include <QFontDatabase>
#include <QTime>

namespace ql::widgets {

namespace {
constexpr int kMostLines = 5000;
constexpr qsizetype kMostKept = 2000;

QString toText(std::string_view words)
{
    return QString::fromUtf8(words.data(), qsizetype(words.size()));
}

/// In the language of that moment, as every line.
QString levelText(std::string_view level)
{
    if (level == "info")
        return LogView::tr("Note:");
    if (level == "warning")
        return LogView::tr("Warning:");
    return level == "error" || level == "critical" ? LogView::tr("Error:") : toText(level);
}

bool isTrouble(std::string_view level)
{
    return level != "trace" && level != "debug" && level != "info";
}
} // namespace

std::shared_ptr<LogRelay> LogRelay::attachToLog()
{
    auto relay = std::make_shared<LogRelay>();
    addMessageSink([relay](std::string_view level, const Message& message) {
        const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
        relay->add(QStringLiteral("%1  %2  %3").arg(time, levelText(level), coreText(message)), isTrouble(level));
    });
    return relay;
}

QStringList LogRelay::recent() const
{
    const std::lock_guard lock(m_mutex);
    return m_recent;
}

void LogRelay::add(const QString& line, bool isTrouble)
{
    {
        const std::lock_guard lock(m_mutex);
        m_recent.append(line);
        if (m_recent.size() > kMostKept)
            m_recent.removeFirst();
    }
    Q_EMIT lineWritten(line, isTrouble);
}

LogView::LogView(Workbench& workbench, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_relay(LogRelay::attachToLog())
    , m_find(new FindBar(
          workbench.filter(), *this,
          [this](const QString& words, bool isForward) { return findWords(*this, words, isForward); }, this))
{
    connect(m_find, &FindBar::shownOrHidden, this, &LogView::placeFindBar);
    setReadOnly(true);
    followLanguage(this, [this] { setAccessibleName(tr("Log")); });
    setMaximumBlockCount(kMostLines);
    setFrameShape(QFrame::NoFrame);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    for (const QString& line : m_relay->recent())
        appendPlainText(line);
    connect(m_relay.get(), &LogRelay::lineWritten, this, [this](const QString& line, bool isTrouble) {
        appendPlainText(line);
        if (isTrouble)
            countTrouble();
    });
    ModelSession& session = workbench.session();
    connect(&session, &ModelSession::failed, this, [this](const QString& message) {
        note(tr("Failed: %1").arg(message));
        countTrouble();
    });
    connect(&session.compareJob(), &JobRunner::started, this, [this, &session] {
        note(tr("Comparing %1 with %2").arg(session.baseline().fileName(), session.analysisTitle()));
    });
    connect(&session.compareJob(), &JobRunner::cancelled, this, [this] { note(tr("Cancelled")); });
    connect(&session, &ModelSession::resultChanged, this, [this, &session] {
        const auto result = session.result();
        const auto duration = std::chrono::milliseconds(std::int64_t(result->totalSeconds * 1000.0));
        note(tr("Compared %n layer(s) in %1", nullptr, int(result->layers.size())).arg(formatDuration(duration)));
        if (!result->errorOrigin.empty())
            note((result->isOriginMeasured ? tr("The error starts at %1") : tr("The error may start at %1"))
                     .arg(QString::fromStdString(result->errorOrigin)));
    });
    const auto watch = [this](Analysis& analysis) {
        JobRunner* job = &analysis.job();
        connect(job, &JobRunner::started, this, [this, job] { note(job->title()); });
        connect(job, &JobRunner::cancelled, this, [this] { note(tr("Cancelled")); });
        connect(job, &JobRunner::finished, this, [this, job] { note(tr("Done: %1").arg(job->title())); });
    };
    for (Analysis* analysis : workbench.offeredAnalyses())
        watch(*analysis);
    connect(&session.engineJob(), &JobRunner::finished, this, [this] { note(tr("The engine is loaded")); });
}

void LogView::showEvent(QShowEvent* event)
{
    QPlainTextEdit::showEvent(event);
    m_troubles = 0;
    setDockNote(*this, {});
}

/// How many warnings and errors nobody has seen yet.
void LogView::countTrouble()
{
    if (!isVisible())
        setDockNote(*this, QStringLiteral("(%1)").arg(++m_troubles));
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeFindBar();
}

/// Below the text, which gives up a line for it.
void LogView::placeFindBar()
{
    const int height = m_find->isHidden() ? 0 : m_find->sizeHint().height();
    setViewportMargins(0, 0, 0, height);
    m_find->setGeometry(QRect(0, this->height() - height, width(), height));
}

void LogView::note(const QString& words)
{
    appendPlainText(QStringLiteral("%1  %2").arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                                                 QString(words).replace(u'\n', u' ')));
}

DockDescription logDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Log"),
            .make = &makeDock<LogView>,
            .chapter = "window",
            .icon = "log",
            .place = DockPlace::Drawer,
            .size = {0, 210}};
}

} // namespace ql::widgets
