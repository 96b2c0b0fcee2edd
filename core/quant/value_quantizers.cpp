// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/value_quantizers.h"

#include "core/base/error.h"
#include "core/ops/fusion/one_pass.h"
#include "core/ops/fusion/quantizer_pair.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <cmath>

namespace ql::quant {

namespace {

using ops::Kernel;
using ops::Tensor;

Kernel bind(graph::Node node, std::string opType)
{
    node.opType = std::move(opType);
    const auto* definition = ops::Registry::builtIn().find(node.domain, node.opType, node.opset);
    if (!definition)
        throw Error(ErrorCode::UnsupportedOperator, Message("{} is not supported", node.description()));
    return definition->bind(node);
}

Tensor call(const Kernel& kernel, const std::vector<Tensor>& inputs, std::size_t output = 0)
{
    static const ops::BodyRunner kNoBodies;
    return kernel({inputs, kNoBodies}).at(output);
}

/// What the two nodes do to float32 in one pass, where they have one scale for the whole tensor.
std::optional<ops::RoundTrip> wholeTrip(const graph::Node& dequantize, const Tensor& scale, const Tensor& zeroPoint)
{
    const auto isOne = [](const Tensor& tensor) { return tensor.data.numel() == 1 && tensor.data.dim() <= 1; };
    const bool isPlain =
        scale.type == graph::DataType::Float && isOne(scale) && (!zeroPoint.isDefined() || isOne(zeroPoint))
        && dequantize.attributes.intOr("block_size", 0) == 0 && dequantize.attributes.intOr("output_dtype", 0) == 0;
    const bool isInteger = !zeroPoint.isDefined() || graph::isQuantizedInteger(zeroPoint.type); // not float8, float4
    if (!isPlain || !isInteger)
        return {};
    const auto offset = zeroPoint.isDefined() ? ops::toTensorData(zeroPoint).toInts()[0] : 0;
    return ops::roundTrip(*scale.data.data_ptr<float>(), offset,
                          zeroPoint.isDefined() ? zeroPoint.type : graph::DataType::UInt8);
}

struct StaticQuantizer {
    Kernel quantizer;
    Kernel dequantizer;
    Tensor scale;
    Tensor zeroPoint;
    std::optional<ops::RoundTrip> trip; ///< all that the two do to float32

