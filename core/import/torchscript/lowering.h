// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/ids.h"
#include "core/import/torchscript/aliases.h"
#include "core/import/torchscript/binding.h"
#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/import/torchscript/origins/module_calls.h"
#include "core/import/torchscript/packed_parameters.h"
#include "core/ops/torch_version.h"

#include <torch/csrc/jit/api/module.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ql::importers::torchscript {

/// The inputs of a node whose call is being spelled: each value once, those that the node's form asks for first.
class CallInputs {
public:
    explicit CallInputs(std::vector<graph::ValueId> first = {})
        : m_inputs(std::move(first))
    {
    }

    /// "$2"
    std::string spell(graph::ValueId value)
    {
        const auto found = std::ranges::find(m_inputs, value);
        const auto position = std::size_t(found - m_inputs.begin());
        if (found == m_inputs.end())
            m_inputs.push_back(value);
        return "$" + std::to_string(position);
    }

    const std::vector<graph::ValueId>& inputs() const { return m_inputs; }

private:
    std::vector<graph::ValueId> m_inputs;
};

/// Turns the program of a TorchScript module into a graph. The program is run as far as it can be without inputs:
/// modules, their settings and everything computed from them are known, so that branches on them disappear. Tensors
/// that are written into become new values, and their views are made anew, so that no value of the graph ever changes.
class Lowering {
public:
    Lowering(const torch::jit::Module& module, std::string engine);

    /// @throws Error (UnsupportedOperator, UnsupportedFormat) naming the module and the instruction
    graph::Graph run();
    /// The program's modules and their calls. @pre run()
    std::shared_ptr<const graph::ModuleTree> modules() const { return m_calls->tree(); }

private:
    using Block = torch::jit::Block;
    using Node = torch::jit::Node;
    using Value = torch::jit::Value;
    using AttributeKey = std::pair<const void*, std::string>;
    using CellPointer = std::shared_ptr<Cell>;

    /// What a body changes outside of itself.
    struct Written {
        std::vector<CellPointer> cells;
        std::vector<AttributeKey> attributes;
    };
    /// What to put back when a body ends.
    struct Saved {
        std::vector<std::pair<CellPointer, Cell>> cells;
        std::map<AttributeKey, Binding> attributes;
        const Written* written = nullptr; ///< what the body gives back
        std::uint64_t start = 0;          ///< older cells are from outside
    };

    // module_forward.cpp: arguments and results of the whole
    void bindArguments(const torch::jit::Graph& program, const c10::FunctionSchema& schema);
    Binding argument(const std::string& name, const c10::TypePtr& type);
    void addResults(const Binding& result, const c10::TypePtr& type, const std::string& name);
    void nameParameters(const c10::IValue& object, const std::string& path, int depth);

    // lowering.cpp: instructions without operators
    void lowerBlock(const Block& block);
    void lowerNode(const Node& node);
    bool lowerInstruction(const Node& node);
    bool lowerContainer(const Node& node);
    void lowerConstruct(const Node& node, Items::Kind kind);
    void lowerUnpack(const Node& node);
    void lowerTupleIndex(const Node& node);
    void lowerGetAttribute(const Node& node);
    void lowerSetAttribute(const Node& node);
    void raise(const Node& node);
    bool unpackItems(const Node& node);
    /// The parts of a tuple or list of @p count elements that is made when the model runs.
    std::vector<Binding> unpacked(const Binding& packed, std::size_t count);
    Binding itemAt(const Items& items, std::int64_t index) const;

    // branches_and_loops.cpp
    void lowerIf(const Node& node);
    void lowerLoop(const Node& node);
    void lowerChosenBlock(const Block& block, const Node& node);
    void expect(const Node& node, bool expected, const Block& other);
    Written writtenIn(const std::vector<const Block*>& blocks);
    void collectWritten(const Block& block, Written& written);
    std::optional<Binding> resolve(const Value* value);
    void addWrittenAttribute(const Node& node, Written& written);
    void addWrittenCell(const Value* value, Written& written);
    std::unique_ptr<GraphBuilder> lowerBranch(const Block& block, const Written& written,
                                              const std::vector<std::size_t>& outputs, std::vector<Binding>& results);
    std::unique_ptr<GraphBuilder> lowerBody(const Node& node, const Written& written,
                                            const std::vector<std::size_t>& outputs, std::vector<Binding>& results);
    std::vector<Binding> takeCarried(const Node& node, const Written& written, const std::vector<std::size_t>& outputs);
    void giveBack(const Block& block, std::size_t first, const Written& written,
                  const std::vector<std::size_t>& outputs, std::vector<Binding>& results);
    void relateResult(const Node& node, const Written& written, const std::vector<std::size_t>& outputs, std::size_t i,
                      const Binding& given);
    void addFlat(const Binding& binding, const c10::TypePtr& type, const std::function<void(graph::ValueId)>& add);
    Binding gather(const c10::TypePtr& type, const std::function<graph::ValueId()>& next);
    std::vector<graph::ValueId> bindResults(const Node& node, const std::vector<std::size_t>& outputs,
                                            PendingNode& pending);
    void finishWritten(const Node& node, const Written& written, const std::vector<graph::ValueId>& made);
    void enter(GraphBuilder& body, const Written& written);
    void leave();
    Binding attribute(const AttributeKey& key);

