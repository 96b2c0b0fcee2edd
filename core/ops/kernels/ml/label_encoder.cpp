// SPDX-License-Identifier: GPL-3.0-or-later
// LabelEncoder and CategoryMapper: each element by its place in a list of keys.
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/support/checks.h"

#include <bit>
#include <cmath>
#include <unordered_map>

namespace ql::ops::kernels::label_encoder {

using graph::DataType;

namespace {

/// What equal keys have in common, as bytes: NaN equals NaN, and -0 equals 0.
std::string keyOf(double number)
{
    const auto plain = std::isnan(number) ? std::nan("") : number == 0.0 ? 0.0 : number;
    const auto bits = std::bit_cast<std::array<char, sizeof(double)>>(plain);
    return {bits.data(), bits.size()};
}

std::string keyOf(std::int64_t number)
{
    const auto bits = std::bit_cast<std::array<char, sizeof(number)>>(number);
    return {bits.data(), bits.size()};
}

std::vector<std::string> keysOf(const Tensor& tensor)
{
    if (tensor.holdsStrings())
        return tensor.strings->strings();
    std::vector<std::string> keys;
    const auto data = toTensorData(tensor);
    if (graph::isFloatingPoint(tensor.type))
        for (const auto number : data.toDoubles())
            keys.push_back(keyOf(number));
    else
        for (const auto number : data.toInts())
            keys.push_back(keyOf(number));
    return keys;
}

struct Encoding {
    DataType keyType = DataType::Undefined;
    std::unordered_map<std::string, std::int64_t> places;
    Tensor values; ///< by place; the last one is for what is no key

    Encoding(const Tensor& keys, const Tensor& theirValues, const Tensor& otherwise)
        : keyType(keys.type)
    {
        if (lengthOf(keys) != lengthOf(theirValues))
            throw Error(ErrorCode::InvalidNode,
                        Message("there are {} keys and {} values", lengthOf(keys), lengthOf(theirValues)));
        for (const auto& key : keysOf(keys))
            places.emplace(key, static_cast<std::int64_t>(places.size()));
        if (places.size() != lengthOf(keys))
            throw Error(ErrorCode::InvalidNode, "a key is there twice");
        values = joined(theirValues, otherwise);
    }

    static Tensor joined(const Tensor& list, const Tensor& last)
    {
        if (lengthOf(last) != 1 || list.type != last.type)
            throw Error(ErrorCode::InvalidNode,
                        Message("the default has type {} and {} elements, expected one of {}", graph::name(last.type),
                                lengthOf(last), graph::name(list.type)));
        if (!list.holdsStrings())
            return {at::cat({list.data.flatten(), last.data.flatten()}), list.type};
        auto strings = list.strings->strings();
        strings.push_back(last.strings->strings().front());
        return stringTensor({static_cast<std::int64_t>(strings.size())}, strings);
    }

    Tensor encoded(const Tensor& x) const
    {
        if (x.type != keyType)
            throw Error(ErrorCode::TypeMismatch, Message("input 0 has type {}, expected {} as the keys",
                                                         graph::name(x.type), graph::name(keyType)));
        std::vector<std::int64_t> found;
        for (const auto& key : keysOf(x)) {
            const auto place = places.find(key);
            found.push_back(place == places.end() ? static_cast<std::int64_t>(places.size()) : place->second);
        }
        return chosen(values, found, x.shape());
    }
};

Tensor oneString(const graph::Node& node)
{
    return stringTensor({1}, {node.attributes.stringOr("default_string", "_Unused")});
}

Tensor oneInt(const graph::Node& node)
{
    return Tensor{at::full({1}, node.attributes.intOr("default_int64", -1), at::kLong)};
}

/// Numbers to names or names to numbers, whichever come in.
Kernel bindBothWays(const graph::Node& node, const Tensor& numbers, const Tensor& names)
{
    const Encoding toNames(numbers, names, oneString(node));
    const Encoding toNumbers(names, numbers, oneInt(node));
    return [toNames, toNumbers](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.tensor(0);
        return {x.holdsStrings() ? toNumbers.encoded(x) : toNames.encoded(x)};
    };
}

/// Opset 1: a class is its place in a list of names.
Kernel bindClasses(const graph::Node& node)
{
    const auto names = listOfStrings(node, "classes_strings");
    if (!names.holdsStrings())
        throw Error(ErrorCode::InvalidNode, "attribute classes_strings is missing");
    return bindBothWays(node, Tensor{at::arange(static_cast<std::int64_t>(lengthOf(names)), at::kLong)}, names);
}

Kernel bindCategories(const graph::Node& node)
{
    const auto names = listOfStrings(node, "cats_strings");
    const auto numbers = listOfInts(node, "cats_int64s");
    if (!names.holdsStrings() || !numbers.isDefined())
        throw Error(ErrorCode::InvalidNode, "attributes cats_strings and cats_int64s are both needed");
    return bindBothWays(node, numbers, names);
}

/// The attribute that @p begin starts the name of: keys_floats, keys_int64s …
Tensor listFrom(const graph::Node& node, const std::string& begin)
{
    std::vector<Tensor> found;
    for (auto& list :
         {listOfFloats(node, begin + "floats"), listOfInts(node, begin + "int64s"),
          listOfStrings(node, begin + "strings"),
          node.attributes.has(begin + "tensor") ? toTensor(node.attributes.requiredTensor(begin + "tensor"))
                                                : Tensor()})
        if (list.isPresent())
            found.push_back(list);
    if (found.size() != 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("{} of the attributes {}* are given, expected one", found.size(), begin));
    return found.front();
}

Tensor defaultFor(const graph::Node& node, const Tensor& values)
{
    if (node.attributes.has("default_tensor"))
        return toTensor(node.attributes.requiredTensor("default_tensor"));
    if (values.holdsStrings())
        return oneString(node);
    if (values.type == DataType::Int64)
        return oneInt(node);
    const auto number = graph::isFloatingPoint(values.type) ? node.attributes.floatOr("default_float", -0.0) : -1.0;
    return {at::full({1}, number, storageType(values.type)), values.type};
}

Kernel bindKeys(const graph::Node& node)
{
    const auto values = listFrom(node, "values_");
    const Encoding encoding(listFrom(node, "keys_"), values, defaultFor(node, values));
    return [encoding](const KernelCall& call) -> std::vector<Tensor> { return {encoding.encoded(call.tensor(0))}; };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "CategoryMapper", 1, kLatestOpset, bindCategories},
            {kMl, "LabelEncoder", 1, 1, bindClasses},
            {kMl, "LabelEncoder", 2, kLatestOpset, bindKeys}};
}

} // namespace ql::ops::kernels::label_encoder
