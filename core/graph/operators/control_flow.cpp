// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow, sequences and optional values; what a TorchScript program does besides.
#include "core/graph/operators/row.h"

namespace ql::graph::families::control_flow {

namespace {

constexpr std::array kRows{
    op("ConcatFromSequence", OpKind::DataMovement, Drawing::Join),
    op("If", OpKind::Control, shapes::choice),
    op("Loop", OpKind::Control, shapes::loop),
    op("Optional", OpKind::DataMovement),
    op("OptionalGetElement", OpKind::DataMovement),
    op("OptionalHasElement", OpKind::Constant),
    op("Scan", OpKind::Control, shapes::scan),
    op("SequenceAt", OpKind::DataMovement),
    op("SequenceConstruct", OpKind::DataMovement),
    op("SequenceEmpty", OpKind::Constant),
    op("SequenceErase", OpKind::DataMovement),
    op("SequenceInsert", OpKind::DataMovement),
    op("SequenceLength", OpKind::Constant),
    op("SequenceMap", OpKind::Control),
    op("SplitToSequence", OpKind::DataMovement),
    op("Construct", Domain{kProgram}, OpKind::DataMovement),
    op("If", Domain{kProgram}, OpKind::Control),
    op("Loop", Domain{kProgram}, OpKind::Control),
    op("TupleIndex", Domain{kProgram}, OpKind::DataMovement),
    op("Unpack", Domain{kProgram}, OpKind::DataMovement),
    op("Write", Domain{kProgram}, OpKind::DataMovement),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::control_flow
