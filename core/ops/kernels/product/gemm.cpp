// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/products/float_product.h"
#include "core/ops/quantization/dequantized_products.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/operand_cache.h"

namespace ql::ops::kernels::gemm {

namespace {

struct GemmAttributes {
    double alpha = 1.0;
    double beta = 1.0;
    bool transposesA = false;
    bool transposesB = false;
};

at::Tensor matrix(const Tensor& tensor, bool isTransposed)
{
    const auto elements = computable(tensor);
    return isTransposed ? elements.t() : elements;
}

void expectMatrices(const KernelCall& call)
{
    expectRank(call.required(0), "input 0 (A)", 2);
    expectRank(call.required(1), "input 1 (B)", 2);
    expectSameType(call.input(1), "input 1 (B)", call.input(0));
    if (call.has(2))
        expectSameType(call.input(2), "input 2 (C)", call.input(0));
}

/// B [depth, columns], in order: a transposed weight is copied once.
at::Tensor secondFactor(const KernelCall& call, const at::Tensor& b, WeightMemory& memory)
{
    return b.is_contiguous() ? b : *memory.inOrder.of(call, 1, [&b] { return b.contiguous(); });
}

/// Whether @p c is a bias as most Gemms have it, one number per column.
bool isPerColumn(const at::Tensor& c, std::int64_t columns)
{
    return c.dim() >= 1 && c.dim() <= 2 && c.numel() == columns && c.size(-1) == columns;
}

/// A · B + @p c, one number per column or undefined.
at::Tensor plainProduct(const KernelCall& call, const at::Tensor& a, const at::Tensor& b,
                        const GemmAttributes& attributes, const at::Tensor& c, WeightMemory& memory)
{
    if (!attributes.transposesA)
        if (const auto y = dequantizedProduct(call, attributes.transposesB, memory.integers))
            return c.defined() ? y->add_(c) : *y;
    return floatProduct(a, secondFactor(call, b, memory), c);
}

at::Tensor product(const KernelCall& call, const GemmAttributes& attributes, WeightMemory& memory)
{
    const auto a = matrix(call.input(0), attributes.transposesA);
    const auto b = matrix(call.input(1), attributes.transposesB);
    if (a.size(1) != b.size(0))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("A is {}x{} and B is {}x{} (after transposition): inner dimensions differ", a.size(0),
                            a.size(1), b.size(0), b.size(1)));
    const bool isPlain = a.scalar_type() == at::kFloat && attributes.alpha == 1.0 && attributes.beta == 1.0;
    if (isPlain && !call.has(2))
        return plainProduct(call, a, b, attributes, {}, memory);
    if (const auto c = computable(call.input(2)); isPlain && isPerColumn(c, b.size(1)))
        return plainProduct(call, a, b, attributes, c.reshape(-1), memory);
    // alpha and beta are floats also for integer matrices, where LibTorch wants integers.
    const auto scalar = [&a](double value) {
        return at::isIntegralType(a.scalar_type(), true) ? at::Scalar(static_cast<std::int64_t>(value))
                                                         : at::Scalar(value);
    };
    if (!call.has(2)) {
        const auto result = at::mm(a, b);
        return attributes.alpha == 1.0 ? result : result.mul(scalar(attributes.alpha));
    }
    return at::addmm(computable(call.input(2)), a, b, scalar(attributes.beta), scalar(attributes.alpha));
}

Kernel bind(const graph::Node& node)
{
    const GemmAttributes attributes{node.attributes.floatOr("alpha", 1.0), node.attributes.floatOr("beta", 1.0),
                                    node.attributes.intOr("transA", 0) != 0, node.attributes.intOr("transB", 0) != 0};
    return [attributes, memory = std::make_shared<WeightMemory>()](const KernelCall& call) -> std::vector<Tensor> {
        expectMatrices(call);
        return {storedAs(product(call, attributes, *memory), call.input(0).type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Gemm", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::gemm
