// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What differs between the LibTorch releases that we build with (1.13 and 2.x) stands here and nowhere else.
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <memory>
#include <optional>
#include <string>

#undef CHECK
#undef LOG

namespace ql::ops {

/// "SELF(Net).layer1(Sequential).0(Block)…" of an inlined node.
inline std::string moduleHierarchy(const torch::jit::Node& node)
{
    return torch::jit::utils::getNodesModuleHierarchy(node);
}

/// The operator with exactly this name and overload, or null.
inline std::shared_ptr<torch::jit::Operator> findOperator(const c10::OperatorName& name)
{
    return torch::jit::findOperatorFor(name);
}

} // namespace ql::ops
