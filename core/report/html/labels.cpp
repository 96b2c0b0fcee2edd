// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/labels.h"

#include <algorithm>
#include <array>

namespace ql::report {

namespace {

using results::MetricId;

template <typename Key>
struct Row {
    Key key;
    const char* english;
    const char* chinese;
};

constexpr std::array kWords{
    Row<Label>{Label::Title, "Accuracy report", "精度分析报告"},
    Row<Label>{Label::HtmlLanguage, "en", "zh-CN"},
    Row<Label>{Label::Summary, "Summary", "概要"},
    Row<Label>{Label::Baseline, "baseline", "基准"},
    Row<Label>{Label::Analysis, "analysis", "待分析"},
    Row<Label>{Label::BaselineModel, "Baseline model", "基准模型"},
    Row<Label>{Label::AnalysisModel, "Analysis model", "待分析模型"},
    Row<Label>{Label::MadeBy, "Made by Quantloupe", "由 Quantloupe 生成，版本"},
    Row<Label>{Label::ModelOutputs, "Model outputs", "模型输出"},
    Row<Label>{Label::Output, "Output", "输出"},
    Row<Label>{Label::Shape, "Shape", "形状"},
    Row<Label>{Label::ShapesDiffer, "shapes differ", "形状不一致"},
    Row<Label>{Label::ErrorStartsAt, "The error starts at", "误差起点"},
    Row<Label>{Label::ErrorMayStartAt, "The error may start at", "误差可能的起点"},
    Row<Label>{Label::NoErrorOrigin, "No single layer stands out as the start of the error.",
               "没有哪一层明显是误差的起点。"},
    Row<Label>{Label::Findings, "Findings", "诊断结果"},
    Row<Label>{Label::Error, "error", "错误"},
    Row<Label>{Label::Warning, "warning", "警告"},
    Row<Label>{Label::Info, "info", "提示"},
    Row<Label>{Label::Accuracy, "Accuracy", "准确率"},
    Row<Label>{Label::Right, "Right", "正确"},
    Row<Label>{Label::Samples, "Samples", "样本数"},
    Row<Label>{Label::LayersCompared, "Layers compared", "已比较的层"},
    Row<Label>{Label::GraphWise, "Graph-wise: error along the network", "逐层误差：误差沿网络的分布"},
    Row<Label>{Label::GraphWiseHelp,
               "Both models run on the same input; every layer's value is compared. Click a header to sort, a row or a "
               "point to see the layer.",
               "两个模型使用相同输入，逐层比较每层的值。点击表头排序，点击行或数据点查看该层。"},
    Row<Label>{Label::Metric, "Metric", "指标"},
    Row<Label>{Label::Find, "Find a layer", "查找层"},
    Row<Label>{Label::Layer, "Layer", "层"},
    Row<Label>{Label::Operator, "Operator", "算子"},
    Row<Label>{Label::Dtype, "Type", "类型"},
    Row<Label>{Label::Scale, "Scale", "量化系数"},
    Row<Label>{Label::State, "State", "状态"},
    Row<Label>{Label::Compared, "compared", "已比较"},
    Row<Label>{Label::Mismatch, "shapes differ", "形状不一致"},
    Row<Label>{Label::NoPartner, "no partner", "无对应层"},
    Row<Label>{Label::Fused, "fused", "已融合"},
    Row<Label>{Label::ExecutionOrder, "layers in execution order", "层（按执行顺序）"},
    Row<Label>{Label::NoMetric, "not compared", "未比较"},
    Row<Label>{Label::PickLayer, "Pick a layer to see its distribution.", "选择一层以查看其数值分布。"},
    Row<Label>{Label::Statistics, "Statistics: distributions before and after quantization",
               "统计：量化前后的数值分布"},
    Row<Label>{Label::StatisticsHelp,
               "Histograms of the worst layers and the range of every layer's output, widest first.",
               "误差最大的层的直方图，以及各层输出的取值范围（范围大的在前）。"},
    Row<Label>{Label::Min, "min", "最小值"},
    Row<Label>{Label::Max, "max", "最大值"},
    Row<Label>{Label::Mean, "mean", "均值"},
    Row<Label>{Label::Variance, "variance", "方差"},
    Row<Label>{Label::Range, "range", "范围"},
    Row<Label>{Label::Clamped, "clamped", "截断"},
    Row<Label>{Label::Count, "count", "数量"},
    Row<Label>{Label::Value, "value", "值"},
    Row<Label>{Label::QuantizerRange, "quantizer", "量化范围"},
    Row<Label>{Label::RangeOutside, "outside the picture", "在图外"},
    Row<Label>{Label::WidestChannel, "widest channel", "最宽的通道"},
    Row<Label>{Label::Advice, "Advice", "建议"},
    Row<Label>{Label::Severity, "Severity", "级别"},
    Row<Label>{Label::Finding, "Finding", "现象"},
    Row<Label>{Label::Remedy, "What to do", "处理建议"},
    Row<Label>{Label::NoAdvice, "Nothing to complain about.", "没有发现问题。"},
    Row<Label>{Label::Causes, "Causes: where each layer's error comes from", "误差来源：各层误差的成因"},
    Row<Label>{Label::CausesHelp,
               "SQNR in dB of a layer's value when one cause acts alone, and each cause's share of the error.",
               "单一成因单独作用时该层的 SQNR (dB)，以及各成因所占误差的比例。"},
    Row<Label>{Label::Accumulated, "Accumulated (dB)", "累积误差 (dB)"},
    Row<Label>{Label::Local, "Local (dB)", "局部误差 (dB)"},
    Row<Label>{Label::Propagated, "Propagated (dB)", "输入传播 (dB)"},
    Row<Label>{Label::WeightError, "Weights (dB)", "权重 (dB)"},
    Row<Label>{Label::Rounding, "Rounding (dB)", "舍入 (dB)"},
    Row<Label>{Label::Clamping, "Clamping (dB)", "截断 (dB)"},
    Row<Label>{Label::Shares, "Shares", "占比"},
    Row<Label>{Label::MainCause, "Main cause", "主要成因"},
    Row<Label>{Label::Shadow, "Own error: each layer on the other model's inputs",
               "单层自身误差：各层使用对方模型的输入"},
    Row<Label>{
        Label::ShadowHelp,
        "The quantized layer runs on the baseline's inputs, so that only its own error shows; then the float layer "
        "on the analysis model's inputs; accumulated is the error that has gathered in the whole model.",
        "量化层使用基准模型的输入运行，因此只显示该层自身的误差；其次为浮点层使用待分析模型的输入；累积误差为整个模型到"
        "该层的误差。"},
    Row<Label>{Label::OnAnalysisInputs, "SQNR on analysis inputs (dB)", "使用待分析模型输入时的 SQNR (dB)"},
    Row<Label>{Label::LayerWise, "Layer-wise: what quantizing one layer does to the outputs",
               "敏感度：单层量化对网络输出的影响"},
    Row<Label>{Label::LayerWiseHelp, "Most sensitive first; the longer the bar, the worse.",
               "敏感度高的在前；条形越长，影响越大。"},
    Row<Label>{Label::OneOn, "Only this is quantized, everything else stays as in the baseline.",
               "仅量化该项，其余保持与基准模型一致。"},
    Row<Label>{Label::OneOff, "Everything is quantized except this: what a skip would win.",
               "除该项外全部量化：跳过该项可获得的收益。"},
    Row<Label>{Label::EverythingOn, "Everything quantized", "全部量化"},
    Row<Label>{Label::Cumulative, "The first rows left float together, everything else quantized",
               "前若干项一并保持浮点，其余全部量化"},
    Row<Label>{Label::ScopeRepairs, "Left float as a whole, this scope repairs what no row does",
               "该作用域整体保持浮点可修复任何单项都无法修复的误差"},
    Row<Label>{Label::BestRow, "best row", "最佳单项"},
    Row<Label>{Label::Quantizer, "Quantizer", "量化对象"},
    Row<Label>{Label::Macs, "MACs", "乘加次数"},
    Row<Label>{Label::MacsShare, "MACs (%)", "乘加占比 (%)"},
    Row<Label>{Label::NotComplete, "Cancelled before the end: what is shown is a part.",
               "任务提前取消：以下为部分结果。"},
    Row<Label>{Label::BadCases, "Bad cases: where the models differ most", "坏样本：两个模型差异最大的输入"},
    Row<Label>{Label::Sample, "Sample", "样本"},
    Row<Label>{Label::WorstSample, "Worst sample by metric", "各指标下最差的样本"},
    Row<Label>{Label::WorstSamples, "Worst samples by", "最差样本，指标："},
    Row<Label>{Label::WorstOf, "Worst sample of each output", "各输出最差的样本"},
    Row<Label>{Label::Spread, "Spread over the samples", "各样本的分布"},
    Row<Label>{Label::Flips, "Label flips", "分类结果翻转"},
    Row<Label>{Label::FlipsHelp, "Samples on which the two models' strongest classes differ.",
               "两个模型最高得分类别不同的样本。"},
    Row<Label>{Label::Label, "Label", "标签"},
    Row<Label>{Label::SearchedOf, "samples searched of", "个样本已搜索，共"},
    Row<Label>{Label::Weights, "Weights: before and after quantization", "权重：量化前后对比"},
    Row<Label>{Label::Granularity, "Granularity", "量化粒度"},
    Row<Label>{Label::WorstChannel, "Worst channel", "最差通道"},
    Row<Label>{Label::WorstChannelValue, "Its SQNR (dB)", "该通道 SQNR (dB)"},
    Row<Label>{Label::Check, "Checks: what the model itself shows", "模型检查：无需运行即可发现的问题"},
    Row<Label>{Label::CheckedModel, "Model", "模型"},
    Row<Label>{Label::Rule, "Rule", "规则"},
    Row<Label>{Label::NeedsScript, "Sorting and picking need JavaScript; the tables and charts don't.",
               "排序与选择需要 JavaScript；表格和图表不需要。"},
    Row<Label>{Label::Activation, "activation", "激活"},
    Row<Label>{Label::Weight, "weight", "权重"},
    Row<Label>{Label::Both, "both", "激活和权重"},
};
static_assert(kWords.size() == static_cast<std::size_t>(Label::End));
static_assert(
    [] {
        for (std::size_t i = 0; i < kWords.size(); ++i)
            if (kWords[i].key != static_cast<Label>(i))
                return false;
        return true;
    }(),
    "the rows stand in the order of the enumeration");

constexpr std::array kMetrics{Row<MetricId>{MetricId::Cosine, "Cosine", "余弦相似度"},
                              Row<MetricId>{MetricId::L1, "L1 (mean)", "L1（平均）"},
                              Row<MetricId>{MetricId::Atol, "Atol (max)", "Atol（最大）"},
                              Row<MetricId>{MetricId::Mse, "MSE", "MSE"},
                              Row<MetricId>{MetricId::Sqnr, "SQNR (dB)", "SQNR (dB)"},
                              Row<MetricId>{MetricId::RelL2, "Relative L2", "相对 L2"},
                              Row<MetricId>{MetricId::Kl, "KL (nats)", "KL 散度 (nat)"},
                              Row<MetricId>{MetricId::Js, "JS (nats)", "JS 散度 (nat)"},
                              Row<MetricId>{MetricId::MaxQscaleDiff, "Atol (steps)", "Atol（量化步长）"}};

constexpr std::array kRules{
    Row<std::string_view>{"error-origin", "error origin", "误差起点"},
    Row<std::string_view>{"nan-output", "NaN or infinite", "NaN 或无穷"},
    Row<std::string_view>{"range-too-large", "range too large", "范围过大"},
    Row<std::string_view>{"scale-not-covering", "scale does not cover the data", "量化系数未覆盖数据"},
    Row<std::string_view>{"clamping", "truncation error", "截断误差"},
    Row<std::string_view>{"rounding", "rounding error", "舍入误差"},
    Row<std::string_view>{"weight-rounding", "weight error", "权重误差"},
    Row<std::string_view>{"inherited", "inherited error", "传入的误差"},
    Row<std::string_view>{"nan-weight", "NaN in the weight", "权重含 NaN"},
    Row<std::string_view>{"scale-wasted", "range hardly used", "量化范围利用不足"},
    Row<std::string_view>{"scale-one", "never calibrated", "未校准"},
    Row<std::string_view>{"input-one-sided", "one-sided input", "输入偏向一侧"},
    Row<std::string_view>{"input-range", "input range", "输入范围"},
    Row<std::string_view>{"output-quantized-after-compute", "output not high precision", "输出未用高精度"},
    Row<std::string_view>{"depthwise-weight-per-tensor", "depthwise weight per tensor", "深度卷积权重逐张量量化"}};

template <typename Rows, typename Key>
const char* found(const Rows& rows, const Key& key, Language language, const char* otherwise)
{
    const auto row = std::find_if(rows.begin(), rows.end(), [&key](const auto& one) { return one.key == key; });
    if (row == rows.end())
        return otherwise;
    return language == Language::Chinese ? row->chinese : row->english;
}

} // namespace

std::optional<Language> languageFromKey(std::string_view key)
{
    if (key == "en")
        return Language::English;
    if (key == "zh_CN")
        return Language::Chinese;
    return std::nullopt;
}

const char* Labels::operator()(Label label) const
{
    return found(kWords, label, m_language, "");
}

const char* Labels::operator()(MetricId metric) const
{
    return found(kMetrics, metric, m_language, "");
}

std::string Labels::rule(std::string_view rule) const
{
    const auto* text = found(kRules, rule, m_language, nullptr);
    return text ? std::string(text) : std::string(rule);
}

} // namespace ql::report
