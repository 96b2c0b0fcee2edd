// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/decomposed_functions.h"

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <limits>

namespace ql::ops {

namespace {

using c10::IValue;
using Values = std::vector<IValue>;

/// One number for all, or one per slice of @p axis, so that it can be combined with @p data.
at::Tensor along(const at::Tensor& parameters, const at::Tensor& data, std::int64_t axis)
{
    axis = axis < 0 ? axis + data.dim() : axis;
    if (parameters.dim() != 1 || axis < 0 || axis >= data.dim() || data.size(axis) != parameters.numel())
        throw Error(ErrorCode::ShapeMismatch, Message("{} scales or zero points along axis {} of {} dimensions",
                                                      parameters.numel(), axis, data.dim()));
    std::vector<std::int64_t> shape(std::size_t(data.dim()), 1);
    shape[std::size_t(axis)] = parameters.numel();
    return parameters.reshape(shape);
}

at::Tensor wide(const at::Tensor& data)
{
    return data.scalar_type() == at::kHalf || data.scalar_type() == at::kBFloat16 ? data.to(at::kFloat) : data;
}

at::ScalarType typeOf(const IValue& value, at::ScalarType otherwise = at::kFloat)
{
    return value.isNone() ? otherwise : static_cast<at::ScalarType>(value.toInt());
}

double numberOf(const IValue& value)
{
    if (value.isTensor() && value.toTensor().numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("one number is expected, {} elements are given", value.toTensor().numel()));
    return value.isTensor() ? value.toTensor().item<double>() : value.toScalar().toDouble();
}

/// Data, scale, zero point, lowest and highest integer, type.
Values quantizePerTensor(Values arguments)
{
    const auto data = wide(arguments.at(0).toTensor());
    const auto inverse = 1.0 / numberOf(arguments.at(1));
    const auto integers = data.mul(inverse).round_().add_(numberOf(arguments.at(2)));
    return {integers.clamp(numberOf(arguments.at(3)), numberOf(arguments.at(4))).to(typeOf(arguments.at(5)))};
}

/// Integers, scale, zero point, range, their type, type of the result.
Values dequantizePerTensor(Values arguments)
{
    const auto data = arguments.at(0).toTensor().to(typeOf(arguments.at(6)));
    return {data.sub(numberOf(arguments.at(2))).mul(numberOf(arguments.at(1)))};
}

/// Data, scales, zero points, axis, lowest and highest integer, type.
Values quantizePerChannel(Values arguments)
{
    const auto data = wide(arguments.at(0).toTensor());
    const auto axis = arguments.at(3).toInt();
    const auto inverse = along(arguments.at(1).toTensor(), data, axis).reciprocal();
    const auto integers = data.mul(inverse).round().add(along(arguments.at(2).toTensor(), data, axis));
    return {integers.clamp(arguments.at(4).toInt(), arguments.at(5).toInt()).to(typeOf(arguments.at(6)))};
}

/// Integers, scales, zero points or none, axis, range, their type, type of the result.
Values dequantizePerChannel(Values arguments)
{
    auto data = arguments.at(0).toTensor();
    const auto axis = arguments.at(3).toInt();
    const auto scales = along(arguments.at(1).toTensor(), data, axis);
    if (arguments.at(2).isTensor() && arguments[2].toTensor().defined())
        data = data.to(at::kLong).sub(along(arguments[2].toTensor(), data, axis));
    return {data.mul(scales).to(typeOf(arguments.at(7)))};
}

/// Data, lowest and highest integer, smallest scale. A scale and a zero point of one element each.
Values chooseParameters(const Values& arguments, bool isSymmetric)
{
    const auto& data = arguments.at(0).toTensor();
    if (data.numel() == 0)
        return {at::ones({1}, at::kDouble), at::zeros({1}, at::kLong)};
    const auto [least, most] = at::aminmax(data);
    const auto low = at::minimum(least, at::zeros_like(least));
    const auto high = at::maximum(most, at::zeros_like(most));
    const auto lowest = arguments.at(1).toInt();
    const auto steps = double(arguments.at(2).toInt() - lowest);
    const auto smallest = at::full({1}, numberOf(arguments.at(3)), at::kFloat);
    if (isSymmetric) {
        const auto isUnsigned = typeOf(arguments.at(4)) == at::kByte;
        const auto scale = at::maximum(at::maximum(low.neg(), high).div(steps / 2), smallest);
        return {scale.reshape({1}).to(at::kDouble), at::full({1}, isUnsigned ? 128 : 0, at::kLong)};
    }
    const auto scale = at::maximum(high.sub(low).div(steps), smallest).reshape({1});
    const auto zeroPoint = low.div(scale).round().to(at::kInt).neg().add(lowest);
    return {scale.to(at::kDouble), zeroPoint.clamp(lowest, arguments[2].toInt()).to(at::kLong)};
}

Values chooseAffine(Values arguments)
{
    return chooseParameters(arguments, false);
}

Values chooseSymmetric(Values arguments)
{
    return chooseParameters(arguments, true);
}

/// Along the last axis, symmetric: data, type.
Values choosePerToken(Values arguments)
{
    constexpr double kLeast = 1e-5;
    constexpr double kHighest = 127.0;
    const auto scales = wide(arguments.at(0).toTensor().abs().amax({-1}, true)).clamp_min(kLeast).div(kHighest);
    return {scales, at::zeros_like(scales)};
}

/// Along the last axis: data, type. Of both ends that decides the zero point which it moves less.
Values choosePerTokenAffine(Values arguments)
{
    constexpr double kLowest = -128.0;
    constexpr double kHighest = 127.0;
    const auto& data = arguments.at(0).toTensor();
    const auto low = data.amin({-1}, true).clamp_max(0.0);
    const auto high = data.amax({-1}, true).clamp_min(0.0);
    const auto scale = high.sub(low).div(kHighest - kLowest).clamp_min(std::numeric_limits<float>::epsilon());
    const auto below = low.div(scale);
    const auto above = high.div(scale);
    const auto error = below.add(kLowest).add(above.add(kHighest));
    const auto zeroPoint = at::where(error.gt(0), below.neg().add(kLowest), above.neg().add(kHighest));
    return {scale.to(at::kDouble), zeroPoint.clamp(kLowest, kHighest).round().to(at::kLong)};
}

/// Data, scales, zero points, lowest and highest integer, type; a scale for each slice of the last axis.
Values quantizePerToken(Values arguments)
{
    const auto inverse = arguments.at(1).toTensor().reciprocal();
    const auto integers = arguments.at(0).toTensor().mul(inverse).add(arguments.at(2).toTensor()).round();
    return {integers.clamp(arguments.at(3).toInt(), arguments.at(4).toInt()).to(typeOf(arguments.at(5)))};
}

/// Integers, scales, zero points, range, their type, type of the result.
Values dequantizePerToken(Values arguments)
{
    const auto centred = arguments.at(0).toTensor().sub(arguments.at(2).toTensor());
    return {centred.mul(arguments.at(1).toTensor()).to(typeOf(arguments.at(6)))};
}

constexpr DecomposedOperator kOperators[] = {
    {"quantized_decomposed::choose_qparams.tensor",
     "choose_qparams.tensor(Tensor input, int quant_min, int quant_max, float eps, ScalarType dtype) -> (Tensor, "
     "Tensor)",
     chooseAffine},
    {"quantized_decomposed::choose_qparams_per_token",
     "choose_qparams_per_token(Tensor input, ScalarType dtype) -> (Tensor, Tensor)", choosePerToken},
    {"quantized_decomposed::choose_qparams_per_token_asymmetric",
     "choose_qparams_per_token_asymmetric(Tensor input, ScalarType dtype) -> (Tensor, Tensor)", choosePerTokenAffine},
    {"quantized_decomposed::choose_qparams_symmetric.tensor",
     "choose_qparams_symmetric.tensor(Tensor input, int quant_min, int quant_max, float eps, ScalarType dtype) -> "
     "(Tensor, Tensor)",
     chooseSymmetric},
    {"quantized_decomposed::dequantize_per_channel",
     "dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, int quant_min, int "
     "quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
     dequantizePerChannel},
    {"quantized_decomposed::dequantize_per_tensor",
     "dequantize_per_tensor(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType "
     "dtype, *, ScalarType? out_dtype=None) -> Tensor",
     dequantizePerTensor},
    {"quantized_decomposed::dequantize_per_tensor.tensor",
     "dequantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, int quant_min, int quant_max, "
     "ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
     dequantizePerTensor},
    {"quantized_decomposed::dequantize_per_tensor.tensor2",
     "dequantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, Tensor "
     "quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
     dequantizePerTensor},
    {"quantized_decomposed::dequantize_per_token",
     "dequantize_per_token(Tensor input, Tensor scales, Tensor zero_points, int quant_min, int quant_max, ScalarType "
     "dtype, ScalarType output_dtype) -> Tensor",
     dequantizePerToken},
    {"quantized_decomposed::quantize_per_channel",
     "quantize_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, int quant_min, int quant_max, "
     "ScalarType dtype) -> Tensor",
     quantizePerChannel},
    {"quantized_decomposed::quantize_per_tensor",
     "quantize_per_tensor(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType dtype) "
     "-> Tensor",
     quantizePerTensor},
    {"quantized_decomposed::quantize_per_tensor.tensor",
     "quantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, int quant_min, int quant_max, "
     "ScalarType dtype) -> Tensor",
     quantizePerTensor},
    {"quantized_decomposed::quantize_per_tensor.tensor2",
     "quantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, Tensor quant_max, "
     "ScalarType dtype) -> Tensor",
     quantizePerTensor},
    {"quantized_decomposed::quantize_per_token",
     "quantize_per_token(Tensor input, Tensor scales, Tensor zero_points, int quant_min, int quant_max, ScalarType "
     "dtype) -> Tensor",
     quantizePerToken},
};

} // namespace

std::span<const DecomposedOperator> decomposedOperators()
{
    return kOperators;
}

} // namespace ql::ops
