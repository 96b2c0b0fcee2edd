// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/error_text.h"

#include "core/report/html/markup.h"
#include "widgets/text/core_text.h"
#include "widgets/text/plain_text.h"

#include <QCoreApplication>

#include <array>
#include <ranges>
#include <string_view>
#include <utility>

namespace ql::widgets {

namespace {

using Entry = std::pair<std::string_view, const char*>;

constexpr std::array kCheckRules{
    Entry{"bad-initializer", QT_TRANSLATE_NOOP("Checks", "constant out of range")},
    Entry{"bad-scale", QT_TRANSLATE_NOOP("Checks", "impossible scale")},
    Entry{"bias-overflow", QT_TRANSLATE_NOOP("Checks", "bias beyond 32 bits")},
    Entry{"bit-width", QT_TRANSLATE_NOOP("Checks", "unusual bit width")},
    Entry{"data-movement-mismatch", QT_TRANSLATE_NOOP("Checks", "requantized while moving")},
    Entry{"dead-node", QT_TRANSLATE_NOOP("Checks", "dead node")},
    Entry{"depthwise-weight-per-tensor", QT_TRANSLATE_NOOP("Checks", "depthwise weight with one scale")},
    Entry{"duplicate-name", QT_TRANSLATE_NOOP("Checks", "name used twice")},
    Entry{"dynamic-shape", QT_TRANSLATE_NOOP("Checks", "dynamic shape")},
    Entry{"inconsistent-fan-out", QT_TRANSLATE_NOOP("Checks", "quantized differently per reader")},
    Entry{"ineffective-operation", QT_TRANSLATE_NOOP("Checks", "operation without effect")},
    Entry{"linear-bias", QT_TRANSLATE_NOOP("Checks", "Linear with a bias on more than two dimensions")},
    Entry{"matmul-second-input", QT_TRANSLATE_NOOP("Checks", "second input of a product")},
    Entry{"mismatched-dequantizer", QT_TRANSLATE_NOOP("Checks", "dequantizer does not match")},
    Entry{"mixed-precision-inputs", QT_TRANSLATE_NOOP("Checks", "inputs of mixed precision")},
    Entry{"offline-convolution", QT_TRANSLATE_NOOP("Checks", "convolution of constants")},
    Entry{"opset-range", QT_TRANSLATE_NOOP("Checks", "opset too old")},
    Entry{"placeholder-scale", QT_TRANSLATE_NOOP("Checks", "placeholder scale")},
    Entry{"quantized-output", QT_TRANSLATE_NOOP("Checks", "quantized model output")},
    Entry{"range-too-large", QT_TRANSLATE_NOOP("Checks", "range too large")},
    Entry{"scale-one", QT_TRANSLATE_NOOP("Checks", "never calibrated")},
    Entry{"shared-module", QT_TRANSLATE_NOOP("Checks", "module called several times")},
    Entry{"shared-weight", QT_TRANSLATE_NOOP("Checks", "shared weight")},
    Entry{"sliced-chunk", QT_TRANSLATE_NOOP("Checks", "chunk cut by slices")},
    Entry{"training-mode", QT_TRANSLATE_NOOP("Checks", "saved in training mode")},
    Entry{"uncalled-module", QT_TRANSLATE_NOOP("Checks", "module never called")},
    Entry{"uneven-channel-scales", QT_TRANSLATE_NOOP("Checks", "uneven channel scales")},
    Entry{"unfused-run", QT_TRANSLATE_NOOP("Checks", "not fused")},
    Entry{"unquantized-between-quantized", QT_TRANSLATE_NOOP("Checks", "float between integers")},
    Entry{"unquantized-product", QT_TRANSLATE_NOOP("Checks", "product in float")},
    Entry{"unsupported-operator", QT_TRANSLATE_NOOP("Checks", "unsupported operator")},
    Entry{"unused-initializer", QT_TRANSLATE_NOOP("Checks", "unused constant")},
    Entry{"unused-output", QT_TRANSLATE_NOOP("Checks", "unused output")},
    Entry{"written-layer-norm", QT_TRANSLATE_NOOP("Checks", "LayerNorm of many operators")},
    Entry{"zero-point-range", QT_TRANSLATE_NOOP("Checks", "impossible zero point")},
    Entry{"device-attribute", QT_TRANSLATE_NOOP("Checks", "attribute that the device does not take")},
    Entry{"device-dimension", QT_TRANSLATE_NOOP("Checks", "size that the device does not take")},
    Entry{"device-operator", QT_TRANSLATE_NOOP("Checks", "operator that the device does not have")},
    Entry{"device-rank", QT_TRANSLATE_NOOP("Checks", "rank that the device does not take")},
    Entry{"device-type", QT_TRANSLATE_NOOP("Checks", "type that the device does not take")},
    Entry{"not-applied", QT_TRANSLATE_NOOP("Checks", "config not followed")},
    Entry{"preprocessing", QT_TRANSLATE_NOOP("Checks", "samples prepared otherwise")},
};

const char* sentence(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BadArgument: return QT_TRANSLATE_NOOP("Error", "This request cannot work.");
    case ErrorCode::FileNotFound: return QT_TRANSLATE_NOOP("Error", "A file cannot be read.");
    case ErrorCode::FileCorrupt: return QT_TRANSLATE_NOOP("Error", "A file is damaged or of another kind.");
    case ErrorCode::FileWrite: return QT_TRANSLATE_NOOP("Error", "A file cannot be written.");
    case ErrorCode::UnsupportedFormat: return QT_TRANSLATE_NOOP("Error", "This kind of file is not supported.");
    case ErrorCode::UnsupportedOperator:
        return QT_TRANSLATE_NOOP("Error", "The model uses an operator that is not supported.");
    case ErrorCode::InvalidGraph: return QT_TRANSLATE_NOOP("Error", "The model's graph is not valid.");
    case ErrorCode::InvalidNode: return QT_TRANSLATE_NOOP("Error", "A node of the model is not valid.");
    case ErrorCode::ShapeMismatch: return QT_TRANSLATE_NOOP("Error", "The shapes do not fit together.");
    case ErrorCode::TypeMismatch: return QT_TRANSLATE_NOOP("Error", "The element types do not fit together.");
    case ErrorCode::Engine: return QT_TRANSLATE_NOOP("Error", "The numerical library refused.");
    case ErrorCode::Internal: return QT_TRANSLATE_NOOP("Error", "Quantloupe made a mistake. Please report it.");
    }
    return "";
}

} // namespace

