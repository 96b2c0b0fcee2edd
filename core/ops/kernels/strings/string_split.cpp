// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <limits>

namespace ql::ops::kernels::string_split {

namespace {

using Parts = std::vector<std::string>;

constexpr std::string_view kSpaces = " \t\n\v\f\r";

struct Cut {
    std::string delimiter; ///< empty: any run of spaces
    std::size_t most = 0;  ///< cuts

    explicit Cut(const graph::Node& node)
        : delimiter(node.attributes.stringOr("delimiter", ""))
        , most(std::numeric_limits<std::size_t>::max())
    {
        if (!node.attributes.has("maxsplit"))
            return;
        const auto limit = node.attributes.intOr("maxsplit", 0);
        if (limit < 0)
            throw Error(ErrorCode::InvalidNode, Message("attribute maxsplit is {}, expected 0 or more", limit));
        most = static_cast<std::size_t>(limit);
    }
};

Parts cutAtSpaces(std::string_view text, std::size_t most)
{
    Parts parts;
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
    while (!text.empty()) {
        const auto end = parts.size() < most ? text.find_first_of(kSpaces) : std::string_view::npos;
        if (end == std::string_view::npos) {
            parts.emplace_back(text.substr(0, text.find_last_not_of(kSpaces) + 1));
            break;
        }
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(text.find_first_not_of(kSpaces, end), text.size()));
    }
    return parts;
}

Parts cut(std::string_view text, const Cut& how)
{
    if (how.delimiter.empty())
        return cutAtSpaces(text, how.most);
    Parts parts;
    for (auto end = text.find(how.delimiter); end != std::string_view::npos && parts.size() < how.most;
         end = text.find(how.delimiter)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + how.delimiter.size());
    }
    parts.emplace_back(text);
    return parts;
}

std::vector<Tensor> evaluate(const KernelCall& call, const Cut& how)
{
    const auto& x = call.strings(0);
    std::vector<Parts> all;
    std::size_t longest = 0;
    for (const auto& text : x.strings()) {
        all.push_back(cut(text, how));
        longest = std::max(longest, all.back().size());
    }
    auto shape = x.shape();
    shape.push_back(static_cast<std::int64_t>(longest));
    expectAffordable(shape, graph::DataType::String);
    auto counts = newTensor(x.shape(), at::kLong);
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < all.size(); ++i) {
        counts.data_ptr<std::int64_t>()[i] = static_cast<std::int64_t>(all[i].size());
        all[i].resize(longest);
        std::ranges::move(all[i], std::back_inserter(strings));
    }
    return {stringTensor(std::move(shape), std::move(strings)), Tensor{counts}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "StringSplit", 20, kLatestOpset, boundTo<Cut, evaluate>}};
}

} // namespace ql::ops::kernels::string_split
