// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/torch_modules.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

namespace ql::testing {

struct ModuleBuilder::Private {
    torch::jit::Module module;
};

ModuleBuilder::ModuleBuilder(const std::string& className)
    : m_d(std::make_unique<Private>(Private{torch::jit::Module("__torch__." + className)}))
{
}

ModuleBuilder::~ModuleBuilder() = default;
ModuleBuilder::ModuleBuilder(ModuleBuilder&&) noexcept = default;

ModuleBuilder& ModuleBuilder::parameter(const std::string& name, const at::Tensor& tensor)
{
    m_d->module.register_parameter(name, tensor, false);
    return *this;
}

ModuleBuilder& ModuleBuilder::buffer(const std::string& name, const at::Tensor& tensor)
{
    m_d->module.register_buffer(name, tensor);
    return *this;
}

ModuleBuilder& ModuleBuilder::number(const std::string& name, double value)
{
    m_d->module.register_attribute(name, c10::FloatType::get(), value);
    return *this;
}

ModuleBuilder& ModuleBuilder::module(const std::string& name, const ModuleBuilder& child)
{
    m_d->module.register_module(name, child.m_d->module);
    return *this;
}

ModuleBuilder& ModuleBuilder::define(const std::string& source)
{
    m_d->module.define(source + "\n");
    return *this;
}

void ModuleBuilder::save(const std::filesystem::path& path) const
{
    m_d->module.save(path.string());
}

namespace {

void flatten(const c10::IValue& value, std::vector<at::Tensor>& tensors)
{
    if (value.isTensor()) {
        tensors.push_back(value.toTensor());
    } else if (value.isTuple()) {
        for (const auto& part : value.toTupleRef().elements())
            flatten(part, tensors);
    } else if (value.isList()) {
        for (const auto& part : value.toListRef())
            flatten(part, tensors);
    } else if (value.isGenericDict()) {
        for (const auto& entry : value.toGenericDict())
            flatten(entry.value(), tensors);
    }
}

} // namespace

std::vector<at::Tensor> runForward(const std::filesystem::path& path, const std::vector<at::Tensor>& inputs)
{
    auto module = torch::jit::load(path.string());
    module.eval();
    std::vector<c10::IValue> arguments;
    for (const auto& input : inputs)
        arguments.emplace_back(input.clone());
    std::vector<at::Tensor> outputs;
    flatten(module.forward(arguments), outputs);
    return outputs;
}

} // namespace ql::testing
