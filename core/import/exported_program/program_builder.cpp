// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/exported_program/program_builder.h"

#include "core/base/error.h"
#include "core/import/exported_program/operator_writer.h"
#include "core/import/exported_program/program_json.h"
#include "core/ops/support/kernel_errors.h"
#include "core/ops/tensor.h"

#include <algorithm>

namespace ql::importers::exported_program {

using torch::jit::Value;
using Kind = Argument::Kind;

namespace {

class ProgramBuilder {
public:
    explicit ProgramBuilder(const ProgramContents& contents)
        : m_contents(contents)
        , m_module("__torch__.ExportedProgram")
        , m_program(std::make_shared<torch::jit::Graph>())
    {
    }

    torch::jit::Module build()
    {
        m_self = m_program->addInput("self");
        m_self->setType(m_module.type());
        m_function = m_module._ivalue()->compilation_unit()->create_function(
            c10::QualifiedName(*m_module.type()->name(), "forward"), m_program);
        addInputs();
        addOperations(m_contents.program.graph, m_values);
        addResults();
        m_function->setSchema({"forward", "", m_arguments, {c10::Argument("", m_program->outputs().at(0)->type())}});
        m_module.type()->addMethod(m_function);
        return m_module;
    }

private:
    using Values = OperatorWriter::Values;

    void addInputs()
    {
        m_arguments.emplace_back("self", m_module.type());
        for (const auto& role : m_contents.program.inputs) {
            if (role.kind == InputRole::Kind::Other)
                throw Error(ErrorCode::UnsupportedFormat, Message("the program takes an input of kind {}", role.stored),
                            "export the model without it");
            if (role.value.kind != Kind::Value)
                continue; // a number or None that never varies
            auto*& value = m_values[role.value.text];
            if (role.kind == InputRole::Kind::Constant)
                value = m_program->insertConstant(constantOf(role));
            else
                value = role.kind == InputRole::Kind::Stored ? stored(role.stored) : userInput(role.value.text);
        }
    }

    static c10::IValue constantOf(const InputRole& role)
    {
        switch (role.constant.kind) {
        case Kind::Integer: return role.constant.integer;
        case Kind::Number: return role.constant.number;
        case Kind::Flag: return role.constant.integer != 0;
        case Kind::Text: return role.constant.text;
        default: return {};
        }
    }

    Value* userInput(const std::string& name)
    {
        const auto facts = m_contents.program.graph.tensors.find(name);
        const bool isTensor = facts != m_contents.program.graph.tensors.end();
        auto* value = m_program->addInput(name);
        value->setType(isTensor ? tensorType(facts->second) : c10::TypePtr(c10::IntType::get()));
        m_arguments.emplace_back(name, value->type());
        return value;
    }

    Value* stored(const std::string& name)
    {
        const auto found = m_contents.tensors.find(name);
        if (found == m_contents.tensors.end())
            refuseDamaged(Message("tensor {} is missing", name));
        if (!m_module.type()->findAttribute(name))
            m_module.register_attribute(name, c10::TensorType::get(), ops::toTensor(found->second).data);
        return m_program->insertGetAttr(m_self, name);
    }

    void addOperations(const ProgramGraph& graph, Values& values)
    {
        for (const auto& operation : graph.operations) {
            const auto where = operation.scope.empty() ? Message::text(operation.target)
                                                       : Message("{} in module {}", operation.target, operation.scope);
            withContext(where, [&] { addOperation(graph, operation, values); });
        }
    }

    void addOperation(const ProgramGraph& graph, const Operation& operation, Values& values)
    {
        const OperatorWriter::GraphWriter writeGraph = [&](const ProgramGraph& inner,
                                                           const std::vector<Value*>& inputs) {
            return addGraph(inner, inputs, values);
        };
        OperatorWriter writer(*m_program, values, graph, operation, writeGraph);
        auto* block = m_program->insertPoint()->owningBlock();
        auto* last = m_program->insertPoint()->prev();
        ops::translated([&] { writeOperator(writer); }, [] { return Message("its arguments don't fit it"); });
        for (auto* node = last->next(); node != m_program->insertPoint() && node->owningBlock() == block;
             node = node->next())
            setScope(*node, operation.scope);
    }

    /// The operations of a graph within another one, whose values it may name.
    std::vector<Value*> addGraph(const ProgramGraph& graph, const std::vector<Value*>& inputs, const Values& outer)
    {
        if (inputs.size() != graph.inputs.size())
            refuseDamaged(Message("a graph within takes {} inputs, {} are given", graph.inputs.size(), inputs.size()));
        auto values = outer;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (graph.inputs[i].kind == Kind::Value)
                values[graph.inputs[i].text] = inputs[i];
        addOperations(graph, values);
        std::vector<Value*> results;
        for (const auto& output : graph.outputs)
            results.push_back(valueNamed(output, values));
        return results;
    }

    static Value* valueNamed(const Argument& argument, const Values& values)
    {
        const auto found = values.find(argument.text);
        if (argument.kind != Kind::Value || found == values.end())
            refuseDamaged(Message("result {} is never made", argument.text));
        return found->second;
    }

    /// As a trace says it: the lowering reads it from there.
    static void setScope(torch::jit::Node& node, const std::string& path)
    {
        if (!path.empty() && node.scopeName().empty())
            node.setScope(c10::make_intrusive<torch::jit::Scope>()->push(c10::Symbol::scope(path)));
    }

    void addResults()
    {
        std::vector<Value*> results;
        bool areTensors = true;
        for (const auto& role : m_contents.program.outputs) {
            if (!role.isResult || role.value.kind == Kind::None)
                continue;
            results.push_back(resultOf(role.value));
            areTensors = areTensors && results.back()->type()->kind() == c10::TypeKind::TensorType;
        }
        const auto& names = m_contents.program.resultNames;
        torch::jit::Node* packed = nullptr;
        if (areTensors && !results.empty() && names.size() == results.size()) {
            std::vector<Value*> keys;
            for (const auto& name : names)
                keys.push_back(m_program->insertConstant(name));
            packed = m_program->createDict(c10::StringType::get(), c10::TensorType::get(), keys, results);
        } else {
            packed = m_program->createTuple(results);
        }
        m_program->registerOutput(m_program->insertNode(packed)->output());
    }

    Value* resultOf(const Argument& argument)
    {
        switch (argument.kind) {
        case Kind::Integer: return m_program->insertConstant(argument.integer);
        case Kind::Number: return m_program->insertConstant(argument.number);
        case Kind::Flag: return m_program->insertConstant(argument.integer != 0);
        default: return valueNamed(argument, m_values);
        }
    }

    const ProgramContents& m_contents;
    torch::jit::Module m_module;
    std::shared_ptr<torch::jit::Graph> m_program;
    torch::jit::Function* m_function = nullptr;
    Value* m_self = nullptr;
    std::vector<c10::Argument> m_arguments;
    Values m_values;
};

} // namespace

torch::jit::Module buildModule(const ProgramContents& contents)
{
    return ProgramBuilder(contents).build();
}

} // namespace ql::importers::exported_program
