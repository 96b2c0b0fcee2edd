// SPDX-License-Identifier: GPL-3.0-or-later
// The straight lines that ONNX had as experimental operators until opset 10, and that converters still write:
// - Affine: alpha · x + beta, by default x.
// - ImageScaler: scale · x + bias[channel], of images with their channels on axis 1.
// - Scale: scale · x.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::affine {

namespace {

Kernel bindAffine(const graph::Node& node)
{
    return unaryKernel([alpha = node.attributes.floatOr("alpha", 1.0), beta = node.attributes.floatOr("beta", 0.0)](
                           const at::Tensor& x) { return at::mul(x, alpha).add_(beta); });
}

Kernel bindScale(const graph::Node& node)
{
    return unaryKernel(
        [scale = node.attributes.floatOr("scale", 1.0)](const at::Tensor& x) { return at::mul(x, scale); });
}

Kernel bindImageScaler(const graph::Node& node)
{
    return [scale = node.attributes.floatOr("scale", 1.0),
            bias = node.attributes.floatsOr("bias", {})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (input)");
        expectRank(x, "input 0 (input)", 4);
        const auto channels = x.data.size(1);
        if (!bias.empty() && static_cast<std::int64_t>(bias.size()) != channels)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("attribute bias has {} entries, expected {} (channels)", bias.size(), channels));
        auto y = at::mul(computable(x), scale);
        if (!bias.empty())
            y.add_(at::tensor(bias, at::kDouble).to(y.scalar_type()).view({1, -1, 1, 1}));
        return {storedAs(std::move(y), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Affine", 1, kLatestOpset, bindAffine},
            {"", "ImageScaler", 1, kLatestOpset, bindImageScaler},
            {"", "Scale", 1, kLatestOpset, bindScale}};
}

} // namespace ql::ops::kernels::affine
