// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/ir/module_tree.h"

#include <memory>
#include <string>

namespace torch::jit {
struct Module;
}

namespace ql::importers::torchscript {

/// A TorchScript module as a graph.
struct LoweredModule {
    graph::Graph graph;
    std::shared_ptr<const graph::ModuleTree> modules; ///< the program's modules and their calls
};

/// Turns the program of a TorchScript module into a graph. The program is run as far as it can be without inputs:
/// modules, their settings and everything computed from them are known, so that branches on them disappear. Tensors
/// that are written into become new values, and their views are made anew, so that no value of the graph ever changes.
/// @p engine is the quantized one. @throws Error (UnsupportedOperator, UnsupportedFormat) naming the module and the
/// instruction
LoweredModule lowerModule(const torch::jit::Module& module, const std::string& engine);

} // namespace ql::importers::torchscript
