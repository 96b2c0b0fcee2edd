// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_search.h"

#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr qsizetype kBefore = 16; ///< letters of context before the first word
constexpr qsizetype kContext = 90;

/// Chinese says as much in half as many letters, each twice as wide.
bool isChinese(const QString& text)
{
    return std::ranges::count_if(text, [](QChar c) { return c.script() == QChar::Script_Han; }) * 3 > text.size();
}

QString contextOf(const QString& text, qsizetype place)
{
    const qsizetype room = isChinese(text) ? kContext / 2 : kContext;
    qsizetype from = std::clamp<qsizetype>(place - kBefore, 0, std::max<qsizetype>(0, text.size() - room));
    if (const auto gap = text.indexOf(u' ', from); from > 0 && gap >= 0 && gap < place)
        from = gap + 1; // no half a word
    QString context = text.mid(from, room);
    if (from > 0)
        context.prepend(u'…');
    if (from + room < text.size())
        context.append(u'…');
    return context.simplified();
}

} // namespace

QStringList searchedWords(const QString& text)
{
    return text.simplified().split(u' ', Qt::SkipEmptyParts);
}

QList<QPair<qsizetype, qsizetype>> placesOf(const QStringList& words, const QString& text)
{
    QList<QPair<qsizetype, qsizetype>> places;
    for (const QString& word : words) {
        const auto before = places.size();
        for (auto at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(word, at + word.size(), Qt::CaseInsensitive))
            places.append({at, word.size()});
        if (places.size() == before)
            return {};
    }
    std::ranges::sort(places);
    return places;
}

HandbookSearch::HandbookSearch(const QString& language)
{
    for (const HandbookChapter& chapter : handbookChapters(language)) {
        QTextDocument document;
        document.setMarkdown(handbookText(handbookUrl(language, chapter.name)));
        QStringList blocks;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            blocks.append(block.text());
        m_texts.append({chapter, blocks});
    }
}

QList<HandbookHit> HandbookSearch::find(const QStringList& words) const
{
    QList<HandbookHit> inTitles;
    QList<HandbookHit> others;
    for (const auto& [chapter, blocks] : m_texts) {
        auto& hits = placesOf(words, chapter.title).isEmpty() ? others : inTitles;
        for (int i = 0; i < int(blocks.size()); ++i)
            if (const auto places = placesOf(words, blocks[i]); !places.isEmpty())
                hits.append({chapter, i, contextOf(blocks[i], places.front().first)});
    }
    return inTitles + others;
}

} // namespace ql::widgets
