// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/aten.h"

namespace ql::ops {

/// What SVMClassifier and SVMRegressor hold rows of features against.
class SupportVectors {
public:
    /// @p count vectors of @p node, by its kernel; 0 = none: the coefficients are those of a linear model, one row per
    /// one of @p targets. @throws Error (InvalidNode)
    SupportVectors(const graph::Node& node, std::int64_t count, std::int64_t targets);

    bool areGiven() const { return m_count > 0; }
    /// Rows × vectors, or rows × targets without any. @throws Error (ShapeMismatch) for other numbers of features
    at::Tensor products(const at::Tensor& rows) const;

private:
    enum class Kernel { Linear, Poly, Rbf, Sigmoid };
    static Kernel kernelOf(const graph::Node& node);
    at::Tensor distances(const at::Tensor& rows) const;

    std::int64_t m_count;
    Kernel m_kernel = Kernel::Linear;
    float m_gamma = 0.0F;
    float m_offset = 0.0F;
    float m_degree = 0.0F;
    at::Tensor m_vectors; ///< vectors, or targets, × features
};

} // namespace ql::ops
