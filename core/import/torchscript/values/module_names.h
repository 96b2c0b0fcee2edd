// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/jit/api/module.h>

#include <string>
#include <unordered_map>

namespace ql::importers::torchscript {

/// What a module's objects and tensors are called: "layer1.0.conv1.weight".
class ModuleNames {
public:
    /// @throws Error (FileCorrupt) when modules are nested too deeply
    explicit ModuleNames(const torch::jit::Module& module) { add(module._ivalue(), {}, 0); }

    /// Of an object or of a tensor (TensorImpl); null where it has no name.
    const std::string* pathOf(const void* part) const;
    /// Gives @p part a name if it has none.
    void name(const void* part, std::string path) { m_paths.try_emplace(part, std::move(path)); }
    /// The object of that name; null where there is none.
    const c10::ivalue::Object* objectAt(const std::string& path) const;

private:
    void add(const c10::IValue& object, const std::string& path, int depth);

    std::unordered_map<const void*, std::string> m_paths;
    std::unordered_map<std::string, c10::intrusive_ptr<c10::ivalue::Object>> m_objects;
};

} // namespace ql::importers::torchscript
