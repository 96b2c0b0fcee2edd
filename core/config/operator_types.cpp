// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/operator_types.h"

#include <utility>

namespace ql::config {

namespace {

using Row = std::pair<std::string_view, std::string_view>;

// The last word of torch's spelling; the first row of an ONNX type gives its usual full spelling.
constexpr Row kTorchTypes[]{
    {"torch.nn.Conv2d", "Conv"},
    {"torch.nn.Conv1d", "Conv"},
    {"torch.nn.Conv3d", "Conv"},
    {"torch.nn.ConvTranspose2d", "ConvTranspose"},
    {"torch.nn.ConvTranspose1d", "ConvTranspose"},
    {"torch.nn.Linear", "Gemm"},
    {"torch.matmul", "MatMul"},
    {"torch.bmm", "MatMul"},
    {"torch.nn.MaxPool2d", "MaxPool"},
    {"torch.nn.functional.max_pool2d", "MaxPool"},
    {"torch.nn.functional.max_pool2d_with_indices", "MaxPool"},
    {"torch.nn.AvgPool2d", "AveragePool"},
    {"torch.nn.functional.avg_pool2d", "AveragePool"},
    {"torch.nn.AdaptiveMaxPool2d", "GlobalMaxPool"},
    {"torch.nn.functional.adaptive_max_pool2d", "GlobalMaxPool"},
    {"torch.nn.functional.adaptive_max_pool2d_with_indices", "GlobalMaxPool"},
    {"torch.nn.AdaptiveAvgPool2d", "GlobalAveragePool"},
    {"torch.nn.functional.adaptive_avg_pool2d", "GlobalAveragePool"},
    {"torch.nn.BatchNorm2d", "BatchNormalization"},
    {"torch.nn.SyncBatchNorm2d", "BatchNormalization"},
    {"torch.nn.LayerNorm", "LayerNormalization"},
    {"torch.nn.LSTM", "LSTM"},
    {"torch.nn.GRU", "GRU"},
    {"torch.nn.ReLU", "Relu"},
    {"torch.nn.functional.relu", "Relu"},
    {"torch.nn.ReLU6", "Clip"},
    {"torch.clamp", "Clip"},
    {"torch.nn.Hardtanh", "Clip"},
    {"torch.nn.Sigmoid", "Sigmoid"},
    {"torch.nn.functional.sigmoid", "Sigmoid"},
    {"torch.nn.Tanh", "Tanh"},
    {"torch.nn.LeakyReLU", "LeakyRelu"},
    {"torch.nn.functional.leaky_relu", "LeakyRelu"},
    {"torch.nn.PReLU", "PRelu"},
    {"torch.nn.ELU", "Elu"},
    {"torch.nn.GELU", "Gelu"},
    {"torch.nn.Hardswish", "HardSwish"},
    {"torch.nn.Mish", "Mish"},
    {"torch.nn.Softmax", "Softmax"},
    {"torch.nn.functional.softmax", "Softmax"},
    {"torch.nn.LogSoftmax", "LogSoftmax"},
    {"torch.nn.Softsign", "Softsign"},
    {"torch.add", "Add"},
    {"torch.sub", "Sub"},
    {"torch.mul", "Mul"},
    {"torch.div", "Div"},
    {"operator.truediv", "Div"},
    {"torch.pow", "Pow"},
    {"torch.abs", "Abs"},
    {"torch.max", "Max"},
    {"torch.min", "Min"},
    {"torch.sum", "ReduceSum"},
    {"torch.mean", "ReduceMean"},
    {"torch.cat", "Concat"},
    {"torch.concat", "Concat"},
    {"torch.stack", "Concat"},
    {"torch.split", "Split"},
    {"torch.reshape", "Reshape"},
    {"Tensor.view", "Reshape"},
    {"torch.flatten", "Flatten"},
    {"torch.permute", "Transpose"},
    {"torch.transpose", "Transpose"},
    {"torch.squeeze", "Squeeze"},
    {"torch.unsqueeze", "Unsqueeze"},
    {"torch.nn.Upsample", "Resize"},
    {"torch.nn.functional.upsample", "Resize"},
    {"torch.nn.functional.interpolate", "Resize"},
    {"amct.nn.SpaceToDepth", "SpaceToDepth"},
    {"amct.nn.DepthToSpace", "DepthToSpace"},
    {"torch.tile", "Tile"},
    {"torch.nn.functional.grid_sample", "GridSample"},
};

std::string_view lastWord(std::string_view type)
{
    return type.substr(type.rfind('.') + 1); // npos + 1 is 0
}

std::string_view onnxName(std::string_view type)
{
    const auto word = lastWord(type);
    for (const auto& [torch, onnx] : kTorchTypes)
        if (type == torch || word == lastWord(torch))
            return onnx;
    return word;
}

} // namespace

std::string onnxType(std::string_view type)
{
    return std::string(onnxName(type));
}

std::string torchType(std::string_view onnxType)
{
    for (const auto& [torch, onnx] : kTorchTypes)
        if (onnx == lastWord(onnxType))
            return std::string(torch);
    return std::string(onnxType);
}

bool isSameType(std::string_view a, std::string_view b)
{
    return a == b || onnxName(a) == onnxName(b);
}

} // namespace ql::config
