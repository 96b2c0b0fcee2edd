// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/registry.h"

namespace ql::ops {

/// What the attention operators of com.microsoft share.
struct AttentionAttributes {
    /// @throws Error (InvalidNode) when num_heads is missing or not positive.
    explicit AttentionAttributes(const graph::Node& node);

    std::int64_t heads = 1;
    double scale = 0.0; ///< of the scores; 0 = 1/√(head size)
    double maskValue = -10000.0;
    bool isCausal = false;
};

/// [batch, length, heads · size] → [batch, heads, length, size]. @throws Error (ShapeMismatch)
at::Tensor splitHeads(const at::Tensor& x, std::int64_t heads, const Message& what);

/// What a mask adds to scores [batch, heads, @p queries, @p keys]: 0 or the mask value. It may hold one length per
/// batch, ends and then starts, or zeros and ones as [batch, keys], [batch, queries, keys] or [batch, 1, most, most].
/// Undefined without a mask and for one number per batch, which changes nothing. @throws Error (ShapeMismatch,
/// TypeMismatch)
at::Tensor maskAddend(const Tensor& mask, std::int64_t batch, std::int64_t queries, std::int64_t keys,
                      double maskValue);

/// softmax(query · keyᵀ · scale + addends) · value for operands [batch, heads, length, size]; gives
/// [batch, length, heads · size]. Undefined addends are left out. In a causal attention the last query sees all keys.
at::Tensor attend(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                  const AttentionAttributes& attributes, const std::vector<at::Tensor>& addends);

/// Turns the pairs (a, b) of the last axis by the angles whose cosines and sines are given, [length, half of the axis]
/// or anything that broadcasts so: a and b stand next to each other, or half of the axis apart.
at::Tensor rotated(const at::Tensor& x, const at::Tensor& cosines, const at::Tensor& sines, bool isInterleaved);

/// Attention and QAttention from the projection [batch, length, query + key + value] on: splits it by @p sizes, puts
/// input @p past [2, batch, heads, length, size] before keys and values. Gives the output and the new past.
std::vector<Tensor> selfAttention(const KernelCall& call, const at::Tensor& projected, const graph::Shape& sizes,
                                  const AttentionAttributes& attributes, std::size_t mask, std::size_t past,
                                  std::size_t bias);

} // namespace ql::ops
