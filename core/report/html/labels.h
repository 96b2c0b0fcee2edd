// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <optional>
#include <string>
#include <string_view>

namespace ql::report {

enum class Language { English, Chinese };

/// "en" or "zh_CN".
std::optional<Language> languageFromKey(std::string_view key);

/// Everything that the page says by itself.
enum class Label {
    Title,
    HtmlLanguage,
    Summary,
    Baseline,
    Analysis,
    BaselineModel,
    AnalysisModel,
    MadeBy,
    ModelOutputs,
    Output,
    Shape,
    ShapesDiffer,
    ErrorStartsAt,
    ErrorMayStartAt,
    NoErrorOrigin,
    Findings,
    Error,
    Warning,
    Info,
    Accuracy,
    Right,
    Samples,
    LayersCompared,
    GraphWise,
    GraphWiseHelp,
    Metric,
    Find,
    Layer,
    Operator,
    Dtype,
    Scale,
    State,
    Compared,
    Mismatch,
    NoPartner,
    Fused,
    ExecutionOrder,
    NoMetric,
    PickLayer,
    Statistics,
    StatisticsHelp,
    Min,
    Max,
    Mean,
    Variance,
    Range,
    Clamped,
    Count,
    Value,
    QuantizerRange,
    RangeOutside,
    WidestChannel,
    Advice,
    Severity,
    Finding,
    Remedy,
    NoAdvice,
    Causes,
    CausesHelp,
    Accumulated,
    Local,
    Propagated,
    WeightError,
    Rounding,
    Clamping,
    Shares,
    MainCause,
    Shadow,
    ShadowHelp,
    OnAnalysisInputs,
    LayerWise,
    LayerWiseHelp,
    OneOn,
    OneOff,
    EverythingOn,
    Cumulative,
    ScopeRepairs,
    BestRow,
    Quantizer,
    Macs,
    MacsShare,
    NotComplete,
    BadCases,
    Sample,
    WorstSample,
    WorstSamples,
    WorstOf,
    Spread,
    Flips,
    FlipsHelp,
    Label,
    SearchedOf,
    Weights,
    Granularity,
    WorstChannel,
    WorstChannelValue,
    Check,
    CheckedModel,
    Rule,
    NeedsScript,
    Activation,
    Weight,
    Both,
    End ///< how many there are
};

/// The words of one language.
class Labels {
public:
    explicit Labels(Language language)
        : m_language(language)
    {
    }

    const char* operator()(Label label) const;
    /// A metric with its unit, as a header: "SQNR (dB)".
    const char* operator()(results::MetricId metric) const;
    /// What an advice rule is about: "truncation error"; the rule itself when it is a new one.
    std::string rule(std::string_view rule) const;
    Language language() const { return m_language; }

private:
    Language m_language;
};

} // namespace ql::report