    Tensor operator()(const Tensor& x) const
    {
        if (auto finished = trip ? ops::finishedInOnePass(x, {.trip = *trip}) : std::nullopt)
            return std::move(*finished);
        const auto integers = call(quantizer, {x, scale, zeroPoint});
        return call(dequantizer, {integers, scale, zeroPoint});
    }
};

/// A number per direction, or per direction and gate, to be spread over the features between the two.
at::Tensor overFeatures(const Tensor& parameters)
{
    const auto floats = parameters.data.to(at::kFloat);
    return (floats.dim() == 1 ? floats.unsqueeze(-1) : floats).unsqueeze(1);
}

} // namespace

graph::Node looseDequantize(std::int64_t axis)
{
    constexpr int kOpset = 21;
    graph::Node node;
    node.name = "dequantize";
    node.opType = "DequantizeLinear";
    node.opset = kOpset;
    node.attributes.set("axis", axis);
    return node;
}

std::optional<results::QuantizerInfo> quantizerInfo(const Tensor& scale, const Tensor& zeroPoint, graph::DataType type,
                                                    std::int64_t axis)
{
    if (!scale.isDefined() || scale.data.dim() > 1 || scale.data.numel() == 0 || !graph::isQuantizedInteger(type))
        return std::nullopt;
    results::QuantizerInfo info;
    info.dtype = graph::name(type);
    info.scales = ops::toTensorData(scale).toDoubles();
    info.zeroPoints.assign(info.scales.size(), 0);
    if (zeroPoint.isDefined())
        info.zeroPoints = ops::toTensorData(zeroPoint).toInts();
    if (info.zeroPoints.size() != info.scales.size())
        return std::nullopt;
    if (info.scales.size() > 1)
        info.channelAxis = axis;
    info.lowest = graph::lowestOf(type);
    info.highest = graph::highestOf(type);
    return info;
}

Tensor quantize(const graph::Node& dequantize, const Tensor& realNumbers, const Tensor& scale, const Tensor& zeroPoint)
{
    return call(bind(dequantize, "QuantizeLinear"), {realNumbers, scale, zeroPoint});
}

Transform wholeNode(const graph::Node& node, std::vector<Tensor> inputs)
{
    return [kernel = bind(node, node.opType), inputs = std::move(inputs),
            description = node.description()](const Tensor& x) -> Tensor {
        auto given = inputs;
        given.front() = x;
        return withContext(description, [&] { return call(kernel, given); });
    };
}

Transform staticQuantizer(const graph::Node& dequantize, Tensor scale, Tensor zeroPoint)
{
    const auto trip = wholeTrip(dequantize, scale, zeroPoint);
    return StaticQuantizer{bind(dequantize, "QuantizeLinear"), bind(dequantize, "DequantizeLinear"), std::move(scale),
                           std::move(zeroPoint), trip};
}

std::optional<ops::RoundTrip> roundTripOf(const Transform& transform)
{
    const auto* const known = transform.target<StaticQuantizer>();
    return known ? known->trip : std::nullopt;
}

Transform dynamicQuantizer()
{
    return [quantizer = bind(looseDequantize(0), "DynamicQuantizeLinear"),
            dequantizer = bind(looseDequantize(0), "DequantizeLinear")](const Tensor& x) {
        static const ops::BodyRunner kNoBodies;
        const std::vector<Tensor> inputs{x};
        const auto quantized = quantizer({inputs, kNoBodies});
        return call(dequantizer, quantized);
    };
}

Transform reducedDynamicQuantizer()
{
    return [](const Tensor& x) {
        constexpr double kHighest = 127.0;
        constexpr double kInsteadOfZero = 0.1;
        if (x.data.numel() == 0)
            return x;
        const double lowest = std::min(x.data.min().item<double>(), 0.0);
        const double highest = std::max(x.data.max().item<double>(), 0.0);
        double scale = (highest - lowest) / kHighest;
        if (float(scale) == 0.0F || std::isinf(1.0F / float(scale)))
            scale = kInsteadOfZero;
        const bool isFromLowest = -lowest / scale < kHighest + highest / scale;
        const double exact = isFromLowest ? -lowest / scale : kHighest - highest / scale;
        const double zeroPoint = std::nearbyint(std::clamp(exact, 0.0, kHighest));
        const auto steps = x.data.div(scale).round().clamp(-zeroPoint, kHighest - zeroPoint);
        return Tensor(steps.mul(scale).contiguous(), x.type);
    };
}

Transform blockQuantizer(std::int64_t blockSize)
{
    return [blockSize](const Tensor& x) {
        return ops::storedAs(ops::roundedInBlocks(ops::computable(x).to(at::kFloat), blockSize), x.type);
    };
}

Transform inTurn(Transform first, Transform second)
{
    return [first = std::move(first), second = std::move(second)](const Tensor& x) { return second(first(x)); };
}

Tensor dequantized(const graph::Node& dequantize, const Tensor& integers, const Tensor& scale, const Tensor& zeroPoint)
{
    return call(bind(dequantize, "DequantizeLinear"), {integers, scale, zeroPoint});
}

Tensor recurrentWeight(const Tensor& integers, const Tensor& scale, const Tensor& zeroPoint)
{
    auto values = integers.data.to(at::kFloat);
    if (zeroPoint.isDefined())
        values = values - overFeatures(zeroPoint);
    return Tensor((values * overFeatures(scale)).transpose(1, 2).contiguous());
}

Transform transposed(Transform apply)
{
    return [apply = std::move(apply)](const Tensor& x) {
        const auto values = apply(x);
        return Tensor(values.data.transpose(-1, -2).contiguous(), values.type);
    };
}

Transform refoldedWeight(Transform apply, const graph::ChannelAffine& affine, std::int64_t axis, Folding folding)
{
    std::vector<float> factors;
    for (const double factor : affine.factors)
        factors.push_back(float(folding == Folding::In ? factor : factor == 0.0 ? 0.0 : 1.0 / factor));
    return [apply = std::move(apply), factors = at::tensor(factors), axis](const Tensor& x) {
        const auto values = apply(x);
        if (axis >= values.data.dim() || values.data.size(axis) != factors.numel())
            return values; // another layout than the float model's: nobody knows its channels
        std::vector<std::int64_t> shape(std::size_t(values.data.dim()), 1);
        shape.at(std::size_t(axis)) = factors.numel();
        return Tensor((values.data * factors.view(shape)).contiguous(), values.type);
    };
}

Transform refoldedBias(Transform apply, const graph::ChannelAffine& affine, Folding folding)
{
    const auto factors = at::tensor(affine.factors, at::kDouble);
    const auto offsets = at::tensor(affine.offsets, at::kDouble);
    return [apply = std::move(apply), factors, offsets, folding](const Tensor& x) {
        const auto values = apply(x);
        const auto bias = values.data.to(at::kDouble);
        const auto changed = folding == Folding::In
                                 ? bias * factors + offsets
                                 : at::where(factors.eq(0.0), at::zeros_like(bias), (bias - offsets) / factors);
        return Tensor(changed.to(at::kFloat).contiguous(), values.type);
    };
}

} // namespace ql::quant
