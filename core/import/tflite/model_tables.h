// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/data_type.h"
#include "core/graph/ir/tensor_data.h"
#include "core/import/tflite/flat_buffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::importers::tflite {

/// How a tensor's integers stand for real numbers: scale · (integer − zero point).
struct TensorQuantization {
    std::vector<float> scales;            ///< none, one, or one per channel
    std::vector<std::int64_t> zeroPoints; ///< as many
    std::int64_t axis = 0;                ///< of the channels
};

/// A tensor of a subgraph.
struct TensorTable {
    std::string name;
    graph::DataType type = graph::DataType::Undefined;
    graph::Shape shape;
    std::vector<std::int64_t> signature; ///< the shape with -1 for what is known only when it runs; empty: as shape
    std::span<const std::byte> data;     ///< of a constant
    bool isConstant = false;
    bool isVariable = false; ///< kept from one run to the next; zero at first
    TensorQuantization quantization;

    /// Whether it holds integers of 8 or 16 bits that stand for real numbers.
    bool isQuantized() const { return graph::isQuantizedInteger(type) && !quantization.scales.empty(); }
    bool isComplex() const { return type == graph::DataType::Complex64 || type == graph::DataType::Complex128; }
};

/// An operation. Tensors go by their numbers; -1 is an omitted input.
struct OperatorTable {
    int code = 0;           ///< BuiltinOperator
    std::string customCode; ///< of a custom operator
    int version = 1;
    std::vector<std::int32_t> inputs;
    std::vector<std::int32_t> outputs;
    std::vector<std::int32_t> intermediates; ///< hold nothing; say how the operator quantizes what it computes inside
    FlatTable options;                       ///< of the builtin operator; perhaps missing
    std::span<const std::byte> customOptions;
};

struct SubgraphTable {
    std::string name;
    std::vector<TensorTable> tensors;
    std::vector<OperatorTable> operators;
    std::vector<std::int32_t> inputs;
    std::vector<std::int32_t> outputs;
};

/// The whole of a .tflite file; its spans and options point into the bytes that it was read from.
struct ModelTables {
    std::string description;
    std::vector<SubgraphTable> subgraphs; ///< the first is the model, the others are bodies of control flow
};

/// Reads and checks a model: every number of a tensor names one, constants have as many bytes as their shapes say.
/// @p buffer must outlive the result. @throws Error (FileCorrupt, UnsupportedFormat) naming tensor or operator
ModelTables readModelTables(const FlatBuffer& buffer);

} // namespace ql::importers::tflite
