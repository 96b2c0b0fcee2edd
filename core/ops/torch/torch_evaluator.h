// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"
#include "core/ops/torch/torch_expression.h"

#include <memory>
#include <string>

namespace ql::ops {

/// A call made ready to run: its operators found, its packed weights kept from one run to the next. May be called from
/// several threads at a time.
class TorchEvaluator {
public:
    /// @throws Error (InvalidNode, UnsupportedOperator) naming an operator that this LibTorch lacks
    TorchEvaluator(const TorchExpression& expression, std::string engine);
    ~TorchEvaluator();

    /// What an operator writes into is copied first: the copies come first among the results, then what the operator
    /// gives besides. @throws whatever LibTorch does
    std::vector<Tensor> run(const KernelCall& call);

private:
    class Step;
    std::unique_ptr<Step> m_root;
    std::string m_engine;
};

} // namespace ql::ops
