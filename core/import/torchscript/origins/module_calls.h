// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/module_tree.h"
#include "core/ops/torch_version.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/jit/api/module.h>
#include <unordered_map>
#include <utility>
#include <vector>

#undef CHECK
#undef LOG

namespace ql::importers::torchscript {

/// Every call of a module in a program, and which of them the instructions of its inlined forward belong to. Two calls
/// of one module look alike once they are inlined, but for where they stand.
class ModuleCalls {
public:
    /// @p module must have a method forward, and outlive this.
    explicit ModuleCalls(const torch::jit::Module& module);

    /// The innermost call that @p instruction of the inlined forward stands in; -1 outside of all.
    std::int32_t callOf(const torch::jit::Node& instruction) const;
    /// Some of it stays in the network: the branch that it stands in is taken.
    void markTaken(std::int32_t call);
    std::shared_ptr<const graph::ModuleTree> tree() const;

private:
    /// The places of the calls around, outermost first.
    using Place = std::vector<std::pair<const void*, std::size_t>>;
    struct Caller {
        std::int32_t module = 0;
        std::int32_t call = -1;
        bool isCertain = true; ///< neither in a branch nor in a loop
    };
    using Objects = std::unordered_map<const torch::jit::Value*, std::int32_t>;

    std::int32_t addModule(const torch::jit::Module& module, const std::string& path, std::int32_t parent);
    void readBlock(const torch::jit::Block& block, const Caller& caller, Objects& objects);
    void readAttribute(const torch::jit::Node& node, const Caller& caller, Objects& objects);
    void readCall(const torch::jit::Node& node, const Caller& caller, const Objects& objects);

    graph::ModuleTree m_tree;
    std::vector<bool> m_hasInstructions;                   ///< of each call: something of it is left when it is inlined
    std::vector<bool> m_isCertain;                         ///< of each call, as of its caller
    std::vector<bool> m_isTaken;                           ///< of each call
    std::unordered_map<const void*, std::int32_t> m_known; ///< modules by object
    std::map<std::pair<std::int32_t, std::string>, std::int32_t> m_children;
    Place m_place; ///< while calls are collected
    std::map<Place, std::int32_t> m_calls;
    mutable std::unordered_map<const void*, std::int32_t> m_callOfStack; ///< what was looked up
};

} // namespace ql::importers::torchscript
