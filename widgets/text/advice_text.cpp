// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/advice_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <optional>
#include <vector>

namespace ql::widgets {

namespace {

/// Every sentence and part of one that core/analysis puts into advice, in its words. Where one form is the beginning of
/// another the longer stands first.
constexpr const char* kForms[]{
    QT_TRANSLATE_NOOP("AdviceText", "%1 is NaN and %2 is infinite in the analysis model, %3 and %4 in the baseline."),
    QT_TRANSLATE_NOOP("AdviceText", "Bound the values in the model itself: the float model has them too."),
    QT_TRANSLATE_NOOP("AdviceText", "Leave this layer in high precision, or check the scales before it."),
    QT_TRANSLATE_NOOP("AdviceText", "its values reach %1, too far for any integer type of 16 bits."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Change the model so that the range is bounded (normalise, clip), or leave the layer in float."),
    QT_TRANSLATE_NOOP("AdviceText", "its values reach %1: one step of %2 is %3."),
    QT_TRANSLATE_NOOP("AdviceText", "The range is large for 8 bits. Try int16."),
    QT_TRANSLATE_NOOP("AdviceText", "the analysis values span %1, the quantizer represents only %2."),
    QT_TRANSLATE_NOOP("AdviceText", "The quantizer does not act on this value. Is fake quantization enabled?"),
    QT_TRANSLATE_NOOP("AdviceText", "clamps %1: truncation error. The data spans %2, the quantizer %3."),
    QT_TRANSLATE_NOOP("AdviceText", "Try larger scales for its channels or %1, and calibrate with more samples."),
    QT_TRANSLATE_NOOP("AdviceText", "Try a larger fixed scale (%1) or %2, and calibrate with more samples."),
    QT_TRANSLATE_NOOP("AdviceText", "the ranges agree and %1 is clamped, yet SQNR is %2 and cosine %3: rounding error "
                                    "at a step of %4."),
    QT_TRANSLATE_NOOP("AdviceText", "More bits are needed here. Try %1."),
    QT_TRANSLATE_NOOP("AdviceText", "the data reaches %1, the quantizer %2: only %3 of its range is used, the rest is "
                                    "lost to rounding."),
    QT_TRANSLATE_NOOP("AdviceText", "Calibrate again, or try a smaller fixed scale (%1)."),
    QT_TRANSLATE_NOOP("AdviceText", "all input values lie on one side of 0 (%1), while the quantizer represents %2: "
                                    "half of it is idle."),
    QT_TRANSLATE_NOOP("AdviceText", "Normalise the input symmetrically around 0, or quantize it with a zero point."),
    QT_TRANSLATE_NOOP("AdviceText", "input values reach %1, and 8 bits represent them in steps of %2."),
    QT_TRANSLATE_NOOP("AdviceText", "Normalise the input, or quantize it to int16."),
    QT_TRANSLATE_NOOP("AdviceText", "the model's output comes straight out of %1 and is quantized to %2."),
    QT_TRANSLATE_NOOP("AdviceText", "Use high-precision output: leave the quantizer after the last layer out."),
    QT_TRANSLATE_NOOP("AdviceText", "one scale serves all %1 weight channels of this depthwise convolution, but their "
                                    "ranges differ: channel %2 uses %3 steps, channel %4 only %5. Its weights are "
                                    "rounded away."),
    QT_TRANSLATE_NOOP("AdviceText", "Quantize the weight per channel."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "the scale is exactly 1, as on %1 of %2 quantized layers: it was never calibrated."),
    QT_TRANSLATE_NOOP("AdviceText", "Run calibration before the comparison."),
    QT_TRANSLATE_NOOP("AdviceText", "Check the scales of its input and weight, or leave it in float."),
    QT_TRANSLATE_NOOP("AdviceText", "Fix this layer first: a scale of %1 covers its data; else try %2."),
    QT_TRANSLATE_NOOP("AdviceText", "Fix this layer first: try %1, or skip it."),
    QT_TRANSLATE_NOOP("AdviceText", "the error starts here: %1, its own output is at %2, and %3, which computes in "
                                    "float on it, is at %4. %5."),
    QT_TRANSLATE_NOOP("AdviceText", "the error starts here: %1, its own output is at %2. %3."),
    QT_TRANSLATE_NOOP("AdviceText", "its input is exact"),
    QT_TRANSLATE_NOOP("AdviceText", "its input is at %1"),
    QT_TRANSLATE_NOOP("AdviceText", "It computes on integers of its own scale"),
    QT_TRANSLATE_NOOP("AdviceText", "Truncation: its quantizer clamps %1"),
    QT_TRANSLATE_NOOP("AdviceText", "Rounding, not truncation: its quantizer clamps %1 and rounds to steps of %2"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 values (%3)"),
    QT_TRANSLATE_NOOP("AdviceText", "nothing"),
};

struct Form {
    const char* source;
    QRegularExpression pattern;
};

const std::vector<Form>& forms()
{
    static const std::vector<Form> kCompiled = [] {
        std::vector<Form> compiled;
        for (const char* source : kForms) {
            QString pattern = QRegularExpression::escape(QString::fromUtf8(source));
            static const QRegularExpression kPlace(QStringLiteral("\\\\%\\d"));
            pattern.replace(kPlace, QStringLiteral("(.+?)"));
            compiled.push_back({source, QRegularExpression(QRegularExpression::anchoredPattern(pattern))});
        }
        return compiled;
    }();
    return kCompiled;
}

/// "%2" of @p form replaced by the second of @p parts, and so on; the parts' own percent signs are left alone.
QString filled(const QString& form, const QStringList& parts)
{
    QString text;
    for (qsizetype i = 0; i < form.size(); ++i) {
        const int place = form.at(i) == u'%' && i + 1 < form.size() ? form.at(i + 1).digitValue() : -1;
        if (place >= 1 && place <= parts.size()) {
            text += parts.at(place - 1);
            ++i;
        } else {
            text += form.at(i);
        }
    }
    return text;
}

/// Nothing if @p text has no known form.
std::optional<QString> translated(const QString& text)
{
    for (const Form& form : forms()) {
        const QRegularExpressionMatch match = form.pattern.match(text);
        if (!match.hasMatch())
            continue;
        QStringList parts;
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            parts.append(translated(match.captured(i)).value_or(match.captured(i)));
        return filled(QCoreApplication::translate("AdviceText", form.source), parts);
    }
    return std::nullopt;
}

QString inUsersLanguage(const std::string& text)
{
    const QString english = QString::fromStdString(text);
    return translated(english).value_or(english);
}

} // namespace

QString adviceMessage(const results::Advice& advice)
{
    return inUsersLanguage(advice.message);
}

QString adviceRemedy(const results::Advice& advice)
{
    return inUsersLanguage(advice.remedy);
}

bool isTranslatable(const results::Advice& advice)
{
    return translated(QString::fromStdString(advice.message)) && translated(QString::fromStdString(advice.remedy));
}

} // namespace ql::widgets
