// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/error_text.h"

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

constexpr std::array kAdviceRules{
    Entry{"nan-output", QT_TRANSLATE_NOOP("Advice", "NaN or infinity in the output")},
    Entry{"range-too-large", QT_TRANSLATE_NOOP("Advice", "range too large")},
    Entry{"scale-not-covering", QT_TRANSLATE_NOOP("Advice", "scale does not cover the data")},
    Entry{"clamping", QT_TRANSLATE_NOOP("Advice", "truncation error")},
    Entry{"rounding", QT_TRANSLATE_NOOP("Advice", "rounding error")},
    Entry{"weight-rounding", QT_TRANSLATE_NOOP("Advice", "weight error")},
    Entry{"other-weight", QT_TRANSLATE_NOOP("Advice", "other weight")},
    Entry{"inherited", QT_TRANSLATE_NOOP("Advice", "inherited error")},
    Entry{"nan-weight", QT_TRANSLATE_NOOP("Advice", "NaN in the weight")},
    Entry{"scale-wasted", QT_TRANSLATE_NOOP("Advice", "scale wasted")},
    Entry{"scale-one", QT_TRANSLATE_NOOP("Advice", "never calibrated")},
    Entry{"dump-ambiguous", QT_TRANSLATE_NOOP("Advice", "two readings of the file fit")},
    Entry{"dump-scale", QT_TRANSLATE_NOOP("Advice", "scale fitted to the other model")},
    Entry{"dump-unreadable", QT_TRANSLATE_NOOP("Advice", "file not read")},
    Entry{"input-one-sided", QT_TRANSLATE_NOOP("Advice", "input on one side of zero")},
    Entry{"input-range", QT_TRANSLATE_NOOP("Advice", "input range too large")},
    Entry{"output-quantized-after-compute", QT_TRANSLATE_NOOP("Advice", "quantized model output")},
    Entry{"depthwise-weight-per-tensor", QT_TRANSLATE_NOOP("Advice", "depthwise weight with one scale")},
    Entry{"error-origin", QT_TRANSLATE_NOOP("Advice", "the error starts here")},
    Entry{"bias-overflow", QT_TRANSLATE_NOOP("Advice", "bias beyond 32 bits")},
};

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
    Entry{"uncalled-module", QT_TRANSLATE_NOOP("Checks", "module never called")},
    Entry{"uneven-channel-scales", QT_TRANSLATE_NOOP("Checks", "uneven channel scales")},
    Entry{"unfused-run", QT_TRANSLATE_NOOP("Checks", "not fused")},
    Entry{"unquantized-between-quantized", QT_TRANSLATE_NOOP("Checks", "float between integers")},
    Entry{"unquantized-product", QT_TRANSLATE_NOOP("Checks", "product in float")},
    Entry{"unsupported-operator", QT_TRANSLATE_NOOP("Checks", "unsupported operator")},
    Entry{"unused-initializer", QT_TRANSLATE_NOOP("Checks", "unused constant")},
    Entry{"unused-output", QT_TRANSLATE_NOOP("Checks", "unused output")},
    Entry{"zero-point-range", QT_TRANSLATE_NOOP("Checks", "impossible zero point")},
    Entry{"device-attribute", QT_TRANSLATE_NOOP("Checks", "attribute that the device does not take")},
    Entry{"device-dimension", QT_TRANSLATE_NOOP("Checks", "size that the device does not take")},
    Entry{"device-operator", QT_TRANSLATE_NOOP("Checks", "operator that the device does not have")},
    Entry{"device-rank", QT_TRANSLATE_NOOP("Checks", "rank that the device does not take")},
    Entry{"device-type", QT_TRANSLATE_NOOP("Checks", "type that the device does not take")},
    Entry{"preprocessing", QT_TRANSLATE_NOOP("Checks", "samples prepared otherwise")},
};

constexpr std::array kMatchRules{
    Entry{"map-file", QT_TRANSLATE_NOOP("Match", "your map file")},
    Entry{"value-name", QT_TRANSLATE_NOOP("Match", "same value name")},
    Entry{"node-name", QT_TRANSLATE_NOOP("Match", "same node name")},
    Entry{"stripped-name", QT_TRANSLATE_NOOP("Match", "same name without quantization affixes")},
    Entry{"weights", QT_TRANSLATE_NOOP("Match", "equal weights")},
    Entry{"scope", QT_TRANSLATE_NOOP("Match", "same module scope")},
    Entry{"structure", QT_TRANSLATE_NOOP("Match", "same place in the structure")},
};

template <typename Table>
QString lookUp(const Table& table, const char* context, const std::string& key)
{
    for (const auto& [word, text] : table)
        if (word == key)
            return QCoreApplication::translate(context, text);
    return QString::fromStdString(key);
}

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

QString adviceRuleText(const std::string& rule)
{
    return lookUp(kAdviceRules, "Advice", rule);
}

QString adviceTitle(const results::Diagnostic& advice)
{
    const QString title = adviceRuleText(advice.rule);
    return advice.isGuess ? QCoreApplication::translate("Advice", "%1?").arg(title) : title;
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
    return lookUp(kCheckRules, "Checks", rule);
}

QString matchRuleText(const std::string& rule)
{
    return lookUp(kMatchRules, "Match", rule);
}

} // namespace ql::widgets
