// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/labels.h"

#include "core/base/message_catalog.h"

#include <algorithm>
#include <array>

namespace ql::report {

namespace {

using results::MetricId;

template <typename Key>
struct Row {
    Key key;
    Label english;
};

constexpr std::array kMetricLabels{Row<MetricId>{MetricId::Cosine, "Cosine"},
                                   Row<MetricId>{MetricId::L1, "L1 (mean)"},
                                   Row<MetricId>{MetricId::Atol, "Atol (max)"},
                                   Row<MetricId>{MetricId::Mse, "MSE"},
                                   Row<MetricId>{MetricId::Sqnr, "SQNR (dB)"},
                                   Row<MetricId>{MetricId::RelL2, "Relative L2"},
                                   Row<MetricId>{MetricId::Kl, "KL (nats)"},
                                   Row<MetricId>{MetricId::Js, "JS (nats)"},
                                   Row<MetricId>{MetricId::MaxQscaleDiff, "Atol (steps)"},
                                   Row<MetricId>{MetricId::Custom, "Own metric"},
                                   Row<MetricId>{MetricId::Judge, "Own judge"},
                                   Row<MetricId>{MetricId::JudgeLoss, "Own judge"},
                                   Row<MetricId>{MetricId::Accuracy, "Accuracy"}};

constexpr std::array kRuleLabels{Row<std::string_view>{"error-origin", "error origin"},
                                 Row<std::string_view>{"nan-output", "NaN or infinite"},
                                 Row<std::string_view>{"range-too-large", "range too large"},
                                 Row<std::string_view>{"scale-not-covering", "scale does not cover the data"},
                                 Row<std::string_view>{"clamping", "truncation error"},
                                 Row<std::string_view>{"rounding", "rounding error"},
                                 Row<std::string_view>{"weight-rounding", "weight error"},
                                 Row<std::string_view>{"other-weight", "other weight"},
                                 Row<std::string_view>{"other-bias", "other bias"},
                                 Row<std::string_view>{"other-constant", "other constant"},
                                 Row<std::string_view>{"wrong-calibration", "data prepared otherwise"},
                                 Row<std::string_view>{"computes-otherwise", "computes something else"},
                                 Row<std::string_view>{"activation-missing", "activation missing"},
                                 Row<std::string_view>{"other-bounds", "other bounds"},
                                 Row<std::string_view>{"inherited", "inherited error"},
                                 Row<std::string_view>{"nan-weight", "NaN in the weight"},
                                 Row<std::string_view>{"bias-overflow", "bias beyond 32 bits"},
                                 Row<std::string_view>{"scale-wasted", "range hardly used"},
                                 Row<std::string_view>{"scale-one", "never calibrated"},
                                 Row<std::string_view>{"dump-ambiguous", "two readings fit"},
                                 Row<std::string_view>{"dump-scale", "scale fitted"},
                                 Row<std::string_view>{"dump-unreadable", "file not read"},
                                 Row<std::string_view>{"input-one-sided", "one-sided input"},
                                 Row<std::string_view>{"input-range", "input range"},
                                 Row<std::string_view>{"output-quantized-after-compute", "output not high precision"},
                                 Row<std::string_view>{"depthwise-weight-per-tensor", "depthwise weight per tensor"}};

} // namespace

std::optional<Language> languageFromKey(std::string_view key)
{
    if (key == "en")
        return Language::English;
    if (key == "zh_CN")
        return Language::Chinese;
    return std::nullopt;
}

std::string Labels::operator()(Label english) const
{
    const auto& pairs = chineseReportWords().pairs();
    const auto found = m_language == Language::Chinese ? pairs.find(std::string_view(english)) : pairs.end();
    return found == pairs.end() ? english : found->second;
}

std::string Labels::operator()(MetricId metric) const
{
    return (*this)(std::ranges::find(kMetricLabels, metric, &Row<MetricId>::key)->english);
}

std::string Labels::rule(std::string_view rule) const
{
    const auto* row = std::ranges::find(kRuleLabels, rule, &Row<std::string_view>::key);
    return row == kRuleLabels.end() ? std::string(rule) : (*this)(row->english);
}

} // namespace ql::report
