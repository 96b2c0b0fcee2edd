// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/program.h"

#include <functional>
#include <onnx/onnx-data_pb.h>
#include <string>
#include <vector>

namespace ql::test {

/// A model of one node and what it reads, by the names of its inputs.
struct MutableCase {
    onnx::ModelProto model;
    runs::NamedTensors inputs;
};

/// One way of making a case wrong, or at least other.
struct Mutation {
    std::string name; ///< "x0: another axis"
    std::function<void(MutableCase&)> apply;
};

/// Every mutation of @p original: each input with other shapes, other element types, as a sequence and left out; each
/// attribute with other values of its type and left out, so that every node of a body is changed, too. Declared types
/// follow the inputs; nothing else is declared.
std::vector<Mutation> mutationsOf(const MutableCase& original);

} // namespace ql::test
