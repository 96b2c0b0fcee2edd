// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/torch_modules.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/csrc/jit/serialization/import.h>

namespace ql::testing {

namespace {

struct ModuleResolver : torch::jit::NativeResolver {
    std::shared_ptr<torch::jit::SugaredValue> resolveValue(const std::string& name, torch::jit::GraphFunction& function,
                                                           const torch::jit::SourceRange& place) override
    {
        if (name == "quantized")
            return std::make_shared<torch::jit::BuiltinModule>("quantized");
        if (name == "fork")
            return torch::jit::SpecialFormValue::create(c10::prim::fork);
        if (name == "annotate")
            return torch::jit::SpecialFormValue::create(c10::prim::annotate);
        return torch::jit::NativeResolver::resolveValue(name, function, place);
    }
};

} // namespace

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

ModuleBuilder& ModuleBuilder::packed(const std::string& name, const std::string& packing, const at::Tensor& weight,
                                     const at::Tensor& bias)
{
    torch::jit::Stack stack{weight, bias};
    if (packing.starts_with("conv"))
        for (const std::int64_t setting : {1, 1, 1})
            stack.emplace_back(std::vector<std::int64_t>(2, setting));
    if (packing.starts_with("conv"))
        stack.emplace_back(std::int64_t(1));
    torch::jit::findOperatorFor({"quantized::" + packing, ""})->getOperation()(stack);
    m_d->module.register_attribute(name, stack.at(0).type(), stack.at(0));
    return *this;
}

ModuleBuilder& ModuleBuilder::define(const std::string& source)
{
    m_d->module.define(source + "\n", std::make_shared<ModuleResolver>());
    return *this;
}

void ModuleBuilder::save(const std::filesystem::path& path) const
{
    m_d->module.save(path.string());
}

namespace {

at::Tensor wave(std::vector<std::int64_t> shape, double step)
{
    std::int64_t count = 1;
    for (const auto size : shape)
        count *= size;
    return at::arange(count, at::kDouble).mul(step).sin().mul(0.3).to(at::kFloat).view(shape);
}

struct ExampleWeights {
    at::Tensor conv1 = wave({4, 3, 3, 3}, 0.7);
    at::Tensor bias1 = wave({4}, 1.3);
    at::Tensor conv2 = wave({4, 4, 3, 3}, 1.1);
    at::Tensor bias2 = wave({4}, 0.9);
    at::Tensor linear = wave({5, 4}, 0.5);
    at::Tensor bias = wave({5}, 2.1);
};

at::Tensor quantized(const at::Tensor& weight)
{
    return at::quantize_per_tensor(weight, weight.abs().max().item<double>() / 127.0, 0, at::kQInt8);
}

ModuleBuilder weighted(const std::string& className, const at::Tensor& weight, const at::Tensor& bias,
                       const std::string& result)
{
    ModuleBuilder builder(className);
    builder.parameter("weight", weight).parameter("bias", bias);
    builder.define("def forward(self, x):\n    return " + result);
    return builder;
}

void saveFloat(const std::filesystem::path& path, bool isFake)
{
    const ExampleWeights weights;
    const auto fake = [&](const std::string& value, const char* scale, const char* range) {
        return isFake ? "torch.fake_quantize_per_tensor_affine(" + value + ", " + scale + ", " + range + ")" : value;
    };
    const auto weight = fake("self.weight", "0.00236", "0, -128, 127");
    const auto convolution = fake("torch.conv2d(x, " + weight + ", self.bias, [1, 1], [1, 1])", "0.02", "128, 0, 255");
    ModuleBuilder net;
    net.module("conv1", weighted("Conv1", weights.conv1, weights.bias1, convolution));
    net.module("conv2", weighted("Conv2", weights.conv2, weights.bias2, convolution));
    net.module("fc", weighted("Linear", weights.linear, weights.bias, "torch.linear(x, " + weight + ", self.bias)"));
    net.define("def forward(self, x):\n"
               "    x = "
               + fake("x", "0.02", "128, 0, 255")
               + "\n"
                 "    y = self.conv1.forward(x).relu_()\n"
                 "    z = self.conv2.forward(y)\n"
                 "    z += y\n"
                 "    return self.fc.forward(torch.mean(torch.relu(z), [2, 3]))");
    net.save(path);
}

ModuleBuilder packedModule(const std::string& className, const std::string& packing, const at::Tensor& weight,
                           const at::Tensor& bias, const std::string& result)
{
    ModuleBuilder builder(className);
    builder.packed("_packed_params", packing, quantized(weight), bias);
    builder.define("def forward(self, x):\n    return " + result);
    return builder;
}

void saveStatic(const std::filesystem::path& path)
{
    const ExampleWeights weights;
    ModuleBuilder net;
    net.module("conv1", packedModule("QConv1", "conv2d_prepack", weights.conv1, weights.bias1,
                                     "quantized.conv2d_relu(x, self._packed_params, 0.01, 0)"));
    net.module("conv2", packedModule("QConv2", "conv2d_prepack", weights.conv2, weights.bias2,
                                     "quantized.conv2d(x, self._packed_params, 0.02, 128)"));
    net.module("fc", packedModule("QLinear", "linear_prepack", weights.linear, weights.bias,
                                  "quantized.linear(x, self._packed_params, 0.01, 128)"));
    net.define("def forward(self, x):\n"
               "    x = torch.quantize_per_tensor(x, 0.02, 128, 13)\n"
               "    y = self.conv1.forward(x)\n"
               "    z = quantized.add_relu(self.conv2.forward(y), y, 0.015, 0)\n"
               "    return torch.dequantize(self.fc.forward(torch.mean(z, [2, 3])))");
    net.save(path);
}

void saveDynamic(const std::filesystem::path& path)
{
    const ExampleWeights weights;
    const std::string convolution = "torch.conv2d(x, self.weight, self.bias, [1, 1], [1, 1])";
    ModuleBuilder net;
    net.module("conv1", weighted("Conv1", weights.conv1, weights.bias1, convolution));
    net.module("conv2", weighted("Conv2", weights.conv2, weights.bias2, convolution));
    net.module("fc", packedModule("DLinear", "linear_prepack", weights.linear, weights.bias,
                                  "quantized.linear_dynamic(x, self._packed_params, False)"));
    net.define("def forward(self, x):\n"
               "    y = torch.relu(self.conv1.forward(x))\n"
               "    z = self.conv2.forward(y) + y\n"
               "    return self.fc.forward(torch.mean(torch.relu(z), [2, 3]))");
    net.save(path);
}

} // namespace

void saveExamples(const std::filesystem::path& folder)
{
    saveFloat(folder / "float.pt", false);
    saveFloat(folder / "fake.pt", true);
    saveStatic(folder / "static.pt");
    saveDynamic(folder / "dynamic.pt");
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

std::vector<at::Tensor> runBackward(const std::filesystem::path& path, const std::vector<at::Tensor>& inputs,
                                    const std::vector<at::Tensor>& seeds)
{
    auto module = torch::jit::load(path.string());
    module.eval();
    std::vector<at::Tensor> leaves;
    std::vector<c10::IValue> arguments;
    for (const auto& input : inputs) {
        leaves.push_back(input.clone().requires_grad_(true));
        arguments.emplace_back(leaves.back());
    }
    std::vector<at::Tensor> outputs;
    flatten(module.forward(arguments), outputs);
    return torch::autograd::grad(outputs, leaves, seeds);
}

} // namespace ql::testing
