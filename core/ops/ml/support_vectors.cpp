// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/support_vectors.h"

#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"

#include <cmath>

namespace ql::ops {

namespace {

/// The entries of @p attribute as @p rows rows.
at::Tensor matrixOf(const graph::Node& node, const char* attribute, std::int64_t rows)
{
    const auto entries = listOfFloats(node, attribute).data;
    if (!entries.defined() || entries.numel() == 0)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", attribute));
    if (rows < 1 || entries.numel() % rows != 0)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} has {} entries, expected a multiple of {}", attribute,
                                                    entries.numel(), rows));
    return entries.view({rows, -1});
}

} // namespace

SupportVectors::SupportVectors(const graph::Node& node, std::int64_t count, std::int64_t targets)
    : m_count(count)
{
    if (count == 0) {
        m_vectors = matrixOf(node, "coefficients", targets);
        return;
    }
    m_kernel = kernelOf(node);
    m_vectors = matrixOf(node, "support_vectors", count);
    const auto settings = node.attributes.floatsOr("kernel_params", {});
    if (settings.empty())
        return;
    if (settings.size() != 3)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} entries, expected {}", "kernel_params", settings.size(), 3));
    m_gamma = float(settings[0]);
    m_offset = float(settings[1]);
    m_degree = float(settings[2]);
}

SupportVectors::Kernel SupportVectors::kernelOf(const graph::Node& node)
{
    const auto word = node.attributes.stringOr("kernel_type", "LINEAR");
    if (word == "LINEAR")
        return Kernel::Linear;
    if (word == "POLY")
        return Kernel::Poly;
    if (word == "RBF")
        return Kernel::Rbf;
    if (word == "SIGMOID")
        return Kernel::Sigmoid;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute kernel_type is \"{}\", expected LINEAR, POLY, RBF or SIGMOID", word));
}

at::Tensor SupportVectors::products(const at::Tensor& rows) const
{
    if (rows.size(1) != m_vectors.size(1))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 has {} features, the model {}", rows.size(1), m_vectors.size(1)));
    if (m_kernel == Kernel::Rbf)
        return distances(rows).mul_(-m_gamma).exp_();
    auto products = at::matmul(rows, m_vectors.t());
    if (m_kernel == Kernel::Linear)
        return products;
    products.mul_(m_gamma).add_(m_offset);
    return m_kernel == Kernel::Poly ? products.pow_(m_degree) : products.tanh_();
}

/// Squared, from every row to every vector.
at::Tensor SupportVectors::distances(const at::Tensor& rows) const
{
    auto distances = at::empty({rows.size(0), m_count}, at::kFloat);
    for (std::int64_t i = 0; i < rows.size(0); ++i)
        distances[i].copy_(m_vectors.sub(rows[i]).square_().sum(1));
    return distances;
}

} // namespace ql::ops
