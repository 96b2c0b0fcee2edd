// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/module_names.h"
#include "core/import/torchscript/values/node_emitter.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ql::importers::torchscript {

/// What a quantized operator's packed weight was packed from, as constants of the graph, and the call that packs it
/// again.
struct PackedParameters {
    Slot weight;     ///< integers; floats where the weight is kept in half precision
    Slot scale;      ///< invalid for half precision
    Slot exactScale; ///< in double, where LibTorch packs with a scale that float can't hold
    Slot zeroPoint;  ///< invalid for half precision
    Slot bias;       ///< in float; invalid without
    bool isPerChannel = false;
    std::string packing;  ///< "quantized::conv2d_prepack"
    std::string settings; ///< further arguments: ", [1, 1], [0, 0], [1, 1], 1"
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> padding;
    std::vector<std::int64_t> dilations;
    std::int64_t groups = 1;
    bool isTransposed = false;
    at::Tensor weightTensor; ///< as unpacked
    at::Tensor biasTensor;   ///< may be undefined
};

/// The packed weights of quantized operators, as constants of the outermost graph. Each object is unpacked once.
class PackedConstants {
public:
    /// What is referred to must outlive it.
    PackedConstants(NodeEmitter& emitter, ModuleNames& names)
        : m_emitter(emitter)
        , m_names(names)
    {
    }

    /// Null for objects of other classes. @throws Error (UnsupportedOperator)
    const PackedParameters* packedParameters(const c10::IValue& object);
    /// The packed input and hidden weights of one layer and direction of a quantized LSTM or GRU; empty for other
    /// objects. @throws Error (UnsupportedOperator)
    std::vector<const PackedParameters*> cellParameters(const c10::IValue& object);
    /// The call that makes @p object again. @throws Error (UnsupportedOperator) for objects of other classes
    std::string spell(const c10::IValue& object, CallInputs& inputs);

private:
    std::string spellPacking(const PackedParameters& packed, CallInputs& inputs);
    std::string spellCellParameters(const c10::IValue& object, CallInputs& inputs);
    std::string cellWeightName(const std::string& path, const char* kind) const;
    void keep(PackedParameters& packed, const std::string& path);

    NodeEmitter& m_emitter;
    ModuleNames& m_names;
    std::unordered_map<const void*, PackedParameters> m_packed; ///< by object
    std::vector<c10::IValue> m_kept;                            ///< whose addresses are keys above
};

} // namespace ql::importers::torchscript
