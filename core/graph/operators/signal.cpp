// SPDX-License-Identifier: GPL-3.0-or-later
// Fourier transforms and their windows.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "BlackmanWindow", .kind = OpKind::Constant},  {.name = "DFT"},
    {.name = "HammingWindow", .kind = OpKind::Constant},   {.name = "HannWindow", .kind = OpKind::Constant},
    {.name = "MelWeightMatrix", .kind = OpKind::Constant}, {.name = "STFT"},
};

} // namespace

std::span<const OperatorTraits> signal()
{
    return kRows;
}

} // namespace ql::graph::rows
