// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/operator_traits.h"
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <array>

namespace ql::graph {

constexpr std::string_view kMicrosoft = "com.microsoft";
constexpr std::string_view kAten = "aten";
constexpr std::string_view kProgram = "prim";        ///< what a TorchScript program does besides computing with tensors
constexpr std::string_view kLite = "tflite";         ///< on integers, as TensorFlow Lite's reference kernels compute
constexpr std::string_view kOwn = "quantloupe";      ///< that only we have
constexpr std::string_view kQuantized = "quantized"; ///< on integers, as no standard has it
constexpr std::string_view kHorizon = "horizon";

/// What a row is written with.
namespace rows {

using T = OperatorTraits;

struct Domain {
    std::string_view name;
};
struct Family {
    std::string_view name;
};
struct Bias {
    int slot;
};
struct Gates {
    int count;
};
struct LeavesOut {
    std::string_view attribute; ///< in its integer form
};
struct Torch {
    std::string_view names;
};

/// Each trait is known by its type.
struct Row {
    OperatorTraits traits;

    constexpr void set(Domain domain) { traits.domain = domain.name; }
    constexpr void set(OpKind kind) { traits.kind = kind; }
    constexpr void set(Family family) { traits.family = family.name; }
    constexpr void set(Drawing drawing) { traits.drawing = drawing; }
    constexpr void set(Product product) { traits.product = product; }
    constexpr void set(Integers integers) { traits.integers = integers; }
    constexpr void set(const IntegerSignature* signature) { traits.signature = signature; }
    constexpr void set(Arithmetic arithmetic) { traits.arithmetic = arithmetic; }
    constexpr void set(Clamp clamp) { traits.clamp = clamp; }
    constexpr void set(Quantizing quantizing) { traits.quantizing = quantizing; }
    constexpr void set(IntegerForm form) { traits.integerForm = form; }
    constexpr void set(LeavesOut left) { traits.attributeOfFloats = left.attribute; }
    constexpr void set(Settings settings) { traits.settings = settings; }
    constexpr void set(Gates gates) { traits.gates = gates.count; }
    constexpr void set(Bias bias) { traits.biasSlot = bias.slot; }
    constexpr void set(bool OperatorTraits::*flag) { traits.*flag = true; }
    constexpr void set(MacFormula* formula) { traits.macs = formula; }
    constexpr void set(ShapeRule rule) { traits.shapes = rule; }
    constexpr void set(Torch torch) { traits.torchNames = torch.names; }
};

template <typename... Traits>
constexpr OperatorTraits op(std::string_view name, Traits... traits)
{
    Row row{{.name = name}};
    (row.set(traits), ...);
    return row.traits;
}

template <typename... Traits>
constexpr OperatorTraits microsoft(std::string_view name, Traits... traits)
{
    return op(name, Domain{kMicrosoft}, traits...);
}

} // namespace rows

} // namespace ql::graph
