// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/guide/chapters.h"

#include <QFile>
#include <QRegularExpression>

namespace ql::tests {

namespace {

/// What @p pattern captures, line by line.
QStringList captured(const QString& text, const QString& pattern,
                     QRegularExpression::PatternOptions options = QRegularExpression::MultilineOption)
{
    QStringList found;
    for (const auto& match : QRegularExpression(pattern, options).globalMatch(text))
        found.append(match.captured(1));
    return found;
}

QStringList blocks(const QString& text, const QString& language)
{
    return captured(text, QStringLiteral("^```%1\\n(.*?)^```$").arg(language),
                    QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
}

QString withoutBlocks(QString text)
{
    static const QRegularExpression kBlock(QStringLiteral("^```.*?^```$"),
                                           QRegularExpression::MultilineOption
                                               | QRegularExpression::DotMatchesEverythingOption);
    return text.remove(kBlock);
}

} // namespace

QStringList Chapter::headings() const
{
    return captured(withoutBlocks(text), QStringLiteral("^(#+ .*)$"));
}

QStringList Chapter::commands() const
{
    return blocks(text, QStringLiteral("sh"));
}

QStringList Chapter::scripts() const
{
    return blocks(text, QStringLiteral("python"));
}

QStringList Chapter::pictures() const
{
    return captured(text, QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
}

QStringList Chapter::links() const
{
    return captured(withoutBlocks(text), QStringLiteral("(?<!!)\\[[^\\]]+\\]\\(([^)]+)\\)"));
}

QString guideFolder(const QString& language)
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/guide/") + language;
}

QString chapterText(const QString& language, const QString& name)
{
    QFile file(QStringLiteral("%1/%2.md").arg(guideFolder(language), name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<Chapter> chapters(const QString& language)
{
    const Chapter index{QStringLiteral("index"), chapterText(language, QStringLiteral("index"))};
    QList<Chapter> all{index};
    for (const QString& name : captured(index.text, QStringLiteral("^- \\[[^\\]]+\\]\\(([\\w-]+)\\.md\\)")))
        all.append({name, chapterText(language, name)});
    return all;
}

QString wholeGuide(const QString& language)
{
    QString all;
    for (const Chapter& chapter : chapters(language))
        all += chapter.text + u'\n';
    return all;
}

} // namespace ql::tests
