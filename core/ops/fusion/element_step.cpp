// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/element_step.h"

#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>

namespace ql::ops {

namespace {

constexpr std::int64_t kTile = 2048; ///< elements: three of them fit in 32 KiB

struct Tile {
    const float* from;
    const float* operand; ///< or null
    float* to;
    std::size_t count;
};

void apply(const ElementStep& step, BinaryMap map, const Tile& tile)
{
    const bool isNumber = step.other == ElementStep::Other::Number;
    const float* const other = isNumber ? &step.number : tile.operand;
    if (step.isOtherLeft)
        mapElements(map, isNumber ? OperandShape::SingleLeft : OperandShape::BothFull, other, tile.from, tile.to,
                    tile.count);
    else
        mapElements(map, isNumber ? OperandShape::SingleRight : OperandShape::BothFull, tile.from, other, tile.to,
                    tile.count);
}

void apply(const ElementStep& step, const Tile& tile)
{
    if (const auto* const unary = std::get_if<UnaryMap>(&step.map))
        mapElements(*unary, tile.from, tile.to, tile.count);
    else if (const auto* const smooth = std::get_if<SmoothMap>(&step.map))
        mapElements(*smooth, tile.from, tile.to, tile.count);
    else
        apply(step, std::get<BinaryMap>(step.map), tile);
}

bool isReadable(const Tensor& x)
{
    return x.isDefined() && x.type == graph::DataType::Float && x.data.dim() > 0 && areContiguousFloats(x.data);
}

std::int64_t productsPerElement(std::span<const ElementStep> steps)
{
    std::int64_t products = 0;
    for (const auto& step : steps)
        products += std::holds_alternative<SmoothMap>(step.map) ? kProductsPerCurve : kProductsPerElement;
    return products;
}

} // namespace

std::optional<Tensor> ranInTiles(std::span<const ElementStep> steps, const Tensor& x, const Tensor* operand)
{
    if (!isReadable(x) || (operand && (!isReadable(*operand) || operand->data.sizes() != x.data.sizes())))
        return {};
    auto y = newTensor(x.data.sizes(), at::kFloat);
    const float* const from = x.data.data_ptr<float>();
    const float* const other = operand ? operand->data.data_ptr<float>() : nullptr;
    float* const to = y.data_ptr<float>();
    forEachPart(x.data.numel(), x.data.numel() * productsPerElement(steps), [&](std::int64_t begin, std::int64_t end) {
        for (auto at = begin; at < end; at += kTile) {
            Tile tile{from + at, other ? other + at : nullptr, to + at, std::size_t(std::min(kTile, end - at))};
            for (const auto& step : steps) {
                apply(step, tile);
                tile.from = tile.to;
            }
        }
    });
    return Tensor(std::move(y));
}

} // namespace ql::ops
