// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/import/exported_program/exported_program.h"

#include <torch/csrc/jit/api/module.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#undef CHECK
#undef LOG

namespace ql::importers::exported_program {

/// Writes the instructions that one operation of an exported program stands for into a program of LibTorch's.
class OperatorWriter {
public:
    using Value = torch::jit::Value;
    using Values = std::map<std::string, Value*>;
    /// Writes the operations of a graph within this one, for those that have one.
    using GraphWriter =
        std::function<std::vector<Value*>(const ProgramGraph& graph, const std::vector<Value*>& inputs)>;

    OperatorWriter(torch::jit::Graph& program, Values& values, const ProgramGraph& graph, const Operation& operation,
                   const GraphWriter& writeGraph);

    const Operation& operation() const { return m_operation; }
    /// "aten::conv2d", without overload.
    const std::string& name() const { return m_name; }
    torch::jit::Graph& program() { return m_program; }

    /// The operation's argument of this name or, where it has none, at @p position; null where it isn't given.
    const Argument* find(std::string_view name, std::size_t position) const;
    /// What it is as a value; None where it isn't given.
    Value* input(std::string_view name, std::size_t position);
    const TensorFacts* factsOf(const Argument* argument) const;

    Value* constant(const c10::IValue& value);
    Value* none() { return constant(c10::IValue()); }
    /// A value for @p argument, of @p wanted's kind where it is told.
    Value* valueOf(const Argument& argument, const c10::TypePtr& wanted = nullptr);
    /// The only result of LibTorch's operator @p name ("aten::add") on @p inputs, whose types choose the overload.
    Value* call(std::string_view name, const std::vector<Value*>& inputs);
    std::vector<Value*> writeGraph(const Argument& argument, const std::vector<Value*>& inputs);

    /// Makes @p value what the operation gives as its output @p index, of the type and shape that the export saw.
    void give(std::size_t index, Value* value);
    /// The same of all outputs, also where the operation gives a list of them.
    void giveEach(const std::vector<Value*>& values);
    /// Whether anybody may read the output @p index. What nobody reads is called "…_unused_1".
    bool isRead(std::size_t index) const;

    /// The operation as LibTorch's operator of the same name. @throws Error (UnsupportedOperator)
    void writeAsIs();

    [[noreturn]] void refuse(const Message& why) const;

private:
    const c10::FunctionSchema* schemaOf() const;
    const Argument* argumentFor(const c10::FunctionSchema& schema, std::size_t position) const;
    void requireAllTaken(const c10::FunctionSchema& schema) const;
    Value* listOf(const Argument& argument, const c10::TypePtr& element);
    void take(const Argument& output, Value* value);
    void giveAll(torch::jit::Node& node, const c10::FunctionSchema& schema);

    torch::jit::Graph& m_program;
    Values& m_values;
    const ProgramGraph& m_graph;
    const Operation& m_operation;
    const GraphWriter& m_writeGraph;
    std::string m_name;
    std::string m_overload;
};

/// The kind of a tensor of which this much is known.
c10::TypePtr tensorType(const TensorFacts& facts);

/// Writes the operation by the form of operator_forms.cpp, or as LibTorch's operator of the same name.
/// @throws Error (UnsupportedOperator, UnsupportedFormat)
void writeOperator(OperatorWriter& writer);

} // namespace ql::importers::exported_program
