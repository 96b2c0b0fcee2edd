// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing and sampling of images.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "AffineGrid"},
    {.name = "GridSample", .torchNames = "torch.nn.functional.grid_sample"},
    {.name = "Resize",
     .quantizing = Quantizing::Moving,
     .settings = Settings::AfterFirst,
     .keepsScale = true,
     .shapes = shapes::resize,
     .torchNames = "torch.nn.Upsample torch.nn.functional.upsample torch.nn.functional.interpolate"},
    {.name = "Upsample",
     .family = "Resize",
     .settings = Settings::AfterFirst,
     .keepsScale = true,
     .shapes = shapes::resize},
};

} // namespace

std::span<const OperatorTraits> image()
{
    return kRows;
}

} // namespace ql::graph::rows
