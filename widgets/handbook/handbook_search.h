// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/handbook/handbook_contents.h"

#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

namespace ql::widgets {

/// A paragraph, a line of code or a cell of a table that holds the words.
struct HandbookHit {
    HandbookChapter chapter;
    int block = 0;   ///< its number in the chapter's document
    QString context; ///< its text, cut around the first of the words
};

/// "fake quantization" are two words: both have to be there, in any order and case. Chinese words have no spaces.
QStringList searchedWords(const QString& text);
/// Where @p words stand in @p text, from the left; none unless all of them do. Pairs of place and length.
QList<QPair<qsizetype, qsizetype>> placesOf(const QStringList& words, const QString& text);

/// The handbook of one language as it is read: without the signs of its Markdown.
class HandbookSearch {
public:
    explicit HandbookSearch(const QString& language);

    /// Chapter by chapter in the contents' order, those whose title holds the words first.
    QList<HandbookHit> find(const QStringList& words) const;

private:
    struct Text {
        HandbookChapter chapter;
        QStringList blocks;
    };
    QList<Text> m_texts;
};

} // namespace ql::widgets
