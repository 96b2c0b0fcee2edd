// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"

#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <string_view>

namespace ql::ops {

using graph::DataType;

namespace {

bool containsStrings(const Tensor& value)
{
    return value.holdsStrings() || (value.isSequence() && std::ranges::any_of(*value.items, containsStrings));
}

/// Every distinct string of a call in ascending order.
class Ranks {
public:
    explicit Ranks(std::span<const Tensor> values)
    {
        for (const auto& value : values)
            collect(value);
        std::ranges::sort(m_strings);
        const auto repeated = std::ranges::unique(m_strings);
        m_strings.erase(repeated.begin(), repeated.end());
    }

    Tensor ranksOf(const Tensor& value) const
    {
        if (value.isSequence())
            return forEachItem(value, [this](const Tensor& item) { return ranksOf(item); });
        if (!value.holdsStrings())
            return value;
        auto ranks = newTensor(value.shape(), at::kLong);
        std::ranges::transform(value.strings->strings(), ranks.data_ptr<std::int64_t>(), [this](std::string_view text) {
            return std::ranges::lower_bound(m_strings, text) - m_strings.begin();
        });
        return {ranks, DataType::String};
    }

    Tensor stringsOf(const Tensor& value) const
    {
        if (value.isSequence())
            return forEachItem(value, [this](const Tensor& item) { return stringsOf(item); });
        if (value.type != DataType::String || !value.isDefined())
            return value;
        expectAffordable(value.shape(), DataType::String);
        const auto ranks = value.data.contiguous();
        const auto* first = ranks.data_ptr<std::int64_t>();
        std::vector<std::string> strings;
        strings.reserve(static_cast<std::size_t>(ranks.numel()));
        for (std::int64_t i = 0; i < ranks.numel(); ++i)
            strings.emplace_back(m_strings.at(static_cast<std::size_t>(first[i])));
        return stringTensor(value.shape(), std::move(strings));
    }

private:
    void collect(const Tensor& value)
    {
        if (value.holdsStrings())
            m_strings.insert(m_strings.end(), value.strings->strings().begin(), value.strings->strings().end());
        else if (value.isSequence())
            std::ranges::for_each(*value.items, [this](const Tensor& item) { collect(item); });
    }

    template <typename Change>
    static Tensor forEachItem(const Tensor& sequence, Change&& change)
    {
        std::vector<Tensor> items;
        std::ranges::transform(*sequence.items, std::back_inserter(items), change);
        return sequenceOf(std::move(items));
    }

    std::vector<std::string_view> m_strings{std::string_view()}; ///< of tensors that outlive the call
};

Kernel onRanks(Kernel kernel)
{
    return [kernel = std::move(kernel)](const KernelCall& call) {
        if (std::ranges::none_of(call.inputs, containsStrings))
            return kernel(call);
        const Ranks ranks(call.inputs);
        std::vector<Tensor> inputs;
        for (const auto& input : call.inputs)
            inputs.push_back(ranks.ranksOf(input));
        auto results = kernel({inputs, call.runBody});
        for (auto& result : results)
            result = ranks.stringsOf(result);
        return results;
    };
}

} // namespace

OperatorDefinitions takingStrings(OperatorDefinitions definitions, int since)
{
    for (auto& definition : definitions)
        definition.bind = [bind = std::move(definition.bind), since](const graph::Node& node) {
            return node.opset < since ? bind(node) : onRanks(bind(node));
        };
    return definitions;
}

} // namespace ql::ops
