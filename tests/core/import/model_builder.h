// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <QTemporaryDir>
#include <onnx/onnx_pb.h>
#include <string>
#include <vector>

namespace ql::tests {

/// A small ONNX model made field by field, saved into a folder of its own and imported from there.
class ModelBuilder {
public:
    explicit ModelBuilder(int opset = 13);

    onnx::ModelProto& model() { return m_model; }
    onnx::GraphProto& graph() { return *m_model.mutable_graph(); }
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path path() const { return folder() / "model.onnx"; }

    ModelBuilder& opset(const std::string& domain, int version);
    ModelBuilder& input(const std::string& name, const std::vector<std::int64_t>& shape = {2, 3});
    ModelBuilder& output(const std::string& name);
    /// A float initializer of @p values.
    ModelBuilder& initializer(const std::string& name, const std::vector<float>& values);

    void save() const;
    importers::ImportedModel import() const;
    /// The message of the error that importing throws, or "" when it throws none.
    std::string importError() const;

private:
    QTemporaryDir m_folder;
    onnx::ModelProto m_model;
};

/// Adds a node to a graph or function.
template <typename Owner>
onnx::NodeProto& addNode(Owner& owner, const std::string& opType, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs, const std::string& name = {})
{
    auto& node = *owner.add_node();
    node.set_op_type(opType);
    node.set_name(name);
    for (const auto& input : inputs)
        node.add_input(input);
    for (const auto& output : outputs)
        node.add_output(output);
    return node;
}

onnx::AttributeProto& addAttribute(onnx::NodeProto& node, const std::string& name,
                                   onnx::AttributeProto::AttributeType type);
void addIntAttribute(onnx::NodeProto& node, const std::string& name, std::int64_t value);

} // namespace ql::tests