QString errorText(const Error& error)
{
    QString where;
    for (const Message& place : error.context() | std::views::reverse)
        where += coreText(place) + QStringLiteral(": ");
    const QString what = where + coreText(error.message());
    const QString all =
        error.hint().empty() ? what : QCoreApplication::translate("Error", "%1 (%2)").arg(what, coreText(error.hint()));
    return QCoreApplication::translate("Error", sentence(error.code())) + u'\n' + all;
}

Label errorLabel(const Error& error)
{
    return [error] { return errorText(error); };
}

QString severityText(results::Severity severity)
{
    switch (severity) {
    case results::Severity::Info: return QCoreApplication::translate("Advice", "Note");
    case results::Severity::Warning: return QCoreApplication::translate("Advice", "Warning");
    case results::Severity::Error: return QCoreApplication::translate("Advice", "Error");
    }
    return {};
}

QString adviceTitle(const results::Diagnostic& advice)
{
    return QString::fromStdString(report::ruleTitle(advice, coreLabels()));
}

QString adviceText(const std::vector<results::Diagnostic>& advice)
{
    QStringList lines;
    for (const results::Diagnostic& each : advice)
        lines.append(wrapped(coreText(each.message) + u' ' + coreText(each.remedy)));
    return lines.join(u'\n');
}

QString checkRuleText(const std::string& rule)
{
    for (const auto& [word, text] : kCheckRules)
        if (word == rule)
            return QCoreApplication::translate("Checks", text);
    return QString::fromStdString(rule);
}

} // namespace ql::widgets
