// SPDX-License-Identifier: GPL-3.0-or-later
// ZipMap, DictVectorizer and CastMap: between tensors and maps.
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/ml/feature_rows.h"
#include "core/ops/strings/numeric_text.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ql::ops::kernels::maps {

using graph::DataType;

namespace {

Kernel bindZip(const graph::Node& node)
{
    const auto keys = labelsOf(node, "classlabels_int64s", "classlabels_strings");
    return [keys](const KernelCall& call) -> std::vector<Tensor> {
        const auto rows = featureRows(call, at::kFloat);
        if (rows.size(1) != static_cast<std::int64_t>(lengthOf(keys)))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 has {} columns, expected {} as there are keys", rows.size(1), lengthOf(keys)));
        std::vector<Tensor> maps;
        for (std::int64_t i = 0; i < rows.size(0); ++i)
            maps.push_back(mapOf(keys, Tensor{rows[i]}));
        return {sequenceOf(std::move(maps))};
    };
}

/// A zero, or an empty string, of the type of a list.
Tensor nothingOf(const Tensor& list)
{
    return list.holdsStrings() ? stringTensor({1}, {""}) : Tensor(at::zeros({1}, list.data.options()), list.type);
}

Tensor withOneMore(const Tensor& list, const Tensor& more)
{
    if (!list.holdsStrings())
        return {at::cat({list.data.flatten(), more.data}), list.type};
    auto strings = list.strings->strings();
    strings.push_back(more.strings->strings().front());
    return stringTensor({static_cast<std::int64_t>(strings.size())}, strings);
}

/// The values of @p map at @p places of its keys; -1 is nothing.
Tensor valuesAt(const Tensor& map, std::vector<std::int64_t> places)
{
    const auto& values = map.items->back();
    const auto last = static_cast<std::int64_t>(lengthOf(values));
    std::ranges::replace(places, std::int64_t(-1), last);
    const auto count = static_cast<std::int64_t>(places.size());
    return chosen(withOneMore(values, nothingOf(values)), places, {1, count});
}

template <typename Key>
std::vector<std::int64_t> placesOf(const std::vector<Key>& wanted, const std::vector<Key>& keys)
{
    std::map<Key, std::int64_t> known;
    for (std::size_t i = 0; i < keys.size(); ++i)
        known.emplace(keys[i], static_cast<std::int64_t>(i));
    std::vector<std::int64_t> places;
    for (const auto& key : wanted) {
        const auto found = known.find(key);
        places.push_back(found == known.end() ? -1 : found->second);
    }
    return places;
}

std::vector<std::int64_t> intKeysOf(const Tensor& map)
{
    if (map.items->front().type != DataType::Int64)
        throw Error(ErrorCode::TypeMismatch,
                    Message("the map's keys have type {}, expected int64", graph::name(map.items->front().type)));
    return toTensorData(map.items->front()).toInts();
}

Kernel bindVectorizer(const graph::Node& node)
{
    const auto words = labelsOf(node, "int64_vocabulary", "string_vocabulary");
    return [words](const KernelCall& call) -> std::vector<Tensor> {
        const auto& map = call.map(0);
        if (!words.holdsStrings())
            return {valuesAt(map, placesOf(toTensorData(words).toInts(), intKeysOf(map)))};
        const auto& keys = map.items->front();
        if (!keys.holdsStrings())
            throw Error(ErrorCode::TypeMismatch,
                        Message("the map's keys have type {}, expected string", graph::name(keys.type)));
        return {valuesAt(map, placesOf(words.strings->strings(), keys.strings->strings()))};
    };
}

DataType targetOf(const graph::Node& node)
{
    const auto word = node.attributes.stringOr("cast_to", "TO_FLOAT");
    if (word == "TO_FLOAT")
        return DataType::Float;
    if (word == "TO_INT64")
        return DataType::Int64;
    if (word == "TO_STRING")
        return DataType::String;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute cast_to is \"{}\", expected TO_FLOAT, TO_STRING or TO_INT64", word));
}

Tensor casted(const Tensor& values, DataType to)
{
    if (values.type == to)
        return values;
    if (values.holdsStrings())
        return numbersOfStrings(*values.strings, to);
    return to == DataType::String ? stringsOfNumbers(values) : Tensor(values.data.to(storageType(to)), to);
}

Kernel bindCast(const graph::Node& node)
{
    const auto form = node.attributes.stringOr("map_form", "DENSE");
    if (form != "DENSE" && form != "SPARSE")
        throw Error(ErrorCode::InvalidNode, Message("attribute map_form is \"{}\", expected DENSE or SPARSE", form));
    const auto size = node.attributes.intOr("max_map", 1);
    expectAffordable({size}, DataType::String);
    return [isDense = form == "DENSE", size, to = targetOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& map = call.map(0);
        const auto keys = intKeysOf(map);
        auto wanted = keys;
        std::ranges::sort(wanted);
        if (!isDense) {
            if (!wanted.empty() && (wanted.front() < 0 || wanted.back() >= size))
                throw Error(ErrorCode::InvalidNode,
                            Message("a key is {}, expected 0 to {} (max_map)",
                                    wanted.front() < 0 ? wanted.front() : wanted.back(), size - 1));
            wanted.resize(static_cast<std::size_t>(size));
            std::iota(wanted.begin(), wanted.end(), std::int64_t(0));
        }
        return {casted(valuesAt(map, placesOf(wanted, keys)), to)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "CastMap", 1, kLatestOpset, bindCast},
            {kMl, "DictVectorizer", 1, kLatestOpset, bindVectorizer},
            {kMl, "ZipMap", 1, kLatestOpset, bindZip}};
}

} // namespace ql::ops::kernels::maps
