// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_contents.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace ql::widgets {

QList<HandbookChapter> handbookChapters(const QString& language)
{
    static const QRegularExpression kEntry(QStringLiteral("^(?:## (.+)|- \\[([^\\]]+)\\]\\(([\\w-]+)\\.md\\).*)$"),
                                           QRegularExpression::MultilineOption);
    QList<HandbookChapter> chapters;
    QString group;
    const QString index = handbookText(handbookUrl(language, QStringLiteral("index")));
    for (const auto& entry : kEntry.globalMatch(index)) {
        if (entry.hasCaptured(1))
            group = entry.captured(1);
        else
            chapters.append({group, entry.captured(2), entry.captured(3)});
    }
    return chapters;
}

QUrl handbookUrl(const QString& language, const QString& name)
{
    return QUrl(QStringLiteral("qrc:/guide/%1/%2.md").arg(language, name));
}

QString handbookChapter(const QUrl& url)
{
    return QFileInfo(url.path()).completeBaseName();
}

QString handbookText(const QUrl& url)
{
    QFile file(u':' + url.path());
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString handbookAnchor(const QString& heading)
{
    static const QRegularExpression kDropped(QStringLiteral("[^\\w\\s-]"),
                                             QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression kGaps(QStringLiteral("[-\\s]+"), QRegularExpression::UseUnicodePropertiesOption);
    return QString(heading).remove(kDropped).trimmed().toLower().replace(kGaps, QStringLiteral("-"));
}

} // namespace ql::widgets
