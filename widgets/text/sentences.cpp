// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/sentences.h"

namespace ql::widgets {

namespace {

bool isFullWidthStop(QChar letter)
{
    return QStringLiteral("。，；：！？、").contains(letter);
}

bool isHan(QChar letter)
{
    return letter.script() == QChar::Script_Han;
}

/// Of a name or a number, which a space sets off from Chinese.
bool isOfName(QChar letter)
{
    return letter.isDigit() || letter.script() == QChar::Script_Latin || QStringLiteral("/_[]%−").contains(letter);
}

} // namespace

QString joinedSentences(const QStringList& sentences)
{
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !sentence.isEmpty() && !isFullWidthStop(text.back()))
            text += u' ';
        text += sentence;
    }
    return text;
}

QString spacedText(const QString& text)
{
    QString spaced;
    for (const QChar letter : text) {
        const QChar last = spaced.isEmpty() ? QChar() : spaced.back();
        if (letter == u' ' && isFullWidthStop(last))
            continue;
        if ((isHan(last) && isOfName(letter)) || (isOfName(last) && isHan(letter)))
            spaced += u' ';
        spaced += letter;
    }
    return spaced;
}

QString unbrokenNumber(QString number)
{
    return number.replace(u' ', QChar::Nbsp);
}

} // namespace ql::widgets
