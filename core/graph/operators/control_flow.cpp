// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow, sequences and optional values; what a TorchScript program does besides.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "ConcatFromSequence", .kind = OpKind::DataMovement, .drawing = Drawing::Join},
    {.name = "If", .kind = OpKind::Control, .shapes = shapes::choice},
    {.name = "Loop", .kind = OpKind::Control, .shapes = shapes::loop},
    {.name = "Optional", .kind = OpKind::DataMovement},
    {.name = "OptionalGetElement", .kind = OpKind::DataMovement},
    {.name = "OptionalHasElement", .kind = OpKind::Constant},
    {.name = "Scan", .kind = OpKind::Control, .shapes = shapes::scan},
    {.name = "SequenceAt", .kind = OpKind::DataMovement},
    {.name = "SequenceConstruct", .kind = OpKind::DataMovement},
    {.name = "SequenceEmpty", .kind = OpKind::Constant},
    {.name = "SequenceErase", .kind = OpKind::DataMovement},
    {.name = "SequenceInsert", .kind = OpKind::DataMovement},
    {.name = "SequenceLength", .kind = OpKind::Constant},
    {.name = "SequenceMap", .kind = OpKind::Control},
    {.name = "SplitToSequence", .kind = OpKind::DataMovement},
    {.name = "Construct", .domain = kProgram, .kind = OpKind::DataMovement},
    {.name = "If", .domain = kProgram, .kind = OpKind::Control},
    {.name = "Loop", .domain = kProgram, .kind = OpKind::Control},
    {.name = "TupleIndex", .domain = kProgram, .kind = OpKind::DataMovement},
    {.name = "Unpack", .domain = kProgram, .kind = OpKind::DataMovement},
    {.name = "Write", .domain = kProgram, .kind = OpKind::DataMovement},
};

} // namespace

std::span<const OperatorTraits> control_flow()
{
    return kRows;
}

} // namespace ql::graph::rows
