// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/caller_arrays.h"

#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"

#include <fmt/ranges.h>

namespace ql::analysis {

caller::NamedArrays arraysOf(const std::vector<std::string>& names, const std::vector<ops::Tensor>& outputs)
{
    caller::NamedArrays arrays;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto value = measurable(outputs[i]);
        if (!value.isDefined() || value.holdsStrings())
            throw Error(ErrorCode::TypeMismatch, Message("output {} holds no numbers", names[i]));
        arrays.emplace_back(names[i], ops::toTensorData(value));
    }
    return arrays;
}

std::vector<std::string> namesOf(const caller::NamedArrays& arrays)
{
    std::vector<std::string> names;
    for (const auto& [name, array] : arrays)
        names.push_back(name);
    if (names.empty())
        throw Error(ErrorCode::BadArgument, "the post-processing returns no output");
    return names;
}

std::vector<ops::Tensor> tensorsOf(const caller::NamedArrays& arrays, const std::vector<std::string>& names)
{
    if (const auto found = namesOf(arrays); found != names)
        throw Error(ErrorCode::BadArgument,
                    Message("the post-processing returns {}, and returned {} before", fmt::join(found, ", "),
                            fmt::join(names, ", ")),
                    "it must return the same outputs for every sample and both models");
    std::vector<ops::Tensor> tensors;
    for (const auto& [name, array] : arrays)
        tensors.push_back(ops::toTensor(array));
    return tensors;
}

} // namespace ql::analysis
