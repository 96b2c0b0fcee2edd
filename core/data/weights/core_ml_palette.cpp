// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/core_ml_palette.h"

#include "core/data/weights/core_ml_parameters.h"
#include "core/ops/support/checks.h"

#include <bit>
#include <limits>

namespace ql::data {

using graph::DataType;
using graph::Shape;
using graph::TensorData;

namespace {

/// iOS 16 keeps indices as a row of bits, and the shape beside them.
TensorData rowOfIndices(const TensorData& packed, const TensorData& palette, const TensorData& shape)
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
        for (int bit = 0; bit < bits; ++bit)
            index |= std::size_t(bitAt(bytes, i * std::size_t(bits) + std::size_t(bit))) << bit;
        if (index >= numbers.size())
            throwUnfit(Message("index {} of a palette of {}", index, numbers.size()));
        elements[i] = float(numbers[index]);
    }
    return TensorData::of<float>(DataType::Float, sizes, elements);
}

/// Of iOS 18: palettes for blocks of the indices' shape, [blocks …, entries, numbers of an entry].
struct BlockPalettes {
    Shape blocks;
    std::size_t entries = 0;
    std::size_t perEntry = 1;
    std::size_t vectorAxis = 0; ///< along which the numbers of an entry lie, where there are several
    std::vector<double> numbers;
};

BlockPalettes palettesOf(const TensorData& palette, const Shape& indices, const TensorData* vectorAxis)
{
    BlockPalettes palettes{.blocks = palette.shape(), .numbers = palette.toDoubles()};
    if (palettes.blocks.size() != indices.size() + 2)
        throwUnfit(Message("a palette of shape {} for indices of {}", graph::toString(palettes.blocks),
                           graph::toString(indices)));
    palettes.entries = std::size_t(palettes.blocks[indices.size()]);
    palettes.perEntry = std::size_t(palettes.blocks.back());
    palettes.blocks.resize(indices.size());
    if (palettes.perEntry == 1)
        return palettes;
    const auto rank = std::int64_t(indices.size());
    const auto axis = vectorAxis && vectorAxis->size() == 1 ? vectorAxis->toInts().front() : rank;
    if (axis < -rank || axis >= rank)
        throwUnfit(
            Message("a palette of {} numbers an entry, and no vector_axis among the {} axes", palettes.perEntry, rank));
    palettes.vectorAxis = std::size_t(axis < 0 ? axis + rank : axis);
    return palettes;
}

/// Each index as the numbers of its entry, one after the other along the axis of vectors.
TensorData throughPalettes(const BlockPalettes& palettes, const TensorData& indices)
{
    auto shape = indices.shape();
    const BlockPlaces places(indices.shape(), palettes.blocks);
    std::size_t behind = 1; // elements from one along the axis of vectors to the next
    for (std::size_t i = palettes.vectorAxis + 1; i < shape.size(); ++i)
        behind *= std::size_t(shape[i]);
    if (palettes.perEntry > 1)
        shape[palettes.vectorAxis] *= std::int64_t(palettes.perEntry);
    ops::expectAffordable(shape, DataType::Float);
    const auto chosen = indices.toInts();
    std::vector<float> elements(graph::elementCount(shape));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] < 0 || std::size_t(chosen[i]) >= palettes.entries)
            throwUnfit(Message("index {} of a palette of {}", chosen[i], palettes.entries));
        const auto entry = (places.of(i) * palettes.entries + std::size_t(chosen[i])) * palettes.perEntry;
        const auto first = i / behind * behind * palettes.perEntry + i % behind;
        for (std::size_t j = 0; j < palettes.perEntry; ++j)
            elements[first + j * behind] = float(palettes.numbers[entry + j]);
    }
    return TensorData::of<float>(DataType::Float, shape, elements);
}

} // namespace

TensorData throughPalette(const TensorData& indices, const TensorData& palette, const TensorData* vectorAxis)
{
    return throughPalettes(palettesOf(palette, indices.shape(), vectorAxis), indices);
}

TensorData palettized(const ProgramParameters& parameters)
{
    const auto& indices = needed(parameters, "indices");
    const auto& palette = needed(parameters, "lut");
    if (const auto* shape = given(parameters, "shape"))
        return rowOfIndices(indices, palette, *shape);
    return throughPalette(indices, palette, given(parameters, "vector_axis"));
}

} // namespace ql::data
