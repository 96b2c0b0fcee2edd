// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/ir/module_tree.h"
#include "core/runs/pairs/value_source.h"
#include "core/runs/program/program.h"

#include <string>

namespace ql::analysis {

/// One side of a comparison, whatever its tensors come from. Refers to its parts, which must outlive it.
struct ComparedSide {
    std::string path;
    const graph::Graph& graph;
    runs::ValueSource& values;
    bool hasStructure = true;               ///< false for a dump that doesn't say how its layers are connected
    const runs::Program* program = nullptr; ///< what runs, and on what; layers of a dump can't run again
    runs::NamedTensors inputs = {};
    const graph::ModuleTree* modules = nullptr; ///< of a program
};

} // namespace ql::analysis
