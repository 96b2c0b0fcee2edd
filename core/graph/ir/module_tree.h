// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/ir/torch_call.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::graph {

/// A module of a program.
struct Module {
    std::string path;           ///< "layer1.0.conv1", as in PyTorch; empty for the whole
    std::string className;      ///< "torch.nn.modules.conv.Conv2d"
    bool hasParameters = false; ///< of its own
    bool isLeaf = false;        ///< has no modules
    bool isRead = false;        ///< others read what belongs to it, without a call
    bool isObserving = false;   ///< an observer or fake quantizer, or part of one

    bool operator==(const Module&) const = default;
};

/// A place where a program calls a module.
struct ModuleCall {
    /// How often that is each time the caller is called.
    enum class Frequency : std::uint8_t {
        Once,
        Unknown, ///< in a branch or loop, which only a run decides
        Never    ///< in a branch that is not taken
    };
    std::int32_t module = 0;
    std::int32_t caller = -1; ///< the call that it stands in, an earlier one; -1: the program itself
    Frequency frequency = Frequency::Once;

    bool operator==(const ModuleCall&) const = default;
};

/// The modules of a PyTorch program and every call of one.
struct ModuleTree {
    std::vector<Module> modules;
    std::vector<ModuleCall> calls;
    bool isComplete = true; ///< every call is known; otherwise a module may be called elsewhere, too

    bool operator==(const ModuleTree&) const = default;
    /// The call that @p node belongs to; -1 outside of all.
    std::int32_t callOf(const Node& node) const
    {
        const auto call = node.attributes.intOr(kTorchModuleCall, -1);
        return call >= 0 && std::size_t(call) < calls.size() ? std::int32_t(call) : -1;
    }
    /// The module of that call, or null.
    const Module* moduleOf(const Node& node) const
    {
        const auto call = callOf(node);
        return call < 0 ? nullptr : &modules[std::size_t(calls[std::size_t(call)].module)];
    }
};

} // namespace ql::graph