    // operators.cpp
    void lowerOperator(const Node& node);
    bool passThrough(const Node& node, const std::string& name, const std::vector<Binding>& arguments);
    bool fold(const Node& node, const std::vector<Binding>& arguments);
    bool changeItems(const Node& node, const std::string& name, std::vector<Binding>& arguments);
    bool listItems(const Node& node, const std::string& name, const Items& items);
    void setItem(Items& items, const c10::IValue& key, const Binding& value);
    Binding itemwise(const c10::IValue& value, const c10::TypePtr& type) const;
    void emitOperator(const Node& node, const c10::FunctionSchema& schema, const std::vector<Binding>& arguments);
    void readyForWriting(const Node& node, const c10::FunctionSchema& schema, const std::vector<Binding>& arguments);
    PendingNode pendingOf(const Node& node, const c10::FunctionSchema& schema, OnnxMapping& mapping) const;
    PendingNode bindReturns(const Node& node, const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                            PendingNode pending, const Node* unpack,
                            const std::optional<QuantizationParameters>& quantization);
    void relateReturn(const Node& node, const Binding& made, bool isAlias, const std::vector<Binding>& arguments);
    void makeView(const CellPointer& cell, const CellPointer& base, const PendingNode& node, const std::string& call);
    const Node* onlyUnpack(const Node& node) const;
    std::string spellArguments(const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                               CallInputs& inputs);

    // cells.cpp: values, constants, writing
    Binding lookUp(const Value* value);
    void bind(const Value* value, Binding binding) { m_environment[value] = std::move(binding); }
    CellPointer newCell(graph::ValueId value, const c10::TypePtr& type = nullptr);
    void declare(graph::ValueId value, const c10::TensorType& type);
    CellPointer cellOf(const Binding& binding);
    CellPointer parameterCell(const at::Tensor& tensor);
    graph::ValueId read(const CellPointer& cell);
    void refresh(const CellPointer& cell);
    void write(const CellPointer& cell, graph::ValueId value, const Node& node);
    void store(const CellPointer& cell, graph::ValueId value, const Node& node);
    void modify(const CellPointer& cell);
    std::optional<c10::IValue> knownValue(const Binding& binding);
    /// The graph's value for anything, made if need be.
    graph::ValueId materialise(const Binding& binding);
    std::string spell(const Binding& binding, CallInputs& inputs);
    std::string spellCell(const CellPointer& cell, CallInputs& inputs);
    std::string spellItems(const Items& items, CallInputs& inputs, bool isTyped);
    graph::ValueId emitCall(const std::string& stem, const std::string& call, const CallInputs& inputs);

    // aliasing.cpp: whose memory a write changes
    static CellPointer rootOf(CellPointer cell);
    void collectRoots(const Binding& binding, std::vector<CellPointer>& roots, int depth);
    std::vector<CellPointer> rootsOf(const Binding& binding);
    /// They may lie in the same memory.
    void relate(const Binding& one, const Binding& other);
    /// Two lists may hold the same tensors, but are two.
    void relateContents(const Binding& one, const Binding& other);
    void carryOver(const Node& node, const Binding& given, const Binding& taken);
    void requireCarried(const CellPointer& root, const Node& node);
    void requireOwn(const Items& items, const Node& node);
    void noteWrite(const CellPointer& cell, const Node& node);
    void noteRead(const CellPointer& cell);
    CellPointer wholeCell(const Binding& binding);

    // packed_parameters.cpp
    std::string spellPacked(const c10::IValue& object, CallInputs& inputs);
    std::string spellPacking(const PackedParameters& packed, CallInputs& inputs);
    std::string cellWeightName(const std::string& path, const char* kind) const;
    std::vector<const PackedParameters*> cellParameters(const c10::IValue& object);
    std::string spellCellParameters(const c10::IValue& object, CallInputs& inputs);
    const PackedParameters* packedParameters(const c10::IValue& object);
    void keepPacked(PackedParameters& packed, const std::string& path);

    // form_arguments.cpp
    friend class MappingArguments;

    std::string scopeOf(const Node& node) const;
    /// Of the instruction being lowered.
    Origin origin() const;
    Message describe(const Node& node) const;
    [[noreturn]] void refuse(const Node& node, const Message& why) const;
    const torch::jit::Operator& operatorOf(const Node& node) const;

    torch::jit::Module m_module;
    std::string m_engine;
    GraphBuilder m_root;
    GraphBuilder* m_builder = &m_root;
    std::unordered_map<const Value*, Binding> m_environment;
    std::map<AttributeKey, Binding> m_attributes;         ///< those that the program sets
    std::unordered_map<const void*, std::string> m_paths; ///< object or tensor → "layer1.0.conv1.weight"
    std::unordered_map<std::string, c10::intrusive_ptr<c10::ivalue::Object>> m_objects; ///< by path
    std::unordered_map<const void*, CellPointer> m_parameters;                          ///< by tensor
    std::vector<at::Tensor> m_kept;                             ///< whose addresses are keys above
    std::unordered_map<const void*, PackedParameters> m_packed; ///< by object
    std::vector<c10::IValue> m_keptObjects;
    std::vector<Saved> m_saved;
    Aliases m_aliases;
    const Node* m_node = nullptr;       ///< the instruction being lowered
    std::string m_scope;                ///< of the instruction being lowered
    std::optional<ModuleCalls> m_calls; ///< as soon as the program is known
    std::uint64_t m_lastVersion = 0;
    std::vector<std::shared_ptr<torch::jit::Graph>> m_programs; ///< keep the environment's keys alive
};

} // namespace ql::importers::torchscript
