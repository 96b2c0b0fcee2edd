// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearSoftmax: softmax of an 8-bit tensor through a table of exponentials.
#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ql::ops::kernels::qlinear_softmax {

namespace {

using ExponentialTable = std::array<float, 256>;

/// exp(-distance · scale) for each distance from a row's largest integer, lifted as far as a row of @p length
/// elements can be summed in float32 without overflow: the lift cancels in the quotient. As in ONNX Runtime.
ExponentialTable exponentials(float scale, std::int64_t length)
{
    const float kernel = std::log(std::numeric_limits<float>::max() / static_cast<float>(length));
    const double lift = std::max(0.0, static_cast<double>(kernel) - 5.0) / static_cast<double>(scale);
    ExponentialTable table{};
    for (std::size_t distance = 0; distance < table.size(); ++distance)
        table[distance] =
            static_cast<float>(std::exp((lift - static_cast<double>(distance)) * static_cast<double>(scale)));
    return table;
}

template <typename T>
void softmaxRow(const T* x, T* y, std::int64_t length, const ExponentialTable& table, float levels, float zero)
{
    const std::int32_t largest = *std::max_element(x, x + length);
    const auto power = [&](std::int64_t i) { return table[static_cast<std::size_t>(largest - x[i])]; };
    float sum = 0.0f;
    for (std::int64_t i = 0; i < length; ++i)
        sum += power(i);
    const auto lowest = static_cast<float>(std::numeric_limits<T>::lowest());
    const auto highest = static_cast<float>(std::numeric_limits<T>::max());
    for (std::int64_t i = 0; i < length; ++i) {
        const float level = roundWithin(power(i) * levels / sum, lowest - zero, highest - zero);
        y[i] = static_cast<T>(static_cast<std::int32_t>(level + zero));
    }
}

/// Softmax over the last axis of a matrix.
at::Tensor softmaxRows(const at::Tensor& x, float xScale, const QuantizationParameters& y)
{
    at::Tensor result = at::empty(x.sizes(), x.options());
    const std::int64_t length = x.size(1);
    const ExponentialTable table = exponentials(xScale, length);
    // Whole levels only: ONNX Runtime rounds 1 / y_scale down.
    const float levels = std::floor(1.0f / y.scales.front());
    const auto zero = static_cast<float>(y.zeroPoints.front());
    const auto rows = [&](auto element) {
        using T = decltype(element);
        for (std::int64_t row = 0; row < x.size(0); ++row)
            softmaxRow(x.data_ptr<T>() + row * length, result.data_ptr<T>() + row * length, length, table, levels,
                       zero);
    };
    if (x.scalar_type() == at::kChar)
        rows(std::int8_t{});
    else
        rows(std::uint8_t{});
    return result;
}

std::vector<Tensor> softmax(std::int64_t axis, std::int64_t opset, const KernelCall& call)
{
    const Tensor& x = call.required(0);
    expectEightBit(x, "input 0 (X)");
    const auto from = readPerTensor(call.required(1), call.input(2), "X", x.type);
    const auto to = readPerTensor(call.required(3), call.input(4), "Y", x.type);
    axis = normalizedAxis(axis, x.data.dim());
    if (x.data.numel() == 0)
        return {x};
    if (opset < 13) { // everything from the axis on is one row
        const at::Tensor rows = x.data.contiguous().flatten(axis).view({-1, x.data.flatten(axis).size(-1)});
        return {{softmaxRows(rows, from.scales.front(), to).view(x.data.sizes()), x.type}};
    }
    const at::Tensor moved = x.data.movedim(axis, -1).contiguous();
    const at::Tensor rows = softmaxRows(moved.view({-1, moved.size(-1)}), from.scales.front(), to);
    return {{rows.view(moved.sizes()).movedim(-1, axis).contiguous(), x.type}};
}

Kernel bindSoftmax(const graph::Node& node)
{
    const std::int64_t opset = node.attributes.requiredInt("opset");
    const std::int64_t axis = node.attributes.intOr("axis", opset < 13 ? 1 : -1);
    return [axis, opset](const KernelCall& call) { return softmax(axis, opset, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QLinearSoftmax", 1, kLatestOpset, bindSoftmax}};
}

} // namespace ql::ops::kernels::qlinear_softmax
