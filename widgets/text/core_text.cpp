// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/core_text.h"

#include "core/base/message_catalog.h"
#include "widgets/text/label.h"
#include "widgets/text/language.h"

#include <QLocale>

namespace ql::widgets {

namespace {

/// Whether the hyphen there is the sign of a number or of its exponent.
bool isSign(const QString& text, qsizetype place)
{
    const bool isBeforeDigit = place + 1 < text.size() && text[place + 1].isDigit();
    return isBeforeDigit && (place == 0 || text[place - 1] == u' ' || text[place - 1] == u'e');
}

/// A number as core writes it, "1,234" or "-1.5 … 2 %", in the reader's way.
std::string inLocale(std::string_view number)
{
    if (number == "inf" || number == "-inf")
        return number.front() == '-' ? "−∞" : "∞";
    const QLocale locale;
    const QString written = QString::fromUtf8(number.data(), qsizetype(number.size()));
    QString text;
    for (qsizetype i = 0; i < written.size(); ++i) {
        const QChar letter = written[i];
        if (letter == u'-' && isSign(written, i))
            text += QChar(0x2212);
        else if (letter == u'.')
            text += locale.decimalPoint();
        else if (letter == u',')
            text += locale.groupSeparator();
        else
            text += letter;
    }
    return text.toStdString();
}

bool isChinese()
{
    return currentLanguage() == QLatin1String("zh_CN");
}

} // namespace

QString coreText(const Message& message)
{
    return QString::fromStdString(isChinese() ? chineseMessages().translated(message, inLocale)
                                              : message.written({}, inLocale));
}

Label::Label(const Message& message)
    : m_make([message] { return coreText(message); })
    , m_message(message)
{
}

QString coreSentence(const Message& message)
{
    QString text = coreText(message);
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const QString ends = QStringLiteral(".!?…。！？");
    return ends.contains(text.back()) ? text : text + (isChinese() ? QChar(0x3002) : QChar(u'.'));
}

report::Labels coreLabels()
{
    return report::Labels(report::languageFromKey(currentLanguage().toStdString()).value_or(report::Language::English));
}

QString coreWord(report::Label word)
{
    return QString::fromStdString(coreLabels()(word));
}

QString progressText(const Progress& progress)
{
    const QString stage = coreText(progress.stage);
    const QString detail = QString::fromStdString(progress.detail);
    return stage.isEmpty() || detail.isEmpty() ? stage + detail : stage + QStringLiteral(" · ") + detail;
}

} // namespace ql::widgets
