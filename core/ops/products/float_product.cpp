// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/float_product.h"

#include "core/ops/products/matrix_product.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

namespace ql::ops {

namespace {

void multiplyInto(const at::Tensor& y, const at::Tensor& x, const at::Tensor& w, const at::Tensor& bias,
                  const MatrixSizes& sizes)
{
    multiplyMatrices(x.data_ptr<float>(), w.data_ptr<float>(), bias.defined() ? bias.data_ptr<float>() : nullptr,
                     y.data_ptr<float>(), sizes);
}

/// Matrices along the leading axes.
std::int64_t batchOf(const at::Tensor& x)
{
    return c10::multiply_integers(x.sizes().slice(0, std::size_t(x.dim()) - 2));
}

/// One product for each of the leading axes, which both have alike, or one of them has a single matrix for all.
at::Tensor productsOfBatch(const at::Tensor& a, const at::Tensor& b, const MatrixSizes& sizes)
{
    const bool isSingleLeft = batchOf(a) == 1, isSingleRight = batchOf(b) == 1;
    auto shape = (isSingleLeft ? b : a).sizes().vec();
    shape.back() = sizes.columns;
    shape[shape.size() - 2] = sizes.rows;
    const auto y = newTensor(shape, at::kFloat);
    const auto nextOfA = isSingleLeft ? 0 : sizes.rows * sizes.depth;
    const auto nextOfB = isSingleRight ? 0 : sizes.depth * sizes.columns;
    const auto count = y.numel() == 0 ? 0 : y.numel() / (sizes.rows * sizes.columns);
    const auto products = sizes.rows * sizes.depth * sizes.columns;
    const auto multiply = [&](std::int64_t begin, std::int64_t end) {
        for (auto i = begin; i < end; ++i)
            multiplyMatrices(a.data_ptr<float>() + i * nextOfA, b.data_ptr<float>() + i * nextOfB, nullptr,
                             y.data_ptr<float>() + i * sizes.rows * sizes.columns, sizes);
    };
    if (threadsFor(products) > 1) // each of them is worth several
        multiply(0, count);
    else
        forEachPart(count, count * products, multiply);
    return y;
}

} // namespace

at::Tensor floatProduct(const at::Tensor& x, const at::Tensor& w, const at::Tensor& bias)
{
    if (isLeftToTorch(x) || isLeftToTorch(w) || (bias.defined() && isLeftToTorch(bias)))
        return bias.defined() ? at::addmm(bias, x, w) : at::mm(x, w);
    const MatrixSizes sizes{x.size(0), x.size(1), w.size(1)};
    auto y = newTensor({sizes.rows, sizes.columns}, at::kFloat);
    multiplyInto(y, inOrder(x), inOrder(w), bias.defined() ? inOrder(bias) : bias, sizes);
    return y;
}

at::Tensor floatMatmul(const at::Tensor& a, const at::Tensor& b)
{
    if (a.dim() < 2 || b.dim() < 2 || isLeftToTorch(a) || isLeftToTorch(b))
        return at::matmul(a, b);
    if (b.dim() == 2) {
        auto shape = a.sizes().vec();
        shape.back() = b.size(1);
        auto y = newTensor(shape, at::kFloat);
        multiplyInto(y, inOrder(a), inOrder(b), {}, {batchOf(a) * a.size(-2), b.size(0), b.size(1)});
        return y;
    }
    const MatrixSizes sizes{a.size(-2), a.size(-1), b.size(-1)};
    const bool isAlike = a.sizes().slice(0, a.dim() - 2) == b.sizes().slice(0, b.dim() - 2);
    const bool isSingle = (batchOf(a) == 1 && a.dim() <= b.dim()) || (batchOf(b) == 1 && b.dim() <= a.dim());
    return isAlike || isSingle ? productsOfBatch(inOrder(a), inOrder(b), sizes) : at::matmul(a, b);
}

} // namespace ql::ops
