// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/core_text.h"

#include "core/base/chinese_messages.h"
#include "widgets/text/language.h"

#include <QLocale>
#include <QRegularExpression>

namespace ql::widgets {

namespace {

/// "3.1 %", "-1.5 … 2", "1,234", "40.2 dB": what core writes for numbers, and nothing else.
bool isNumbers(const QString& text)
{
    static const QString kNumber =
        QStringLiteral("-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?:e[-+]?\\d+)?(?: (?:%|dB))?");
    static const QRegularExpression kPattern(
        QRegularExpression::anchoredPattern(kNumber + QStringLiteral("(?: … ") + kNumber + QStringLiteral(")?")));
    return kPattern.match(text).hasMatch();
}

QString inLocale(const QString& english, const QLocale& locale)
{
    QString text;
    for (const QChar letter : english) {
        if (letter == u'.')
            text += locale.decimalPoint();
        else if (letter == u',')
            text += locale.groupSeparator();
        else
            text += letter;
    }
    return text;
}

std::string localisedPart(std::string_view part)
{
    const QString text = QString::fromUtf8(part.data(), qsizetype(part.size()));
    return isNumbers(text) ? inLocale(text, QLocale()).toStdString() : std::string(part);
}

bool isChinese()
{
    return currentLanguage() == QLatin1String("zh_CN");
}

} // namespace

QString coreText(const std::string& english)
{
    const MessageCatalog& forms = chineseMessages();
    const auto said = isChinese() ? forms.translated(english, localisedPart) : forms.rewritten(english, localisedPart);
    return QString::fromStdString(said.value_or(english));
}

QString coreSentence(const std::string& english)
{
    QString text = coreText(english);
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const QString ends = QStringLiteral(".!?…。！？");
    return ends.contains(text.back()) ? text : text + (isChinese() ? QChar(0x3002) : QChar(u'.'));
}

QString progressText(const Progress& progress)
{
    const QString stage = coreText(progress.stage);
    const QString detail = coreText(progress.detail);
    return stage.isEmpty() || detail.isEmpty() ? stage + detail : stage + QStringLiteral(" · ") + detail;
}

} // namespace ql::widgets
