// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::ops::kernels::array_feature_extractor {

namespace {

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto& indices = call.required(1);
    expectType(indices, "input 1 (Y)", {graph::DataType::Int64});
    if (x.data.dim() < 1)
        throw Error(ErrorCode::ShapeMismatch, "input 0 has no axis to choose from");
    const auto flat = indices.data.flatten().contiguous();
    if (flat.numel() == 0)
        throw Error(ErrorCode::ShapeMismatch, "input 1 (Y) names no feature");
    const auto features = x.data.size(-1);
    for (std::int64_t i = 0; i < flat.numel(); ++i)
        if (const auto index = flat.data_ptr<std::int64_t>()[i]; index < 0 || index >= features)
            throw Error(ErrorCode::InvalidNode,
                        Message("input 1 (Y) names feature {}, input 0 has {}", index, features));
    const auto rows = x.data.dim() == 1 ? x.data.unsqueeze(0) : x.data;
    return {{rows.index_select(-1, flat), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{kMl, "ArrayFeatureExtractor", 1, kLatestOpset, stateless<evaluate>}});
}

} // namespace ql::ops::kernels::array_feature_extractor
