// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/block_encodings.h"

#include "core/config/dialects/tensors/scale_rules.h"

#include <algorithm>
#include <cmath>

namespace ql::config::encodings_json {

namespace {

using text::Value;
using text::View;

constexpr std::int64_t kMostValues = std::int64_t(1) << 20; // of a block
constexpr int kMostBits = 16;
constexpr const char* kFactors = "per_block_int_scale";
constexpr const char* kChannelScales = "per_channel_float_scale";

/// Numbers in lists of lists.
struct Nested {
    std::vector<double> values;
    std::vector<SourcePosition> places; ///< of numbers and lists
    std::vector<std::int64_t> shape;
    bool isRegular = true;

    void take(const View& view, std::size_t depth = 0)
    {
        places.push_back(view.position());
        if (!view.isSequence()) {
            const auto number = view.asNumber();
            isRegular = isRegular && number && depth == shape.size();
            values.push_back(number.value_or(0.0));
            return;
        }
        const auto items = view.items();
        if (depth == shape.size() && values.empty())
            shape.push_back(std::int64_t(items.size()));
        isRegular = isRegular && depth < shape.size() && shape[depth] == std::int64_t(items.size());
        for (const auto& item : items)
            take(item, depth + 1);
    }
};

Nested nestedOf(const View& entry, const char* key)
{
    Nested nested;
    if (const auto view = entry.find(key))
        nested.take(*view);
    return nested;
}

/// Outer places, blocks along @p axis, inner places.
struct BlockOrder {
    BlockOrder(const std::vector<std::int64_t>& shape, std::size_t axis)
        : blocks(std::size_t(shape[axis]))
    {
        for (std::size_t i = 0; i < shape.size(); ++i)
            (i < axis ? outer : i == axis ? blocks : inner) *= i == axis ? 1 : std::size_t(shape[i]);
    }
    /// Where a tensor has what stands at @p index channel by channel.
    std::size_t placeOf(std::size_t index) const
    {
        const auto channel = index / blocks;
        return (channel / inner * blocks + index % blocks) * inner + channel % inner;
    }
    std::size_t count() const { return outer * blocks * inner; }

