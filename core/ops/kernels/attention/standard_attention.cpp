// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of ai.onnx (opsets 23 and 24): softmax(query · keyᵀ · scale + bias) · value, heads of keys and values
// shared by several of the query's, with or without a cache. https://onnx.ai/onnx/operators/onnx__Attention.html
#include "core/base/error.h"
#include "core/ops/attention/attention.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <array>
#include <cmath>
#include <limits>

namespace ql::ops::kernels::standard_attention {

namespace {

enum Input : std::size_t { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kLengths };
constexpr float kNever = -std::numeric_limits<float>::infinity();

/// What the fourth output shows, as the newest text of the standard has it (onnx pull request 7867: the soft cap comes
/// before the mask); releases up to 1.20 call Masked 1 and Capped 2.
enum class Shown { Scores, Capped, Masked, Weights };

struct Attributes {
    std::int64_t heads = 0;       ///< 0 = operands of rank 4, which show it
    std::int64_t sharedHeads = 0; ///< of keys and values
    double scale = 0.0;           ///< 0 = 1/√(head size)
    double softcap = 0.0;
    bool isCausal = false;
    bool isDouble = false; ///< the softmax
    Shown shown = Shown::Scores;
};

Attributes attributesOf(const graph::Node& node)
{
    Attributes attributes;
    attributes.heads = node.attributes.intOr("q_num_heads", 0);
    attributes.sharedHeads = node.attributes.intOr("kv_num_heads", 0);
    attributes.scale = node.attributes.floatOr("scale", 0.0);
    attributes.softcap = node.attributes.floatOr("softcap", 0.0);
    attributes.isCausal = node.attributes.intOr("is_causal", 0) != 0;
    const auto mode = node.attributes.intOr("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        throw Error(ErrorCode::InvalidNode, Message("attribute qk_matmul_output_mode is {}, expected 0 to 3", mode));
    attributes.shown = static_cast<Shown>(mode);
    const auto precision = graph::dataTypeFromNumber(node.attributes.intOr("softmax_precision", 0));
    attributes.isDouble = precision == graph::DataType::Double;
    if (!attributes.isDouble && precision != graph::DataType::Undefined && precision != graph::DataType::Float)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} is {}, which is not supported", "softmax_precision",
                            node.attributes.intOr("softmax_precision", 0)),
                    "give 1 or 11: the softmax of float32 or float64");
    for (const char* name : {"left_window_size", "right_window_size"}) // since opset 25
        if (node.attributes.intOr(name, -1) >= 0)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute {} is {}, which is not supported", name, node.attributes.intOr(name, -1)));
    return attributes;
}

/// Each [batch, heads, length, size].
struct Operands {
    at::Tensor query, key, value;
};

at::Tensor operandOf(const KernelCall& call, std::size_t input, std::int64_t heads, const Message& what)
{
    const auto x = computable(call.required(input));
    if (x.dim() == 4)
        return x;
    if (heads < 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("{} has shape {}, expected rank 4, or attributes q_num_heads and kv_num_heads", what,
                            graph::toString(x.sizes().vec())));
    return splitHeads(x, heads, what);
}

at::Tensor withPast(const KernelCall& call, std::size_t input, const at::Tensor& fresh, const Message& what)
{
    if (!call.has(input))
        return fresh;
    const auto& past = call.input(input);
    expectRank(past, what, 4);
    expectShape(past, what, {fresh.size(0), fresh.size(1), past.data.size(2), fresh.size(3)});
    return at::cat({computable(past), fresh}, 2);
}

Operands operandsOf(const KernelCall& call, const Attributes& attributes)
{
    Operands operands{operandOf(call, kQuery, attributes.heads, "input 0 (Q)"),
                      operandOf(call, kKey, attributes.sharedHeads, "input 1 (K)"),
                      operandOf(call, kValue, attributes.sharedHeads, "input 2 (V)")};
    operands.key = withPast(call, kPastKey, operands.key, "input 4 (past_key)");
    operands.value = withPast(call, kPastValue, operands.value, "input 5 (past_value)");
    const auto& [query, key, value] = operands;
    const bool isFitting = query.size(0) == key.size(0) && query.size(3) == key.size(3) && key.size(0) == value.size(0)
                           && key.size(1) == value.size(1) && key.size(2) == value.size(2) && key.size(1) > 0
                           && query.size(1) % key.size(1) == 0;
    if (!isFitting)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("query {}, key {} and value {} don't belong together", graph::toString(query.sizes().vec()),
                            graph::toString(key.sizes().vec()), graph::toString(value.sizes().vec())));
    return operands;
}

