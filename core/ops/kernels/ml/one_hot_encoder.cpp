// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/support/checks.h"

#include <map>

namespace ql::ops::kernels::one_hot_encoder {

using graph::DataType;

namespace {

template <typename Category>
at::Tensor encoded(const std::vector<Category>& elements, const std::vector<Category>& categories,
                   const graph::Shape& shape, bool takesUnknown)
{
    std::map<Category, std::size_t> places;
    for (std::size_t i = 0; i < categories.size(); ++i)
        places.emplace(categories[i], i);
    auto ones = at::zeros(shape, at::kFloat);
    auto* row = ones.template data_ptr<float>();
    for (const auto& element : elements) {
        if (const auto found = places.find(element); found != places.end())
            row[found->second] = 1.0F;
        else if (!takesUnknown)
            throw Error(ErrorCode::BadArgument, Message("input 0 holds {}, which is no category", element));
        row += categories.size();
    }
    return ones;
}

Kernel bind(const graph::Node& node)
{
    const auto categories = labelsOf(node, "cats_int64s", "cats_strings");
    return [categories,
            takesUnknown = node.attributes.intOr("zeros", 1) != 0](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.tensor(0);
        if (x.holdsStrings() != categories.holdsStrings())
            throw Error(ErrorCode::TypeMismatch, Message("input 0 has type {}, the categories are {}",
                                                         graph::name(x.type), graph::name(categories.type)));
        auto shape = x.shape();
        shape.push_back(static_cast<std::int64_t>(lengthOf(categories)));
        expectAffordable(shape, DataType::Float);
        if (x.holdsStrings())
            return {Tensor{encoded(x.strings->strings(), categories.strings->strings(), shape, takesUnknown)}};
        expectType(x, "input 0", {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64});
        const auto elements = toTensorData(Tensor{x.data.to(at::kLong)}).toInts();
        return {Tensor{encoded(elements, toTensorData(categories).toInts(), shape, takesUnknown)}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "OneHotEncoder", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::one_hot_encoder
