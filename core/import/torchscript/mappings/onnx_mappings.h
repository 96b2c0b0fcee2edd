// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/attribute.h"
#include "core/import/torchscript/values/binding.h"

#include <ATen/core/function_schema.h>

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::importers::torchscript {

struct LoweringState;
struct PackedParameters;

/// The standard's form of an operator: its name, its inputs in the standard's order and its attributes. What is
/// computed stays LibTorch's call.
struct OnnxMapping {
    std::string domain;
    std::string opType;
    std::vector<graph::ValueId> inputs; ///< invalid where the standard's operator takes something that isn't there
    graph::Attributes attributes;
    std::string call;                                   ///< instead of the operator itself, with "$0" for inputs[0]
    bool writesNothing = false;                         ///< although the operator may write into its arguments
    bool isQuantized = false;                           ///< depends on the quantized engine
    std::optional<QuantizationParameters> quantization; ///< of the result
};

/// An operator's arguments by the names of its schema, for those who look for a form.
class MappingArguments {
public:
    MappingArguments(LoweringState& state, const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                     std::string stem);

    const std::string& stem() const { return m_stem; }
    const std::string& name() const { return m_schema.name(); }
    const std::string& overload() const { return m_schema.overload_name(); }

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Nothing where it isn't known before the model runs (or the operator has no such argument).
    std::optional<c10::IValue> known(std::string_view name) const;
    bool isNone(std::string_view name) const;
    bool isFlag(std::string_view name, bool wanted) const;
    std::optional<std::int64_t> integer(std::string_view name) const;
    std::optional<double> number(std::string_view name) const;
    /// A single number counts as a list; so does an empty list.
    std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    bool isTensor(std::string_view name) const;
    /// The graph's value of a tensor; invalid for None.
    graph::ValueId value(std::string_view name);
    /// Of a list of tensors that are known one by one.
    std::optional<std::vector<graph::ValueId>> values(std::string_view name);
    const Binding* find(std::string_view name) const;
    std::optional<QuantizationParameters> quantization(std::string_view name) const;
    /// Of the elements of a list.
    std::vector<std::optional<QuantizationParameters>> quantizations(std::string_view name) const;

    /// Of a list of objects that hold recurrent weights: two each.
    std::vector<const PackedParameters*> cells(std::string_view name);
    /// Of an object that holds a quantized operator's weights; null for others.
    const PackedParameters* packed(std::string_view name);
    /// The value here of a constant of the outermost graph.
    graph::ValueId value(const Slot& slot);

    /// A new constant, called after the module and @p name.
    graph::ValueId constant(std::string_view name, graph::TensorData data);
    graph::ValueId constant(std::string_view name, float value);
    /// A zero point in the integer type that goes with the quantized @p type.
    graph::ValueId zeroPoint(std::string_view name, std::int64_t value, at::ScalarType type);
    graph::ValueId constant(std::string_view name, const std::vector<std::int64_t>& values);
    /// A node before the one that is asked for.
    graph::ValueId emit(OnnxMapping mapping, const std::string& stem);
    /// How a call spells the argument once @p inputs are the node's first.
    std::string spell(std::string_view name, std::vector<graph::ValueId>& inputs);

private:
    LoweringState& m_state;
    const c10::FunctionSchema& m_schema;
    const std::vector<Binding>& m_arguments;
    std::string m_stem;
};

/// A form for the operator, or nothing: then the node is called after the operator itself.
std::optional<OnnxMapping> findMapping(MappingArguments& arguments);

using NamedAttributes = std::initializer_list<std::pair<const char*, graph::AttributeValue>>;
/// What forms are made of: a node of the standard, one number as @p rank of them, and padding as the standard names it,
/// at every begin, then at every end.
OnnxMapping standard(std::string opType, std::vector<graph::ValueId> inputs, NamedAttributes attributes = {});
std::vector<std::int64_t> spread(std::vector<std::int64_t> values, std::size_t rank);
std::vector<std::int64_t> bothSides(const std::vector<std::int64_t>& padding);

/// Families of forms; each gives nothing for operators that aren't its own.
std::optional<OnnxMapping> convolutionMapping(MappingArguments& arguments);
std::optional<OnnxMapping> productMapping(MappingArguments& arguments);
std::optional<OnnxMapping> elementWiseMapping(MappingArguments& arguments);
std::optional<OnnxMapping> poolingOrReductionMapping(MappingArguments& arguments);
std::optional<OnnxMapping> normalizationMapping(MappingArguments& arguments);
std::optional<OnnxMapping> movementMapping(MappingArguments& arguments);
std::optional<OnnxMapping> decomposedMapping(MappingArguments& arguments);
std::optional<OnnxMapping> fakeQuantizeMapping(MappingArguments& arguments);
std::optional<OnnxMapping> quantizedMapping(MappingArguments& arguments);
std::optional<OnnxMapping> dynamicMapping(MappingArguments& arguments);

} // namespace ql::importers::torchscript
