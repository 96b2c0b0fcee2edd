// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/rules/operator_words.h"

#include "core/config/dialects/rules/said_words.h"

#include <ranges>

namespace ql::config {

namespace {

struct OperatorWord {
    Vocabulary vocabulary;
    std::string_view word; ///< of Core ML, as plainWord() has it
    std::string_view onnx; ///< separated by blanks
};
constexpr OperatorWord kWords[]{
    {Vocabulary::LiteRt, "CONV_2D", "Conv"},
    {Vocabulary::LiteRt, "DEPTHWISE_CONV_2D", "Conv"},
    {Vocabulary::LiteRt, "CONV_2D_TRANSPOSE", "ConvTranspose"},
    {Vocabulary::LiteRt, "FULLY_CONNECTED", "Gemm MatMul"},
    {Vocabulary::LiteRt, "BATCH_MATMUL", "MatMul"},
    {Vocabulary::LiteRt, "EMBEDDING_LOOKUP", "Gather"},
    {Vocabulary::LiteRt, "AVERAGE_POOL_2D", "AveragePool"},
    {Vocabulary::LiteRt, "MAX_POOL_2D", "MaxPool"},
    {Vocabulary::LiteRt, "RESHAPE", "Reshape"},
    {Vocabulary::LiteRt, "SOFTMAX", "Softmax"},
    {Vocabulary::LiteRt, "TANH", "Tanh"},
    {Vocabulary::LiteRt, "TRANSPOSE", "Transpose"},
    {Vocabulary::LiteRt, "GELU", "Gelu"},
    {Vocabulary::LiteRt, "ADD", "Add"},
    {Vocabulary::LiteRt, "SUB", "Sub"},
    {Vocabulary::LiteRt, "MUL", "Mul"},
    {Vocabulary::LiteRt, "DIV", "Div"},
    {Vocabulary::LiteRt, "MEAN", "ReduceMean"},
    {Vocabulary::LiteRt, "SUM", "ReduceSum"},
    {Vocabulary::LiteRt, "RSQRT", "Rsqrt"},
    {Vocabulary::LiteRt, "SQRT", "Sqrt"},
    {Vocabulary::LiteRt, "CONCATENATION", "Concat"},
    {Vocabulary::LiteRt, "STRIDED_SLICE", "Slice"},
    {Vocabulary::LiteRt, "SLICE", "Slice"},
    {Vocabulary::LiteRt, "SPLIT", "Split"},
    {Vocabulary::LiteRt, "LOGISTIC", "Sigmoid"},
    {Vocabulary::LiteRt, "PAD", "Pad"},
    {Vocabulary::LiteRt, "GATHER", "Gather"},
    {Vocabulary::LiteRt, "RESIZE_BILINEAR", "Resize"},
    {Vocabulary::LiteRt, "RESIZE_NEAREST_NEIGHBOR", "Resize"},
    {Vocabulary::OpenVino, "Convolution", "Conv"},
    {Vocabulary::OpenVino, "GroupConvolution", "Conv"},
    {Vocabulary::OpenVino, "Multiply", "Mul"},
    {Vocabulary::OpenVino, "Subtract", "Sub"},
    {Vocabulary::OpenVino, "Divide", "Div"},
    {Vocabulary::OpenVino, "Power", "Pow"},
    {Vocabulary::OpenVino, "SoftMax", "Softmax"},
    {Vocabulary::OpenVino, "ReLU", "Relu"},
    {Vocabulary::OpenVino, "Interpolate", "Resize"},
    {Vocabulary::OpenVino, "FullyConnected", "Gemm"},
    {Vocabulary::OpenVino, "MVN", "LayerNormalization"},
    {Vocabulary::CoreMl, "linear", "MatMul Gemm"},
    {Vocabulary::CoreMl, "matmul", "MatMul"},
    {Vocabulary::CoreMl, "conv", "Conv"},
    {Vocabulary::CoreMl, "convtranspose", "ConvTranspose"},
};

std::vector<std::string> wordsIn(std::string_view text)
{
    std::vector<std::string> words;
    for (const auto word : std::views::split(text, ' '))
        words.emplace_back(word.begin(), word.end());
    return words;
}

} // namespace

std::vector<std::string> onnxTypes(Vocabulary vocabulary, const std::string& word)
{
    const auto spelled = vocabulary == Vocabulary::CoreMl ? plainWord(word) : word;
    for (const auto& each : kWords)
        if (each.vocabulary == vocabulary && each.word == spelled)
            return wordsIn(each.onnx);
    return {word};
}

Names linearTypes()
{
    const auto types = onnxTypes(Vocabulary::CoreMl, "linear");
    return Names(types.begin(), types.end());
}

} // namespace ql::config
