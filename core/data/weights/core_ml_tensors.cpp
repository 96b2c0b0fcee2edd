// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/core_ml_tensors.h"

#include "core/data/weights/core_ml_palette.h"
#include "core/data/weights/core_ml_parameters.h"
#include "core/data/weights/core_ml_sparse.h"

namespace ql::data {

using graph::DataType;
using graph::Shape;
using graph::TensorData;
using importers::StoredTensor;

namespace {

StoredTensor plain(TensorData data)
{
    StoredTensor tensor;
    tensor.data = std::move(data);
    return tensor;
}

/// The axis along which @p scales has one for each index, where it has one along the others; -1 where it has one in
/// all; nothing for blocks.
std::optional<std::int64_t> axisOf(const Shape& whole, const Shape& scales)
{
    std::int64_t axis = -1;
    for (std::size_t i = 0; i < scales.size(); ++i) {
        if (scales[i] == 1)
            continue;
        if (axis >= 0 || i >= whole.size() || scales[i] != whole[i])
            return std::nullopt;
        axis = std::int64_t(i);
    }
    return axis;
}

StoredTensor quantized(TensorData data, std::vector<double> scales, std::vector<double> zeroPoints, std::int64_t axis)
{
    if (zeroPoints.size() == 1)
        zeroPoints.resize(scales.size(), zeroPoints.front());
    if (zeroPoints.size() != scales.size())
        throwUnfit(Message("{} zero points for {} scales", zeroPoints.size(), scales.size()));
    auto tensor = plain(std::move(data));
    tensor.quantizer = importers::StoredQuantizer{std::move(scales), std::move(zeroPoints), {}};
    if (axis >= 0)
        tensor.quantizer->channelAxis = axis;
    return tensor;
}

StoredTensor affine(const ProgramParameters& parameters)
{
    const auto& data = needed(parameters, "quantized_data");
    const auto scales = needed(parameters, "scale").toDoubles();
    const auto* axis = given(parameters, "axis");
    const auto along = scales.size() > 1 && axis && axis->size() == 1 ? axis->toInts().front() : -1;
    if (scales.size() > 1
        && (along < 0 || along >= std::int64_t(data.shape().size())
            || data.shape()[std::size_t(along)] != std::int64_t(scales.size())))
        throwUnfit(Message("{} scales along axis {} of shape {}", scales.size(), along, graph::toString(data.shape())));
    return quantized(data, scales, needed(parameters, "zero_point").toDoubles(), along);
}

StoredTensor blockwise(const ProgramParameters& parameters)
{
    const auto& data = needed(parameters, "data");
    const auto& scale = needed(parameters, "scale");
    const auto* offset = given(parameters, "offset");
    if (offset && offset->shape() != scale.shape())
        throwUnfit(Message("offsets of shape {} for scales of {}", graph::toString(offset->shape()),
                           graph::toString(scale.shape())));
    const auto scales = scale.toDoubles();
    const auto offsets = offset ? offset->toDoubles() : std::vector<double>(scales.size());
    const auto axis = axisOf(data.shape(), scale.shape());
    if (axis && !graph::isFloatingPoint(data.type())) // else numbers of a palette, which are scaled
        return quantized(data, scales, offsets, *axis);
    const BlockPlaces places(data.shape(), scale.shape());
    const auto elements = data.toDoubles();
    std::vector<float> numbers(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto block = places.of(i);
        numbers[i] = float((elements[i] - offsets[block]) * scales[block]);
    }
    return plain(TensorData::of<float>(DataType::Float, data.shape(), numbers));
}

} // namespace

std::optional<StoredTensor> programTensor(const std::string& type, const ProgramParameters& parameters)
{
    if (type == "const")
        return plain(needed(parameters, "val"));
    if (type == "constexpr_cast")
        return plain(needed(parameters, "source_val"));
    if (type == "constexpr_affine_dequantize")
        return affine(parameters);
    if (type == "constexpr_blockwise_shift_scale")
        return blockwise(parameters);
    if (type == "constexpr_lut_to_dense")
        return plain(palettized(parameters));
    if (type == "constexpr_sparse_to_dense")
        return plain(spreadOut(parameters));
    return std::nullopt;
}

TensorData programNumbers(const StoredTensor& tensor)
{
    if (!tensor.quantizer)
        return tensor.data;
    const auto& [scales, zeroPoints, axis] = *tensor.quantizer;
    auto perScale = graph::Shape(tensor.data.shape().size(), 1);
    if (axis)
        perScale[std::size_t(*axis)] = tensor.data.shape()[std::size_t(*axis)];
    const auto whole = tensor.data.shape();
    const BlockPlaces places(whole, perScale);
    const auto elements = tensor.data.toDoubles();
    std::vector<float> numbers(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto place = places.of(i);
        numbers[i] = float((elements[i] - zeroPoints[place]) * scales[place]);
    }
    return TensorData::of<float>(DataType::Float, whole, numbers);
}

} // namespace ql::data
