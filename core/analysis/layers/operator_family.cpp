// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/operator_family.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

namespace ql::analysis {

namespace {

constexpr std::array<std::string_view, 7> kPrefixes{"QLinear", "DynamicQuantize", "Quantized", "Fused",
                                                    "Nhwc",    "Quick",           "Bias"};
constexpr std::array<std::string_view, 3> kSuffixes{"IntegerToFloat", "Integer16", "Integer"};

void removeAffixes(std::string_view& name)
{
    for (const auto prefix : kPrefixes)
        if (name.size() > prefix.size() && name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    for (const auto suffix : kSuffixes)
        if (name.size() > suffix.size() && name.ends_with(suffix))
            name.remove_suffix(suffix.size());
}

} // namespace

std::string familyOf(std::string_view opType)
{
    static const std::unordered_map<std::string_view, std::string_view> same{
        {"Gemm", "MatMul"},
        {"QGemm", "MatMul"},
        {"QAttention", "Attention"},
        {"Flatten", "Reshape"},
        {"Squeeze", "Reshape"},
        {"Unsqueeze", "Reshape"},
        {"Sum", "Add"},
        {"QuantizeLinear", "Input"},
        {"Upsample", "Resize"},
        // LibTorch's names, where a node doesn't carry the standard's.
        {"adaptive_avg_pool1d", "AveragePool"},
        {"adaptive_avg_pool2d", "AveragePool"},
        {"adaptive_max_pool2d", "MaxPool"},
        {"add", "Add"},
        {"avg_pool2d", "AveragePool"},
        {"batch_norm", "BatchNormalization"},
        {"cat", "Concat"},
        {"chunk", "Split"},
        {"clamp", "Clip"},
        {"conv1d", "Conv"},
        {"conv2d", "Conv"},
        {"conv3d", "Conv"},
        {"convolution", "Conv"},
        {"div", "Div"},
        {"flatten", "Reshape"},
        {"gelu", "Gelu"},
        {"group_norm", "GroupNormalization"},
        {"gru", "GRU"},
        {"instance_norm", "InstanceNormalization"},
        {"layer_norm", "LayerNormalization"},
        {"leaky_relu", "LeakyRelu"},
        {"linear_dynamic", "MatMul"},
        {"linear_dynamic_fp16", "MatMul"},
        {"log_softmax", "LogSoftmax"},
        {"lstm", "LSTM"},
        {"mean", "ReduceMean"},
        {"mul", "Mul"},
        {"permute", "Transpose"},
        {"pow", "Pow"},
        {"prelu", "PRelu"},
        {"quantized_gru", "GRU"},
        {"quantized_lstm", "LSTM"},
        {"reshape", "Reshape"},
        {"select", "Slice"},
        {"slice", "Slice"},
        {"softmax", "Softmax"},
        {"split", "Split"},
        {"split_with_sizes", "Split"},
        {"squeeze", "Reshape"},
        {"stack", "Concat"},
        {"sub", "Sub"},
        {"sum", "ReduceSum"},
        {"transpose", "Transpose"},
        {"unsqueeze", "Reshape"},
        {"upsample_bilinear2d", "Resize"},
        {"upsample_nearest2d", "Resize"},
        {"view", "Reshape"},
    };
    if (const auto dot = opType.rfind('.'); dot != std::string_view::npos)
        opType.remove_prefix(dot + 1);
    removeAffixes(opType);
    const auto found = same.find(opType);
    return std::string(found == same.end() ? opType : found->second);
}

bool continuesRun(std::string_view family)
{
    static const std::unordered_set<std::string_view> families{
        "Add", "BatchNormalization", "Clip", "HardSigmoid", "HardSwish", "LeakyRelu", "Mul", "PRelu", "Relu", "Sigmoid",
        "Tanh"};
    return families.contains(family);
}

} // namespace ql::analysis