    std::size_t outer = 1;
    std::size_t blocks;
    std::size_t inner = 1;
};

/// What is wrong with the numbers; nothing is read then.
bool areUsable(Reading& reading, const View& entry, const Nested& scales, const Nested& factors,
               const ScaleBlocks& blocks, int bits)
{
    const auto refuse = [&](Message message) {
        reading.error("parameter-range", entry.position(), std::move(message));
        return false;
    };
    const double mostFactor = std::ldexp(1.0, std::max(0, blocks.expandedBits - bits));
    const auto isFactor = [mostFactor](double number) {
        return number >= 1.0 && number <= mostFactor && number == std::floor(number);
    };
    if (blocks.size < 1 || blocks.size > kMostValues)
        return refuse(Message("a block size of {}, expected 1 to {}", blocks.size, kMostValues));
    if (bits > kMostBits)
        return refuse(Message("blocks of {} bits are not followed, only of 2 to {}", bits, kMostBits));
    if (scales.values.empty() || !scales.isRegular || !factors.isRegular)
        return refuse(Message("the scales of blocks are no list, or no lists that are all as long"));
    if (const auto wrong = std::ranges::find_if_not(scales.values, isScale); wrong != scales.values.end())
        return refuse(Message("scale is {}, expected a number above 0 that float32 has (1.2e-38 to 3.4e+38)", *wrong));
    if (const auto wrong = std::ranges::find_if_not(factors.values, isFactor); wrong != factors.values.end())
        return refuse(Message("a block's factor is {}, expected a whole number from 1 to {}", *wrong, mostFactor));
    if (factors.values.size() % scales.values.size() != 0)
        return refuse(Message("{} blocks for {} channels with a scale", factors.values.size(), scales.values.size()));
    return true;
}

/// Offsets of blocks would need integers of another kind than groups have.
bool areInTheMiddle(Reading& reading, const View& entry, const char* key, std::int64_t middle)
{
    const auto offsets = nestedOf(entry, key);
    const auto view = entry.find(key);
    if (!view || view->isNull()
        || std::ranges::all_of(offsets.values, [middle](double offset) { return offset == double(middle); }))
        return true;
    reading.error("parameter-range", view->position(),
                  Message("offsets of blocks are not followed, only {} in the middle of the integers", middle));
    return false;
}

void setBlocks(TensorSettings& settings, const Nested& scales, const Nested& factors, ScaleBlocks blocks,
               const std::optional<BlockOrder>& order)
{
    const auto& given = factors.values.empty() ? scales.values : factors.values;
    const auto placeOf = [&](std::size_t i) { return order ? order->placeOf(i) : i; };
    FixedScale fixed;
    if (!factors.values.empty())
        blocks.channelScales = scales.values;
    const auto perChannel = factors.values.empty() ? 1 : given.size() / scales.values.size();
    for (std::size_t i = 0; i < given.size(); ++i) {
        const double number = given[placeOf(i)];
        fixed.scales.push_back(factors.values.empty() ? number : number * scales.values[i / perChannel]);
        if (!factors.values.empty())
            blocks.factors.push_back(std::int64_t(number));
    }
    fixed.offsets.assign(fixed.scales.size(), 0);
    fixed.positions = scales.places;
    fixed.positions.insert(fixed.positions.end(), factors.places.begin(), factors.places.end());
    fixed.blocks = std::move(blocks);
    settings.fixed = {std::move(fixed), scales.places.front()};
}

/// What else an entry says of its blocks.
void addPlaces(const View& entry, FixedScale& fixed)
{
    for (const char* key : {"block_size", "compressed_bw", "enc_type", "axis"})
        if (const auto view = entry.find(key))
            fixed.positions.push_back(view->position());
    for (const char* key : {"offset", "y_zero_point"}) {
        const auto places = nestedOf(entry, key).places;
        fixed.positions.insert(fixed.positions.end(), places.begin(), places.end());
    }
}

Value listOf(const std::vector<double>& numbers)
{
    std::vector<Value> items;
    for (const double number : numbers)
        items.push_back(Value::ofDouble(number));
    return Value::ofSequence(std::move(items));
}

Value listOf(const std::vector<std::int64_t>& numbers)
{
    std::vector<Value> items;
    for (const auto number : numbers)
        items.push_back(Value::ofInt(number));
    return Value::ofSequence(std::move(items));
}

/// @p items in C order as lists of lists.
Value nested(std::vector<Value> items, const std::vector<std::int64_t>& shape)
{
    for (auto size = shape.rbegin(); size + 1 != shape.rend(); ++size) {
        std::vector<Value> outer;
        for (auto item = items.begin(); item != items.end(); item += *size)
            outer.push_back(Value::ofSequence({item, item + *size}));
        items = std::move(outer);
    }
    return Value::ofSequence(std::move(items));
}

/// The tensor of the scales: as the file said it, or a row of blocks for each channel.
std::vector<std::int64_t> shapeOf(const FixedScale& fixed)
{
    const auto& blocks = *fixed.blocks;
    if (!blocks.shape.empty())
        return blocks.shape;
    const auto channels = std::int64_t(std::max<std::size_t>(1, blocks.channelScales.size()));
    return {channels, std::int64_t(fixed.scales.size()) / channels};
}

} // namespace

void readBlocks(Reading& reading, const View& entry, TensorSettings& settings)
{
    const auto scales = nestedOf(entry, "scale");
    const bool isFactored = reading.text(entry, "enc_type") == std::string("LPBQ");
    const auto factors = isFactored ? nestedOf(entry, kFactors) : Nested();
    const auto narrow = reading.integer(entry, "compressed_bw");
    ScaleBlocks blocks{.size = reading.integer(entry, "block_size").value_or(0)};
    const auto middle = std::int64_t(1) << (*settings.bits - 1);
    if (isFactored) {
        blocks.expandedBits = *settings.bits;
        if (factors.values.empty() || !narrow || *narrow < 2 || *narrow > blocks.expandedBits)
            return reading.error("parameter-range", entry.position(),
                                 Message("LPBQ with {} factors and a compressed_bw of {}, expected one for each block "
                                         "and 2 to {} bits",
                                         factors.values.size(), narrow.value_or(0), blocks.expandedBits));
        settings.bits = {int(*narrow), narrow.position};
    }
    if (areUsable(reading, entry, scales, factors, blocks, *settings.bits)
        && areInTheMiddle(reading, entry, "offset", -middle))
        setBlocks(settings, scales, factors, std::move(blocks), std::nullopt);
    if (settings.fixed)
        addPlaces(entry, *settings.fixed);
}

void readVersionTwoBlocks(Reading& reading, const View& entry, TensorSettings& settings)
{
    const auto factors = nestedOf(entry, kFactors);
    const auto scales = nestedOf(entry, factors.values.empty() ? "y_scale" : kChannelScales);
    const auto& shape = factors.values.empty() ? scales.shape : factors.shape;
    const auto rank = std::int64_t(shape.size());
    const auto said = settings.channelAxis.value_or(1);
    const auto axis = said < 0 ? said + rank : std::int64_t(said);
    const auto middle = settings.isUnsigned.value_or(false) ? std::int64_t(1) << (*settings.bits - 1) : 0;
    ScaleBlocks blocks{.size = reading.integer(entry, "block_size").value_or(0), .axis = axis, .shape = shape};
    if (!factors.values.empty())
        blocks.expandedBits = 2 * *settings.bits;
    if (!areUsable(reading, entry, scales, factors, blocks, *settings.bits)
        || !areInTheMiddle(reading, entry, "y_zero_point", middle))
        return;
    if (axis < 0 || axis >= rank)
        return reading.error("parameter-range", entry.position(),
                             Message("blocks along axis {}, and the lists of their scales have {} axes", said, rank));
    setBlocks(settings, scales, factors, std::move(blocks), BlockOrder(shape, std::size_t(axis)));
    addPlaces(entry, *settings.fixed);
    settings.channelAxis.reset();
}

void addBlocks(Value& entry, const TensorSettings& settings)
{
    const auto& fixed = *settings.fixed;
    const auto& blocks = *fixed.blocks;
    const bool isFactored = !blocks.factors.empty();
    const int bits = settings.bits.value_or(8);
    const auto& scales = isFactored ? blocks.channelScales : fixed.scales;
    const auto half = std::int64_t(1) << ((isFactored ? blocks.expandedBits : bits) - 1);
    entry.add("bw", Value::ofInt(isFactored ? blocks.expandedBits : bits));
    entry.add("dtype", Value::ofText("INT"));
    entry.add("enc_type", Value::ofText(isFactored ? "LPBQ" : "PER_BLOCK"));
    entry.add("is_sym", Value::ofBool(true));
    entry.add("block_size", Value::ofInt(blocks.size));
    if (isFactored) {
        entry.add("compressed_bw", Value::ofInt(bits));
        entry.add(kFactors, listOf(blocks.factors));
    }
    entry.add("offset", listOf(std::vector<std::int64_t>(scales.size(), -half)));
    entry.add("scale", listOf(scales));
}

void addVersionTwoBlocks(Value& entry, const TensorSettings& settings)
{
    const auto& fixed = *settings.fixed;
    const auto& blocks = *fixed.blocks;
    const auto shape = shapeOf(fixed);
    const auto axis = std::size_t(blocks.axis.value_or(1));
    const BlockOrder order(shape, axis);
    std::vector<Value> items(order.count());
    const bool isFactored = !blocks.factors.empty();
    for (std::size_t i = 0; i < items.size(); ++i)
        items[order.placeOf(i)] = isFactored ? Value::ofInt(blocks.factors[i]) : Value::ofDouble(fixed.scales[i]);
    if (isFactored) {
        auto channels = shape;
        channels[axis] = 1;
        std::vector<Value> scales;
        for (const double scale : blocks.channelScales)
            scales.push_back(Value::ofDouble(scale));
        entry.add(kChannelScales, nested(std::move(scales), channels));
    }
    entry.add(isFactored ? kFactors : "y_scale", nested(std::move(items), shape));
    entry.add("axis", Value::ofInt(std::int64_t(axis)));
    entry.add("block_size", Value::ofInt(blocks.size));
}

} // namespace ql::config::encodings_json
