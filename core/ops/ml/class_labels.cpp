// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/class_labels.h"

#include "core/base/error.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::ops {

Tensor listOfInts(const graph::Node& node, std::string_view attribute)
{
    return node.attributes.has(attribute) ? Tensor{listOf(node.attributes.intsOr(attribute, {}))} : Tensor();
}

Tensor listOfFloats(const graph::Node& node, std::string_view attribute)
{
    if (!node.attributes.has(attribute))
        return {};
    return Tensor{at::tensor(node.attributes.floatsOr(attribute, {}), at::kDouble).to(at::kFloat)};
}

Tensor listOfStrings(const graph::Node& node, std::string_view attribute)
{
    if (!node.attributes.has(attribute))
        return {};
    const auto strings = node.attributes.stringsOr(attribute, {});
    return stringTensor({static_cast<std::int64_t>(strings.size())}, strings);
}

Tensor labelsOf(const graph::Node& node, std::string_view integers, std::string_view strings)
{
    auto numbers = listOfInts(node, integers);
    auto names = listOfStrings(node, strings);
    const bool hasNumbers = numbers.isDefined() && lengthOf(numbers) > 0;
    const bool hasNames = names.holdsStrings() && lengthOf(names) > 0;
    if (hasNumbers == hasNames)
        throw Error(ErrorCode::InvalidNode,
                    hasNames ? Message("attributes {} and {} are both given, expected one", integers, strings)
                             : Message("neither attribute {} nor {} is given, expected one", integers, strings));
    return hasNames ? names : numbers;
}

std::size_t lengthOf(const Tensor& list)
{
    return list.holdsStrings() ? list.strings->size() : static_cast<std::size_t>(list.data.numel());
}

Tensor chosen(const Tensor& list, const std::vector<std::int64_t>& places, const graph::Shape& shape)
{
    if (!list.holdsStrings())
        return {list.data.index_select(0, listOf(places)).reshape(shape), list.type};
    std::vector<std::string> strings;
    strings.reserve(places.size());
    for (const auto place : places)
        strings.push_back(list.strings->strings().at(static_cast<std::size_t>(place)));
    return stringTensor(shape, std::move(strings));
}

} // namespace ql::ops
