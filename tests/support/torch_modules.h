// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ql::testing {

/// Makes TorchScript modules from their source, without Python.
class ModuleBuilder {
public:
    explicit ModuleBuilder(const std::string& className = "Net");
    ~ModuleBuilder();
    ModuleBuilder(ModuleBuilder&&) noexcept;

    ModuleBuilder& parameter(const std::string& name, const at::Tensor& tensor);
    /// A tensor that the program may set.
    ModuleBuilder& buffer(const std::string& name, const at::Tensor& tensor);
    ModuleBuilder& number(const std::string& name, double value);
    ModuleBuilder& module(const std::string& name, const ModuleBuilder& child);
    /// A weight packed for `quantized.conv2d` and its like: "conv2d_prepack" or "linear_prepack".
    ModuleBuilder& packed(const std::string& name, const std::string& packing, const at::Tensor& weight,
                          const at::Tensor& bias);
    /// "def forward(self, x): …" after all parameters and modules; `torch.f` is aten::f, `quantized.f` quantized::f;
    /// `fork(self.method, …)` and `torch.wait(…)` are those of torch.jit.
    ModuleBuilder& define(const std::string& source);
    void save(const std::filesystem::path& path) const;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// A small network four times in @p folder, with the same weights: "float.pt"; "fake.pt" with fake quantization of
/// every activation and weight; "static.pt" with quantized operators; "dynamic.pt" with its product quantized as it
/// runs. Two convolutions, the second with a residual sum, a mean and a product; takes [n, 3, 8, 8], gives [n, 5].
void saveExamples(const std::filesystem::path& folder);

/// What LibTorch's interpreter gives for the file's forward in evaluation mode; tuples, lists and dictionaries
/// flattened.
std::vector<at::Tensor> runForward(const std::filesystem::path& path, const std::vector<at::Tensor>& inputs);

/// The derivatives of Σ seed · output by each of @p inputs, by LibTorch's autograd through the file's forward in
/// evaluation mode. @p seeds: one for each output, in its shape.
std::vector<at::Tensor> runBackward(const std::filesystem::path& path, const std::vector<at::Tensor>& inputs,
                                    const std::vector<at::Tensor>& seeds);

} // namespace ql::testing
