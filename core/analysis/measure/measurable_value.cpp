// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/measurable_value.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::analysis {

using ops::Tensor;

namespace {

const Tensor& keysOf(const Tensor& map)
{
    return map.items->front();
}

bool areEqual(const Tensor& a, const Tensor& b)
{
    if (a.holdsStrings() || b.holdsStrings())
        return a.holdsStrings() && b.holdsStrings()
               && (a.strings == b.strings || a.strings->strings() == b.strings->strings());
    return a.isDefined() && b.isDefined() && a.type == b.type && (a.data.is_same(b.data) || a.data.equal(b.data));
}

} // namespace

bool isMeasurable(const graph::Value& output)
{
    return output.type != graph::DataType::String;
}

void requireMeasurable(const graph::Value& output)
{
    if (!isMeasurable(output))
        throw Error(ErrorCode::BadArgument,
                    Message("output {} holds strings: there is nothing to measure", output.name));
}

Tensor commonKeys(const Tensor& value)
{
    if (value.isMap())
        return keysOf(value);
    if (!value.isSequence() || value.items->empty() || !value.items->front().isMap())
        return {};
    const auto& keys = keysOf(value.items->front());
    const bool areCommon = std::ranges::all_of(
        *value.items, [&keys](const Tensor& item) { return item.isMap() && areEqual(keysOf(item), keys); });
    return areCommon ? keys : Tensor();
}

Tensor measurable(const Tensor& value)
{
    if (!value.items)
        return value;
    if (!commonKeys(value).isPresent())
        return {};
    if (value.isMap())
        return value.items->back();
    std::vector<at::Tensor> rows;
    for (const auto& map : *value.items) {
        const auto& values = map.items->back();
        if (!values.isDefined() || values.type != value.items->front().items->back().type)
            return {};
        rows.push_back(values.data);
    }
    return {at::stack(rows), value.items->front().items->back().type};
}

std::uint64_t equalStrings(const Tensor& a, const Tensor& b)
{
    std::uint64_t equal = 0;
    for (std::size_t i = 0; i < a.strings->size(); ++i)
        equal += a.strings->strings()[i] == b.strings->strings()[i] ? 1 : 0;
    return equal;
}

} // namespace ql::analysis
