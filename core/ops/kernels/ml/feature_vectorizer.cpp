// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::feature_vectorizer {

using graph::DataType;

namespace {

/// Input @p i as rows of @p width features, cut off or filled up with zeros; all of them without one.
at::Tensor rowsOf(const KernelCall& call, std::size_t i, std::optional<std::int64_t> width)
{
    const auto& x = call.required(i);
    expectType(x, Message("input {}", i), {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64});
    if (x.data.dim() < 1 || x.data.dim() > 2)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has rank {}, expected 1 or 2", i, x.data.dim()));
    const auto rows = (x.data.dim() == 1 ? x.data.unsqueeze(0) : x.data).to(at::kFloat);
    if (!width)
        return rows;
    const auto part = rows.slice(1, 0, std::min(*width, rows.size(1)));
    expectAffordable({rows.size(0), *width}, DataType::Float);
    return at::constant_pad_nd(part, {0, *width - part.size(1)});
}

Kernel bind(const graph::Node& node)
{
    const auto widths = node.attributes.intsOr("inputdimensions", {});
    for (const auto width : widths)
        if (width < 0)
            throw Error(ErrorCode::InvalidNode, Message("attribute inputdimensions has an entry of {}", width));
    if (!widths.empty() && widths.size() != node.inputs.size())
        throw Error(ErrorCode::InvalidNode, Message("attribute inputdimensions has {} entries, expected {}",
                                                    widths.size(), node.inputs.size()));
    return [widths](const KernelCall& call) -> std::vector<Tensor> {
        std::vector<at::Tensor> parts;
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            parts.push_back(rowsOf(call, i, widths.empty() ? std::nullopt : std::optional(widths[i])));
            if (parts.back().size(0) != parts.front().size(0))
                throw Error(ErrorCode::ShapeMismatch, Message("input {} has {} rows, expected {} as input 0", i,
                                                              parts.back().size(0), parts.front().size(0)));
        }
        if (parts.empty())
            call.required(0);
        return {Tensor{at::cat(parts, 1)}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "FeatureVectorizer", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::feature_vectorizer