/// The mask as what it adds to scores; a mask for fewer keys hides the others.
at::Tensor maskBias(const Tensor& mask, std::int64_t keys)
{
    auto bias = mask.type == graph::DataType::Bool
                    ? at::zeros(mask.data.sizes(), at::kFloat).masked_fill_(mask.data.logical_not(), kNever)
                    : computable(mask);
    if (bias.dim() < 2 || bias.dim() > 4 || bias.size(-1) > keys)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 3 (attn_mask) has shape {}, expected rank 2 to 4 and at most {} keys",
                            graph::toString(mask.shape()), keys));
    return bias.size(-1) < keys ? at::constant_pad_nd(bias, {0, keys - bias.size(-1)}, kNever) : bias;
}

/// How many keys of each batch are no padding. [batch, 1, 1, 1]
at::Tensor lengthsOf(const Tensor& lengths, std::int64_t batch)
{
    expectType(lengths, "input 6 (nonpad_kv_seqlen)", {graph::DataType::Int64});
    expectShape(lengths, "input 6 (nonpad_kv_seqlen)", {batch});
    return lengths.data.view({batch, 1, 1, 1});
}

/// Hides keys behind the query's own place: it is its row, after what the cache holds.
at::Tensor hiddenKeys(const KernelCall& call, const Attributes& attributes, const Operands& operands)
{
    const auto length = operands.query.size(2);
    const auto key = at::arange(operands.key.size(2), at::kLong);
    auto isHidden = at::zeros({1, 1, length, operands.key.size(2)}, at::kBool);
    at::Tensor before = at::scalar_tensor(call.has(kPastKey) ? call.input(kPastKey).data.size(2) : 0, at::kLong);
    if (call.has(kLengths)) {
        const auto lengths = lengthsOf(call.input(kLengths), operands.query.size(0));
        isHidden = isHidden.logical_or(key.ge(lengths));
        if (!call.has(kPastKey))
            before = lengths.sub(length);
    }
    if (!attributes.isCausal)
        return isHidden;
    return isHidden.logical_or(key.gt(at::arange(length, at::kLong).unsqueeze(1).add(before)));
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    const auto type = call.required(kQuery).type;
    expectFloat(call.input(kQuery), "input 0 (Q)");
    const auto operands = operandsOf(call, attributes);
    const auto share = operands.query.size(1) / operands.key.size(1);
    const auto key = operands.key.repeat_interleave(share, 1);
    const auto value = operands.value.repeat_interleave(share, 1);
    const double scale =
        attributes.scale != 0.0 ? attributes.scale : 1.0 / std::sqrt(static_cast<double>(operands.query.size(3)));
    const auto scores = at::matmul(operands.query.mul(std::sqrt(scale)), key.transpose(2, 3).mul(std::sqrt(scale)));
    const auto capped =
        attributes.softcap > 0.0 ? scores.div(attributes.softcap).tanh().mul(attributes.softcap) : scores;
    const auto biased = call.has(kMask) ? capped.add(maskBias(call.input(kMask), key.size(2))) : capped;
    const auto masked = biased.masked_fill(hiddenKeys(call, attributes, operands), kNever);
    const auto weights =
        attributes.isDouble ? at::softmax(masked, 3, at::kDouble).to(masked.scalar_type()) : at::softmax(masked, 3);
    auto output = at::matmul(weights, value);
    if (call.input(kQuery).data.dim() == 3)
        output = output.transpose(1, 2).flatten(2);
    return {storedAs(output, type), storedAs(operands.key, type), storedAs(operands.value, type),
            storedAs(std::array{scores, capped, masked, weights}[static_cast<std::size_t>(attributes.shown)], type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Attention", 23, kLatestOpset, boundTo<attributesOf, evaluate>}};
}

} // namespace ql::ops::kernels::standard_attention
