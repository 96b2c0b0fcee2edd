// SPDX-License-Identifier: GPL-3.0-or-later
// scaled_dot_product_attention as the operators that it is made of, so that each is a layer.
#include "core/base/error.h"
#include "core/import/exported_program/operator_forms.h"

#include <cmath>
#include <limits>

namespace ql::importers::exported_program {

using Value = torch::jit::Value;
using Kind = Argument::Kind;

namespace {

bool isTrue(const Argument* argument)
{
    return argument && argument->kind == Kind::Flag && argument->integer != 0;
}

/// 1 / sqrt(depth) unless the operation says otherwise.
Value* attentionScale(OperatorWriter& writer, Value* query)
{
    const auto* told = writer.find("scale", std::string::npos);
    if (told && told->kind == Kind::Number)
        return writer.constant(told->number);
    if (told && told->kind == Kind::Value)
        return writer.valueOf(*told);
    const auto* facts = writer.factsOf(writer.find("query", 0));
    if (facts && !facts->sizes.empty() && facts->sizes.back())
        return writer.constant(1.0 / std::sqrt(double(*facts->sizes.back())));
    auto* depth = writer.call("aten::size", {query, writer.constant(std::int64_t(-1))});
    return writer.call("aten::div", {writer.constant(1.0), writer.call("aten::sqrt", {depth})});
}

/// What is added to the scores, or null.
Value* attentionMask(OperatorWriter& writer, Value* scores)
{
    const auto boolean = c10::IValue(std::int64_t(at::kBool));
    auto* least = writer.constant(-std::numeric_limits<double>::infinity());
    const auto excluding = [&](Value* isKept) {
        return writer.call("aten::masked_fill", {scores, writer.call("aten::logical_not", {isKept}), least});
    };
    const bool isFlash = writer.name().find("flash") != std::string::npos;
    if (isTrue(writer.find("is_causal", isFlash ? 4 : 5))) {
        auto* ones = writer.call("aten::ones_like", {scores, writer.constant(boolean), writer.none(), writer.none(),
                                                     writer.none(), writer.none()});
        return excluding(writer.call("aten::tril", {ones, writer.constant(std::int64_t(0))}));
    }
    const auto* mask = writer.find("attn_mask", isFlash ? std::string::npos : 3);
    if (!mask || mask->kind == Kind::None)
        return scores;
    const auto* facts = writer.factsOf(mask);
    if (facts && facts->type == std::int64_t(at::kBool))
        return excluding(writer.valueOf(*mask));
    return writer.call("aten::add", {scores, writer.valueOf(*mask), writer.constant(std::int64_t(1))});
}

} // namespace

/// softmax(query · keyᵀ · scale + mask) · value
void attend(OperatorWriter& writer)
{
    if (isTrue(writer.find("enable_gqa", std::string::npos)))
        writer.refuse("grouped queries are not known here");
    const auto* dropout = writer.find("dropout_p", writer.name().find("flash") == std::string::npos ? 4 : 3);
    if (dropout && (dropout->kind == Kind::Number ? dropout->number != 0.0 : dropout->integer != 0))
        writer.refuse("it drops out: export the model in evaluation mode");
    auto* query = writer.input("query", 0);
    auto* turned = writer.call("aten::transpose", {writer.input("key", 1), writer.constant(std::int64_t(-2)),
                                                   writer.constant(std::int64_t(-1))});
    auto* products = writer.call("aten::matmul", {query, turned});
    auto* scores = writer.call("aten::mul", {products, attentionScale(writer, query)});
    auto* shares =
        writer.call("aten::softmax", {attentionMask(writer, scores), writer.constant(std::int64_t(-1)), writer.none()});
    giveOnly(writer, writer.call("aten::matmul", {shares, writer.input("value", 2)}));
}

} // namespace ql::importers::exported_program
