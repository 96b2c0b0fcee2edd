// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse weights of ML programs (coremltools 8.3, MIL operation reference, read in November 2026): a mask of bits, and
// the elements whose bit is set, in the order of the whole tensor.
#include "core/data/weights/core_ml_sparse.h"

#include "core/data/weights/core_ml_palette.h"
#include "core/data/weights/core_ml_parameters.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <limits>

namespace ql::data {

using graph::DataType;
using graph::Shape;
using graph::TensorData;

namespace {

/// iOS 16 keeps the mask as a row of bits, and the shape beside it.
TensorData maskOf(const TensorData& mask, const TensorData* shape)
{
    if (!shape)
        return mask;
    const auto sizes = shape->toInts();
    const auto count = graph::elementCount(sizes);
    if (mask.type() != DataType::UInt8 || count > std::numeric_limits<std::size_t>::max() / 8
        || mask.size() < (count + 7) / 8)
        throwUnfit(Message("{} bytes of a mask for shape {}", mask.size(), graph::toString(sizes)));
    ops::expectAffordable(sizes, DataType::Double);
    std::vector<std::uint8_t> bits(count);
    for (std::size_t i = 0; i < count; ++i)
        bits[i] = bitAt(mask.bytes(), i) ? 1 : 0;
    return TensorData::of<std::uint8_t>(DataType::UInt8, sizes, bits);
}

/// @p numbers where @p mask is set, 0 elsewhere.
template <class Number>
std::vector<Number> dense(const TensorData& mask, const std::vector<Number>& numbers)
{
    const auto bits = mask.toInts();
    const auto set = std::size_t(std::ranges::count_if(bits, [](auto bit) { return bit != 0; }));
    if (set != numbers.size())
        throwUnfit(Message("a mask of {} elements for {} numbers", set, numbers.size()));
    std::vector<Number> elements(bits.size());
    auto next = numbers.begin();
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i] != 0)
            elements[i] = *next++;
    return elements;
}

TensorData kept(const TensorData& mask, const std::vector<double>& elements)
{
    const auto bits = mask.toInts();
    std::vector<float> numbers;
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i] != 0)
            numbers.push_back(float(elements[i]));
    return TensorData::of<float>(DataType::Float, {std::int64_t(numbers.size())}, numbers);
}

/// A mask in which each element stands for the numbers of an entry along @p axis.
TensorData widened(const TensorData& mask, const Shape& shape)
{
    if (mask.shape() == shape)
        return mask;
    const auto bits = mask.toInts();
    const auto axis = std::size_t(std::ranges::mismatch(mask.shape(), shape).in1 - mask.shape().begin());
    const auto times = std::size_t(shape[axis] / mask.shape()[axis]);
    std::size_t behind = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        behind *= std::size_t(shape[i]);
    std::vector<std::uint8_t> wide(graph::elementCount(shape));
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::size_t j = 0; j < times; ++j)
            wide[i / behind * behind * times + j * behind + i % behind] = std::uint8_t(bits[i] != 0 ? 1 : 0);
    return TensorData::of<std::uint8_t>(DataType::UInt8, shape, wide);
}

SparseNumbers palettizedNumbers(const ProgramParameters& parameters)
{
    const auto& mask = needed(parameters, "indices_mask");
    const auto indices = TensorData::of<std::int64_t>(DataType::Int64, mask.shape(),
                                                      dense(mask, needed(parameters, "indices_nonzero_data").toInts()));
    const auto whole = throughPalette(indices, needed(parameters, "lut"), given(parameters, "vector_axis"));
    auto wide = widened(mask, whole.shape());
    auto numbers = kept(wide, whole.toDoubles());
    return {std::move(wide), std::move(numbers)};
}

SparseNumbers scaledNumbers(const ProgramParameters& parameters)
{
    const auto& mask = needed(parameters, "data_mask");
    const auto& scale = needed(parameters, "scale");
    const auto* offset = given(parameters, "offset");
    if (offset && offset->shape() != scale.shape())
        throwUnfit(Message("offsets of shape {} for scales of {}", graph::toString(offset->shape()),
                           graph::toString(scale.shape())));
    const BlockPlaces places(mask.shape(), scale.shape());
    const auto scales = scale.toDoubles();
    const auto offsets = offset ? offset->toDoubles() : std::vector<double>(scales.size());
    auto elements = dense(mask, needed(parameters, "nonzero_data").toDoubles());
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = (elements[i] - offsets[places.of(i)]) * scales[places.of(i)];
    return {mask, kept(mask, elements)};
}

} // namespace

TensorData spreadOut(const ProgramParameters& parameters)
{
    const auto mask = maskOf(needed(parameters, "mask"), given(parameters, "shape"));
    const auto elements = dense(mask, needed(parameters, "nonzero_data").toDoubles());
    return TensorData::of<float>(DataType::Float, mask.shape(), std::vector<float>(elements.begin(), elements.end()));
}

std::optional<SparseNumbers> sparseNumbers(const std::string& type, const ProgramParameters& parameters)
{
    if (type == "constexpr_lut_to_sparse")
        return palettizedNumbers(parameters);
    if (type == "constexpr_sparse_blockwise_shift_scale")
        return scaledNumbers(parameters);
    return std::nullopt;
}

} // namespace ql::data
