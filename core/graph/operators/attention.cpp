// SPDX-License-Identifier: GPL-3.0-or-later
// Attention in all its forms.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "Attention",
     .drawing = Drawing::Product,
     .putsChannelsLast = true,
     .macs = macs::attentionOfOperands,
     .shapes = shapes::standardAttention},
    {.name = "RotaryEmbedding", .shapes = shapes::likeFirst},
    {.name = "Attention",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .putsChannelsLast = true,
     .macs = macs::attention,
     .shapes = shapes::attention},
    {.name = "DecoderAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "DecoderMaskedMultiHeadAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "DecoderMaskedSelfAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "GroupQueryAttention",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .macs = macs::attentionOfOperands,
     .shapes = shapes::groupQueryAttention},
    {.name = "LinearAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "LinearAttentionGate", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "LongformerAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MultiHeadAttention",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .macs = macs::attentionOfOperands,
     .shapes = shapes::multiHeadAttention},
    {.name = "PackedAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "PackedMultiHeadAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "PagedAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "QAttention",
     .domain = kMicrosoft,
     .family = "Attention",
     .drawing = Drawing::Product,
     .integers = Integers::Other,
     .signature = &signatures::kAttention,
     .macs = macs::attention,
     .shapes = shapes::attention},
    {.name = "QOrderedAttention", .domain = kMicrosoft, .drawing = Drawing::Product, .integers = Integers::Other},
    {.name = "QOrderedLongformerAttention",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .integers = Integers::Other},
    {.name = "RotaryEmbedding", .domain = kMicrosoft, .shapes = shapes::likeFirst},
    {.name = "SparseAttention", .domain = kMicrosoft, .drawing = Drawing::Product},
};

} // namespace

std::span<const OperatorTraits> attention()
{
    return kRows;
}

} // namespace ql::graph::rows
