// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that keep the elements and change how they lie.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::layout {

namespace {

constexpr std::array kRows{
    op("CenterCropPad", OpKind::DataMovement),
    op("Col2Im"),
    op("Concat", OpKind::DataMovement, Drawing::Join, Quantizing::EveryInput, IntegerForm::Joined, &T::joins,
       shapes::concat, Torch{"torch.cat torch.concat torch.stack"}),
    op("Crop", OpKind::DataMovement, shapes::crop),
    op("DepthToSpace", OpKind::DataMovement, shapes::depthToSpace, Torch{"amct.nn.DepthToSpace"}),
    op("Expand", OpKind::DataMovement, shapes::expand),
    op("Flatten", OpKind::DataMovement, Family{"Reshape"}, Quantizing::Passing, IntegerForm::Moved,
       &T::changesShapeOnly, shapes::flatten, Torch{"torch.flatten"}),
    op("Pad", OpKind::DataMovement, Quantizing::Moving, Settings::AfterFirstListed, shapes::pad),
    op("Reshape", OpKind::DataMovement, Quantizing::Passing, IntegerForm::Moved, &T::changesShapeOnly, shapes::reshape,
       Torch{"torch.reshape Tensor.view"}),
    op("ReverseSequence", OpKind::DataMovement, shapes::likeFirst),
    op("Shape", OpKind::Constant, shapes::shapeOf),
    op("Size", OpKind::Constant, shapes::sizeOf),
    op("Slice", OpKind::DataMovement, Quantizing::Passing, IntegerForm::Moved, shapes::slice),
    op("SpaceToDepth", OpKind::DataMovement, shapes::spaceToDepth, Torch{"amct.nn.SpaceToDepth"}),
    op("Split", OpKind::DataMovement, Quantizing::Moving, IntegerForm::Moved, shapes::split, Torch{"torch.split"}),
    op("Squeeze", OpKind::DataMovement, Family{"Reshape"}, Quantizing::Passing, IntegerForm::Moved,
       &T::changesShapeOnly, shapes::squeeze, Torch{"torch.squeeze"}),
    op("Tile", OpKind::DataMovement, shapes::tile, Torch{"torch.tile"}),
    op("Transpose", OpKind::DataMovement, Quantizing::Passing, IntegerForm::Moved, shapes::transpose,
       Torch{"torch.permute torch.transpose"}),
    op("Unsqueeze", OpKind::DataMovement, Family{"Reshape"}, Quantizing::Passing, IntegerForm::Moved,
       &T::changesShapeOnly, shapes::unsqueeze, Torch{"torch.unsqueeze"}),
    op("DepthToSpaceDCR", Domain{"pico_ops"}, OpKind::DataMovement, shapes::depthToSpace),
    op("SpaceToDepth", Domain{"pico_ops"}, OpKind::DataMovement, shapes::spaceToDepth),
    microsoft("DynamicSlice", OpKind::DataMovement),
    microsoft("ExpandDims", OpKind::DataMovement),
    microsoft("Pad", OpKind::DataMovement, Quantizing::Moving, Settings::AfterFirstListed, shapes::pad),
    microsoft("ReorderInput", OpKind::DataMovement),
    microsoft("ReorderOutput", OpKind::DataMovement),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::layout
