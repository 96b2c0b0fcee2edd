// SPDX-License-Identifier: GPL-3.0-or-later
// Attention in all its forms.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::attention {

namespace {

constexpr std::array kRows{
    op("Attention", &T::isComposite, Drawing::Product, &T::putsChannelsLast, macs::attentionOfOperands,
       shapes::standardAttention),
    op("RotaryEmbedding", &T::isComposite, shapes::likeFirst),
    microsoft("Attention", Drawing::Product, &T::putsChannelsLast, macs::attention, shapes::attention),
    microsoft("DecoderAttention", Drawing::Product),
    microsoft("DecoderMaskedMultiHeadAttention", Drawing::Product),
    microsoft("DecoderMaskedSelfAttention", Drawing::Product),
    microsoft("GroupQueryAttention", Drawing::Product, macs::attentionOfOperands, shapes::groupQueryAttention),
    microsoft("LinearAttention", Drawing::Product),
    microsoft("LinearAttentionGate", Drawing::Product),
    microsoft("LongformerAttention", Drawing::Product),
    microsoft("MultiHeadAttention", Drawing::Product, macs::attentionOfOperands, shapes::multiHeadAttention),
    microsoft("PackedAttention", Drawing::Product),
    microsoft("PackedMultiHeadAttention", Drawing::Product),
    microsoft("PagedAttention", Drawing::Product),
    microsoft("QAttention", Family{"Attention"}, Drawing::Product, Integers::Other, &signatures::kAttention,
              macs::attention, shapes::attention),
    microsoft("QOrderedAttention", Drawing::Product, Integers::Other),
    microsoft("QOrderedLongformerAttention", Drawing::Product, Integers::Other),
    microsoft("RotaryEmbedding", shapes::likeFirst),
    microsoft("SparseAttention", Drawing::Product),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::attention
