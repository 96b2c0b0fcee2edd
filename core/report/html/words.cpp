// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/words.h"

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
    Row<Word>{Word::Title, "Accuracy report", "精度分析报告"},
    Row<Word>{Word::HtmlLanguage, "en", "zh-CN"},
    Row<Word>{Word::Summary, "Summary", "概要"},
    Row<Word>{Word::Baseline, "baseline", "基准"},
    Row<Word>{Word::Analysis, "analysis", "待分析"},
    Row<Word>{Word::BaselineModel, "Baseline model", "基准模型"},
    Row<Word>{Word::AnalysisModel, "Analysis model", "待分析模型"},
    Row<Word>{Word::MadeBy, "Made by Quantloupe", "由 Quantloupe 生成，版本"},
    Row<Word>{Word::ModelOutputs, "Model outputs", "模型输出"},
    Row<Word>{Word::Output, "Output", "输出"},
    Row<Word>{Word::Shape, "Shape", "形状"},
    Row<Word>{Word::ShapesDiffer, "shapes differ", "形状不一致"},
    Row<Word>{Word::ErrorStartsAt, "The error starts at", "误差起点"},
    Row<Word>{Word::NoErrorOrigin, "No single layer stands out as the start of the error.",
              "没有哪一层明显是误差的起点。"},
    Row<Word>{Word::Findings, "Findings", "诊断结果"},
    Row<Word>{Word::Error, "error", "错误"},
    Row<Word>{Word::Warning, "warning", "警告"},
    Row<Word>{Word::Info, "info", "提示"},
    Row<Word>{Word::Accuracy, "Accuracy", "准确率"},
    Row<Word>{Word::Right, "Right", "正确"},
    Row<Word>{Word::Samples, "Samples", "样本数"},
    Row<Word>{Word::LayersCompared, "Layers compared", "已比较的层"},
    Row<Word>{Word::GraphWise, "Graph-wise: error along the network", "逐层误差：误差沿网络的分布"},
    Row<Word>{Word::GraphWiseHelp,
              "Both models run on the same input; every layer's value is compared. Click a header to sort, a row or a "
              "point to see the layer.",
              "两个模型使用相同输入，逐层比较每层的值。点击表头排序，点击行或数据点查看该层。"},
    Row<Word>{Word::Metric, "Metric", "指标"},
    Row<Word>{Word::Find, "Find a layer", "查找层"},
    Row<Word>{Word::Layer, "Layer", "层"},
    Row<Word>{Word::Operator, "Operator", "算子"},
    Row<Word>{Word::Dtype, "Type", "类型"},
    Row<Word>{Word::Scale, "Scale", "量化系数"},
    Row<Word>{Word::State, "State", "状态"},
    Row<Word>{Word::Compared, "compared", "已比较"},
    Row<Word>{Word::Mismatch, "shapes differ", "形状不一致"},
    Row<Word>{Word::NoPartner, "no partner", "无对应层"},
    Row<Word>{Word::Fused, "fused", "已融合"},
    Row<Word>{Word::ExecutionOrder, "layers in execution order", "层（按执行顺序）"},
    Row<Word>{Word::NoMetric, "not compared", "未比较"},
    Row<Word>{Word::PickLayer, "Pick a layer to see its distribution.", "选择一层以查看其数值分布。"},
    Row<Word>{Word::Statistics, "Statistics: distributions before and after quantization", "统计：量化前后的数值分布"},
    Row<Word>{Word::StatisticsHelp,
              "Histograms of the worst layers and the range of every layer's output, widest first.",
              "误差最大的层的直方图，以及各层输出的取值范围（范围大的在前）。"},
    Row<Word>{Word::Min, "min", "最小值"},
    Row<Word>{Word::Max, "max", "最大值"},
    Row<Word>{Word::Mean, "mean", "均值"},
    Row<Word>{Word::Variance, "variance", "方差"},
    Row<Word>{Word::Range, "range", "范围"},
    Row<Word>{Word::Clamped, "clamped", "截断"},
    Row<Word>{Word::Count, "count", "数量"},
    Row<Word>{Word::Value, "value", "值"},
    Row<Word>{Word::QuantizerRange, "quantizer", "量化范围"},
    Row<Word>{Word::RangeOutside, "outside the picture", "在图外"},
    Row<Word>{Word::WidestChannel, "widest channel", "最宽的通道"},
    Row<Word>{Word::Advice, "Advice", "建议"},
    Row<Word>{Word::Severity, "Severity", "级别"},
    Row<Word>{Word::Finding, "Finding", "现象"},
    Row<Word>{Word::Remedy, "What to do", "处理建议"},
    Row<Word>{Word::NoAdvice, "Nothing to complain about.", "没有发现问题。"},
    Row<Word>{Word::Causes, "Causes: where each layer's error comes from", "误差来源：各层误差的成因"},
    Row<Word>{Word::CausesHelp,
              "SQNR in dB of a layer's value when one cause acts alone, and each cause's share of the error.",
              "单一成因单独作用时该层的 SQNR (dB)，以及各成因所占误差的比例。"},
    Row<Word>{Word::Accumulated, "Accumulated (dB)", "累积误差 (dB)"},
    Row<Word>{Word::Local, "Local (dB)", "局部误差 (dB)"},
    Row<Word>{Word::Propagated, "Propagated (dB)", "输入传播 (dB)"},
    Row<Word>{Word::WeightError, "Weights (dB)", "权重 (dB)"},
    Row<Word>{Word::Rounding, "Rounding (dB)", "舍入 (dB)"},
    Row<Word>{Word::Clamping, "Clamping (dB)", "截断 (dB)"},
    Row<Word>{Word::Shares, "Shares", "占比"},
    Row<Word>{Word::MainCause, "Main cause", "主要成因"},
    Row<Word>{Word::Shadow, "Own error: each layer on the other model's inputs",
              "单层自身误差：各层使用对方模型的输入"},
    Row<Word>{
        Word::ShadowHelp,
        "The quantized layer runs on the baseline's inputs, so that only its own error shows; then the float layer "
        "on the analysis model's inputs; accumulated is the error that has gathered in the whole model.",
        "量化层使用基准模型的输入运行，因此只显示该层自身的误差；其次为浮点层使用待分析模型的输入；累积误差为整个模型到"
        "该层的误差。"},
    Row<Word>{Word::OnAnalysisInputs, "SQNR on analysis inputs (dB)", "使用待分析模型输入时的 SQNR (dB)"},
    Row<Word>{Word::LayerWise, "Layer-wise: what quantizing one layer does to the outputs",
              "敏感度：单层量化对网络输出的影响"},
    Row<Word>{Word::LayerWiseHelp, "Most sensitive first; the longer the bar, the worse.",
              "敏感度高的在前；条形越长，影响越大。"},
    Row<Word>{Word::OneOn, "Only this is quantized, everything else stays as in the baseline.",
              "仅量化该项，其余保持与基准模型一致。"},
    Row<Word>{Word::OneOff, "Everything is quantized except this: what a skip would win.",
              "除该项外全部量化：跳过该项可获得的收益。"},
    Row<Word>{Word::EverythingOn, "Everything quantized", "全部量化"},
    Row<Word>{Word::Cumulative, "The first rows left float together, everything else quantized",
              "前若干项一并保持浮点，其余全部量化"},
    Row<Word>{Word::ScopeRepairs, "Left float as a whole, this scope repairs what no row does",
              "该作用域整体保持浮点可修复任何单项都无法修复的误差"},
    Row<Word>{Word::BestRow, "best row", "最佳单项"},
    Row<Word>{Word::Quantizer, "Quantizer", "量化对象"},
    Row<Word>{Word::Macs, "MACs", "乘加次数"},
    Row<Word>{Word::MacsShare, "MACs (%)", "乘加占比 (%)"},
    Row<Word>{Word::NotComplete, "Cancelled before the end: what is shown is a part.",
              "任务提前取消：以下为部分结果。"},
    Row<Word>{Word::BadCases, "Bad cases: where the models differ most", "坏样本：两个模型差异最大的输入"},
    Row<Word>{Word::Sample, "Sample", "样本"},
    Row<Word>{Word::WorstSample, "Worst sample by metric", "各指标下最差的样本"},
    Row<Word>{Word::WorstSamples, "Worst samples by", "最差样本，指标："},
    Row<Word>{Word::WorstOf, "Worst sample of each output", "各输出最差的样本"},
    Row<Word>{Word::Spread, "Spread over the samples", "各样本的分布"},
    Row<Word>{Word::Flips, "Label flips", "分类结果翻转"},
    Row<Word>{Word::FlipsHelp, "Samples on which the two models' strongest classes differ.",
              "两个模型最高得分类别不同的样本。"},
    Row<Word>{Word::Label, "Label", "标签"},
    Row<Word>{Word::SearchedOf, "samples searched of", "个样本已搜索，共"},
    Row<Word>{Word::Weights, "Weights: before and after quantization", "权重：量化前后对比"},
    Row<Word>{Word::Granularity, "Granularity", "量化粒度"},
    Row<Word>{Word::WorstChannel, "Worst channel", "最差通道"},
    Row<Word>{Word::WorstChannelValue, "Its SQNR (dB)", "该通道 SQNR (dB)"},
    Row<Word>{Word::Check, "Checks: what the model itself shows", "模型检查：无需运行即可发现的问题"},
    Row<Word>{Word::CheckedModel, "Model", "模型"},
    Row<Word>{Word::Rule, "Rule", "规则"},
    Row<Word>{Word::NeedsScript, "Sorting and picking need JavaScript; the tables and charts don't.",
              "排序与选择需要 JavaScript；表格和图表不需要。"},
    Row<Word>{Word::Activation, "activation", "激活"},
    Row<Word>{Word::Weight, "weight", "权重"},
    Row<Word>{Word::Both, "both", "激活和权重"},
};
static_assert(kWords.size() == static_cast<std::size_t>(Word::End));
static_assert(
    [] {
        for (std::size_t i = 0; i < kWords.size(); ++i)
            if (kWords[i].key != static_cast<Word>(i))
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

std::string_view Words::operator()(Word word) const
{
    return found(kWords, word, m_language, "");
}

std::string_view Words::operator()(MetricId metric) const
{
    return found(kMetrics, metric, m_language, "");
}

std::string Words::rule(std::string_view rule) const
{
    const auto* text = found(kRules, rule, m_language, nullptr);
    return text ? std::string(text) : std::string(rule);
}

} // namespace ql::report
