// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/core_ml_tensors.h"

#include "core/base/error.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ql::data {

using graph::DataType;
using graph::Shape;
using graph::TensorData;
using importers::StoredTensor;

namespace {

[[noreturn]] void throwUnfit(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the package may be damaged: save it again");
}

const TensorData& needed(const ProgramParameters& parameters, const std::string& name)
{
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throwUnfit(Message("parameter {} is missing", name));
    return found->second.data;
}

const TensorData* given(const ProgramParameters& parameters, const std::string& name)
{
    const auto found = parameters.find(name);
    return found == parameters.end() ? nullptr : &found->second.data;
}

StoredTensor plain(TensorData data)
{
    StoredTensor tensor;
    tensor.data = std::move(data);
    return tensor;
}

/// The place of each element of a tensor of shape @p whole in one of @p blocks, whose sizes divide those.
class BlockPlaces {
public:
    BlockPlaces(const Shape& whole, const Shape& blocks)
        : m_whole(whole)
        , m_blocks(blocks)
    {
        if (whole.size() != blocks.size())
            throwUnfit(Message("shapes {} and {} differ in rank", graph::toString(whole), graph::toString(blocks)));
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (blocks[i] <= 0 || whole[i] % blocks[i] != 0)
                throwUnfit(Message("{} blocks don't divide shape {}", graph::toString(blocks), graph::toString(whole)));
    }
    std::size_t of(std::size_t element) const
    {
        std::size_t place = 0, stride = 1;
        for (std::size_t axis = m_whole.size(); axis-- > 0;) {
            const auto size = std::size_t(m_whole[axis]);
            const auto index = element % size / (size / std::size_t(m_blocks[axis]));
            element /= size;
            place += index * stride;
            stride *= std::size_t(m_blocks[axis]);
        }
        return place;
    }

private:
    const Shape& m_whole;
    const Shape& m_blocks;
};

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
    if (const auto axis = axisOf(data.shape(), scale.shape()))
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

/// iOS 16 keeps indices as a row of bits, and the shape beside them.
StoredTensor oldPalette(const TensorData& packed, const TensorData& palette, const TensorData& shape)
{
    const auto sizes = shape.toInts();
    const auto count = graph::elementCount(sizes);
    const auto numbers = palette.toDoubles();
    const int bits = numbers.empty() ? 0 : std::bit_width(numbers.size() - 1);
    if (packed.type() != DataType::UInt8 || bits < 1 || bits > 8 || count > std::numeric_limits<std::size_t>::max() / 8
        || packed.size() < (count * std::size_t(bits) + 7) / 8)
        throwUnfit(Message("{} bytes of indices into {} numbers, for shape {}", packed.size(), numbers.size(),
                           graph::toString(sizes)));
    std::vector<float> elements(count);
    const auto bytes = packed.bytes();
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t index = 0;
        for (int bit = 0; bit < bits; ++bit) {
            const std::size_t place = i * std::size_t(bits) + std::size_t(bit);
            index |= std::size_t(std::to_integer<unsigned>(bytes[place / 8]) >> (place % 8) & 1U) << bit;
        }
        if (index >= numbers.size())
            throwUnfit(Message("index {} of a palette of {}", index, numbers.size()));
        elements[i] = float(numbers[index]);
    }
    return plain(TensorData::of<float>(DataType::Float, sizes, elements));
}

/// iOS 18: palettes for blocks of the indices' shape, [blocks …, entries, numbers of an entry].
std::optional<StoredTensor> blockPalette(const TensorData& indices, const TensorData& palette)
{
    auto blocks = palette.shape();
    if (blocks.size() != indices.shape().size() + 2)
        throwUnfit(Message("a palette of shape {} for indices of {}", graph::toString(blocks),
                           graph::toString(indices.shape())));
    if (blocks.back() != 1) // each index stands for several numbers
        return std::nullopt;
    const auto entries = std::size_t(blocks[blocks.size() - 2]);
    blocks.resize(blocks.size() - 2);
    const BlockPlaces places(indices.shape(), blocks);
    const auto numbers = palette.toDoubles();
    const auto chosen = indices.toInts();
    std::vector<float> elements(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] < 0 || std::size_t(chosen[i]) >= entries)
            throwUnfit(Message("index {} of a palette of {}", chosen[i], entries));
        elements[i] = float(numbers[places.of(i) * entries + std::size_t(chosen[i])]);
    }
    return plain(TensorData::of<float>(DataType::Float, indices.shape(), elements));
}

std::optional<StoredTensor> palettized(const ProgramParameters& parameters)
{
    const auto& indices = needed(parameters, "indices");
    const auto& palette = needed(parameters, "lut");
    if (const auto* shape = given(parameters, "shape"))
        return oldPalette(indices, palette, *shape);
    return blockPalette(indices, palette);
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
        return palettized(parameters);
    return std::nullopt;
}

} // namespace ql::data
