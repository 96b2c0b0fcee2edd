// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// Sums of word, position and segment embeddings, normalized: what EmbedLayerNormalization and its quantized relative
/// share. All in float32; undefined segments are left out.
struct EmbeddingTables {
    at::Tensor words;
    at::Tensor positions;
    at::Tensor segments;
    at::Tensor scale;
    at::Tensor shift;
};

/// Inputs 0 and 1 of @p call are word and segment indices [batch, length]; @p mask and @p positions are the places of
/// the optional inputs. Gives the normalized sum, how many ones each mask has, and the sum itself.
/// @throws Error (ShapeMismatch, InvalidNode, TypeMismatch)
std::vector<Tensor> embedded(const KernelCall& call, const EmbeddingTables& tables, std::size_t mask,
                             std::size_t positions, double epsilon);

} // namespace ql::ops
