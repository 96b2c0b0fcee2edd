// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/direct_tensor.h"

#include <re2/re2.h>

namespace ql::ops::kernels::regex_full_match {

namespace {

using Pattern = std::shared_ptr<const RE2>;

Pattern patternOf(const graph::Node& node)
{
    if (!node.attributes.has("pattern"))
        throw Error(ErrorCode::InvalidNode, "attribute pattern is missing");
    const auto text = node.attributes.stringOr("pattern", "");
    auto pattern = std::make_shared<const RE2>(text, RE2::Quiet);
    if (!pattern->ok())
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute pattern is \"{}\", which RE2 can't read: {}", text, pattern->error()),
                    "https://github.com/google/re2/wiki/Syntax says what it reads");
    return pattern;
}

std::vector<Tensor> evaluate(const KernelCall& call, const Pattern& pattern)
{
    const auto& x = call.strings(0);
    auto matches = newTensor(x.shape(), at::kBool);
    auto* match = matches.data_ptr<bool>();
    for (const auto& text : x.strings())
        *match++ = RE2::FullMatch(text, *pattern);
    return {Tensor{matches}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "RegexFullMatch", 20, kLatestOpset, boundTo<patternOf, evaluate>}};
}

} // namespace ql::ops::kernels::regex_full_match
