// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/model_builder.h"

#include "core/base/error.h"
#include "core/import/import_model.h"

#include <fstream>

namespace ql::tests {

ModelBuilder::ModelBuilder(int opsetVersion)
{
    m_model.set_ir_version(8);
    m_model.mutable_graph()->set_name("built");
    opset("", opsetVersion);
}

ModelBuilder& ModelBuilder::opset(const std::string& domain, int version)
{
    auto& import = *m_model.add_opset_import();
    import.set_domain(domain);
    import.set_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::input(const std::string& name, const std::vector<std::int64_t>& shape)
{
    auto& info = *graph().add_input();
    info.set_name(name);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape();
    for (const auto size : shape)
        type.mutable_shape()->add_dim()->set_dim_value(size);
    return *this;
}

ModelBuilder& ModelBuilder::output(const std::string& name)
{
    graph().add_output()->set_name(name);
    return *this;
}

ModelBuilder& ModelBuilder::initializer(const std::string& name, const std::vector<float>& values)
{
    auto& tensor = *graph().add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(std::int64_t(values.size()));
    for (const auto value : values)
        tensor.add_float_data(value);
    return *this;
}

void ModelBuilder::save() const
{
    std::ofstream file(path(), std::ios::binary);
    m_model.SerializeToOstream(&file);
}

importers::ImportedModel ModelBuilder::import() const
{
    save();
    return importers::importModel(path());
} // namespace ql::tests

std::string ModelBuilder::importError() const
{
    try {
        import();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

onnx::AttributeProto& addAttribute(onnx::NodeProto& node, const std::string& name,
                                   onnx::AttributeProto::AttributeType type)
{
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
}

void addIntAttribute(onnx::NodeProto& node, const std::string& name, std::int64_t value)
{
    addAttribute(node, name, onnx::AttributeProto::INT).set_i(value);
}

} // namespace ql::tests
