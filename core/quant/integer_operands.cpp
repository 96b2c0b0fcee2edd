// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/integer_operands.h"

#include <string_view>
#include <utility>

namespace ql::quant {

namespace {

const std::vector<std::pair<std::string_view, IntegerSignature>>& signatures()
{
    static const IntegerSignature kUnary{{{0, 1, 2, 0}}, {}};
    static const IntegerSignature kBinary{{{0, 1, 2, 0}, {3, 4, 5, 1}}, {}};
    static const IntegerSignature kAccumulating{{{0, -1, 2, 0}, {1, -1, 3, 1}}, {}};
    static const std::vector<std::pair<std::string_view, IntegerSignature>> kSignatures{
        {"QLinearConv", {kBinary.operands, IntegerBias{8, 2}}},
        {"QGemm", {kBinary.operands, IntegerBias{6, 2}}},
        {"QLinearMatMul", kBinary},
        {"QLinearAdd", kBinary},
        {"QLinearMul", kBinary},
        {"QLinearWhere", {{{1, 2, 3, 1}, {4, 5, 6, 2}}, {}}},
        {"QLinearSigmoid", kUnary},
        {"QLinearLeakyRelu", kUnary},
        {"QLinearSoftmax", kUnary},
        {"QLinearAveragePool", kUnary},
        {"QLinearGlobalAveragePool", kUnary},
        {"QLinearReduceMean", kUnary},
        {"ConvInteger", kAccumulating},
        {"MatMulInteger", kAccumulating},
        {"MatMulIntegerToFloat", {{{0, 2, 4, 0}, {1, 3, 5, 1}}, {}}},
        {"DynamicQuantizeMatMul", {{{0, -1, -1, 0, true}, {1, 2, 3, 1}}, {}}},
    };
    return kSignatures;
}

/// QLinearConcat(y_scale, y_zero_point, x0, x0_scale, x0_zero_point, x1, …)
IntegerSignature concatSignature(const graph::Node& node)
{
    constexpr int kFirst = 2;
    constexpr int kStride = 3;
    IntegerSignature signature;
    for (int slot = kFirst; slot + 2 < int(node.inputs.size()); slot += kStride)
        signature.operands.push_back({slot, slot + 1, slot + 2, (slot - kFirst) / kStride});
    return signature;
}

} // namespace

std::optional<IntegerSignature> integerSignature(const graph::Node& node)
{
    if (node.opType == "QLinearConcat")
        return concatSignature(node);
    for (const auto& [opType, signature] : signatures())
        if (node.opType == opType)
            return signature;
    return std::nullopt;
}

std::int64_t channelAxis(const graph::Node& node, std::int64_t rank)
{
    const bool isConvolution = node.opType == "QLinearConv" || node.opType == "ConvInteger";
    const bool isTransposed = node.opType == "QGemm" && node.attributes.intOr("transB", 0) != 0;
    return isConvolution || isTransposed ? 0 : rank - 1;
}

} // namespace ql::quant
