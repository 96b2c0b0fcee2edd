// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/environment.h"
#include "core/import/torchscript/values/settled_buffers.h"
#include "core/import/torchscript/values/value_spelling.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace ql::importers::torchscript {

/// Everything that is known while a module's program is turned into a graph; whoever lowers a part of it works on this.
struct LoweringState {
    /// @p module must have a method forward, and outlive this. @throws Error (FileCorrupt) as ModuleNames
    LoweringState(const torch::jit::Module& module, std::string quantizedEngine)
        : engine(std::move(quantizedEngine))
        , settled(settledBuffers(module))
        , names(module)
        , emitter(module)
    {
    }
    LoweringState(const LoweringState&) = delete;
    LoweringState& operator=(const LoweringState&) = delete;

    std::string engine;                      ///< of quantized operators
    std::unordered_set<const void*> settled; ///< settledBuffers()
    ModuleNames names;
    NodeEmitter emitter;
    CellMemory memory{emitter, names};
    PackedConstants packed{emitter, names};
    ValueSpelling spelling{emitter, memory, packed};
    Environment environment;
};

} // namespace ql::importers::torchscript
