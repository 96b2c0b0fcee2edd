// SPDX-License-Identifier: GPL-3.0-or-later
// Fourier transforms and their windows.
#include "core/graph/operators/row.h"

namespace ql::graph::families::signal {

namespace {

constexpr std::array kRows{
    op("BlackmanWindow", OpKind::Constant),  op("DFT"),
    op("HammingWindow", OpKind::Constant),   op("HannWindow", OpKind::Constant),
    op("MelWeightMatrix", OpKind::Constant), op("STFT"),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::signal
