// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/binding.h"
#include "core/ops/torch_version.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace ql::importers::torchscript {

/// What the names of the program stand for: its values, and the attributes of its objects.
class Environment {
public:
    /// An object and a name.
    using AttributeKey = std::pair<const void*, std::string>;

    bool contains(const torch::jit::Value* value) const { return m_values.contains(value); }
    /// @throws Error (Internal) when nothing was bound
    Binding lookUp(const torch::jit::Value* value) const;
    void bind(const torch::jit::Value* value, Binding binding) { m_values[value] = std::move(binding); }
    /// What the program set it to, or what it is in the module.
    Binding attribute(const AttributeKey& key) const;

    std::map<AttributeKey, Binding> attributes; ///< those that the program sets

private:
    std::unordered_map<const torch::jit::Value*, Binding> m_values;
};

} // namespace ql::importers::torchscript
