// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/recent_sessions.h"

#include "widgets/session/model_session.h"
#include "widgets/settings/settings.h"
#include "widgets/window/dropped_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr qsizetype kMostSessions = 10;
constexpr QChar kSeparator = u'\n';
/// No input's word begins so.
constexpr QLatin1String kData("--data ");
constexpr QLatin1String kConfig("--config ");
constexpr QLatin1String kCalibration("--calibration ");
constexpr QLatin1String kCauses("--causes ");
const auto kUsualCauses = results::CompareRequest().causes;

QString wordOf(results::CauseRuns causes)
{
    const auto word = results::keyOf(causes);
    return QString::fromUtf8(word.data(), qsizetype(word.size()));
}

results::CauseRuns causesOf(const QString& word)
{
    for (const auto& each : results::wordsOf(results::CauseRuns()))
        if (word.toStdString() == each.key)
            return each.value;
    return kUsualCauses;
}

/// Takes the first of @p words that begins with @p option, without it; empty when none does.
QString takeOption(QStringList& words, QLatin1String option)
{
    for (qsizetype i = 0; i < words.size(); ++i)
        if (words.at(i).startsWith(option))
            return words.takeAt(i).mid(option.size());
    return {};
}

SortedFiles filesOf(const QString& entry)
{
    const QStringList parts = entry.split(kSeparator);
    SortedFiles files;
    files.isAll = true;
    files.baseline = parts.value(0);
    files.analysis = parts.value(1);
    files.inputs = parts.mid(2);
    files.data = takeOption(files.inputs, kData);
    files.calibration = takeOption(files.inputs, kCalibration);
    files.config = takeOption(files.inputs, kConfig);
    files.causes = causesOf(takeOption(files.inputs, kCauses));
    return files;
}

/// Another program is started in another folder, where a file of the same name is another.
QString absolute(const QString& path)
{
    return path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
}

/// An `--input` word, which may have a name in front of its path and its type behind: "x=file.bin:float32:1x3".
QString absoluteWord(const QString& word)
{
    const qsizetype begin = word.indexOf(u'=') + 1;
    for (const qsizetype from : {qsizetype(0), begin}) {
        QString path = word.mid(from);
        while (!path.isEmpty() && !QFileInfo::exists(path))
            path.truncate(std::max(path.lastIndexOf(u':'), path.lastIndexOf(u'[')));
        if (!path.isEmpty())
            return word.left(from) + absolute(path) + word.mid(from + path.size());
    }
    return word;
}

QString rememberFolderOf(const QString& path)
{
    if (!path.isEmpty())
        settings::lastFolder.set(QFileInfo(path).absolutePath());
    return path;
}

} // namespace

QString shortFolder(const QString& path)
{
    constexpr qsizetype kMost = 48;
    QString folder = QFileInfo(path).absolutePath();
    if (folder.startsWith(QDir::homePath() + u'/'))
        folder.replace(0, QDir::homePath().size(), u'~');
    if (folder.size() > kMost)
        folder = folder.left(kMost / 3) + u'…' + folder.right(kMost * 2 / 3);
    return folder.replace(u'&', QLatin1String("&&"));
}

void rememberSession(const ModelSession& session)
{
    QStringList parts{absolute(session.baseline().path()), absolute(session.analysis().path())};
    if (!session.data().isEmpty())
        parts.append(kData + absolute(session.data()));
    if (!session.config().isEmpty())
        parts.append(kConfig + absolute(session.config()));
    if (!session.calibration().isEmpty())
        parts.append(kCalibration + absolute(session.calibration()));
    if (session.causes() != kUsualCauses)
        parts.append(kCauses + wordOf(session.causes()));
    for (const QString& word : session.inputs())
        if (session.sampleData().isEmpty() || !word.startsWith(session.sampleData() + u'[')) // else it is found again
            parts.append(absoluteWord(word));
    QStringList recent = settings::recentSessions.value();
    recent.removeAll(parts.join(kSeparator));
    recent.prepend(parts.join(kSeparator));
    settings::recentSessions.set(recent.mid(0, kMostSessions));
}

void fillRecentMenu(QMenu& menu, const std::function<void(const SortedFiles&)>& take)
{
    menu.clear();
    for (const QString& entry : settings::recentSessions.value()) {
        const QStringList parts = entry.split(kSeparator);
        if (QFileInfo(parts.value(0)).isRelative()) // of an earlier version: from a folder that nobody knows any more
            continue;
        const auto name = [&parts](int part) {
            return QFileInfo(parts.value(part)).fileName().replace(u'&', QLatin1String("&&"));
        };
        QStringList words = parts.mid(2);
        const QString config = QFileInfo(takeOption(words, kConfig)).fileName();
        const QString second = parts.value(1).isEmpty() ? config : name(1);
        const QString folder = shortFolder(parts.value(0));
        QAction* action = menu.addAction(
            QCoreApplication::translate("RecentSessions", "%1 and %2 in %3").arg(name(0), second, folder), &menu,
            [entry, take] { take(filesOf(entry)); });
        action->setToolTip(parts.mid(0, 2).join(u'\n'));
    }
    menu.setToolTipsVisible(true);
    if (menu.isEmpty())
        menu.addAction(QCoreApplication::translate("RecentSessions", "Nothing yet"))->setEnabled(false);
}

QString chooseFile(QWidget& parent, const QString& title, const QString& filter)
{
    return rememberFolderOf(QFileDialog::getOpenFileName(&parent, title, settings::lastFolder.value(), filter));
}

QStringList chooseFiles(QWidget& parent, const QString& title, const QString& filter)
{
    const QStringList paths = QFileDialog::getOpenFileNames(&parent, title, settings::lastFolder.value(), filter);
    rememberFolderOf(paths.value(0));
    return paths;
}

QString chooseFolder(QWidget& parent, const QString& title)
{
    return rememberFolderOf(QFileDialog::getExistingDirectory(&parent, title, settings::lastFolder.value()));
}

} // namespace ql::widgets
