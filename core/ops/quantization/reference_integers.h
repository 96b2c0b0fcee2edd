// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/fixed_point.h"
#include "core/ops/registry.h"

#include <vector>

namespace ql::ops {

/// What integers of one tensor stand for, as operators of domain "tflite" read it.
struct ReferenceScale {
    float scale = 1.0F;
    std::int32_t zeroPoint = 0;
};

/// Of the scale at input @p slot and the zero point behind it, one of each. @throws Error (ShapeMismatch, InvalidNode)
ReferenceScale referenceScale(const KernelCall& call, std::size_t slot);

/// Whether it holds integers of 8 or 16 bits. @throws Error (TypeMismatch)
void expectReferenceIntegers(const Tensor& tensor, const Message& what);

/// The elements as 32-bit integers less the zero point, contiguous.
at::Tensor centered(const Tensor& tensor, std::int32_t zeroPoint);

/// Between what the integers of a result are clamped.
struct ReferenceBounds {
    std::int32_t lowest = 0;
    std::int32_t highest = 0;

    std::int32_t clamped(std::int64_t integer) const
    {
        return std::int32_t(integer < lowest ? lowest : integer > highest ? highest : integer);
    }
};

/// Those of @p type, narrowed by the fused activation whose number in the format is @p activation.
/// @throws Error (InvalidNode) for one that integers have no form of
ReferenceBounds referenceBounds(graph::DataType type, const ReferenceScale& result, std::int64_t activation);

/// A tensor of @p shape whose element i is @p elementOf(i). @pre they fit @p type
template <typename ElementOf>
Tensor referenceTensor(at::IntArrayRef shape, graph::DataType type, const ElementOf& elementOf)
{
    const auto result = at::empty(shape, at::kInt);
    auto* to = result.data_ptr<std::int32_t>();
    for (std::int64_t i = 0; i < result.numel(); ++i)
        to[i] = elementOf(i);
    return {result.to(storageType(type)), type};
}

/// For each output channel the factor from sums of products to the result.
std::vector<FixedFactor> productFactors(const KernelCall& call, graph::DataType inputType, std::int64_t channels);

/// The bias at input @p slot in 64 bits; zeros where it is left out. @throws Error (ShapeMismatch, TypeMismatch)
std::vector<std::int64_t> referenceBias(const KernelCall& call, std::size_t slot, std::int64_t channels);

/// Whether sums are scaled as those of 64 bits are: 16-bit integers with other than a 32-bit bias.
bool hasWideSums(const KernelCall& call, std::size_t biasSlot);

inline std::int32_t scaledSum(std::int64_t sum, FixedFactor factor, bool isWide)
{
    return isWide ? scaledWide(sum, factor) : scaled(std::int32_t(std::uint32_t(std::uint64_t(sum))), factor);
}

} // namespace ql::ops
