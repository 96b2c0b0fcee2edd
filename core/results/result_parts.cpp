// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/result_parts.h"

#include <optional>

namespace ql::results {

namespace {

template <typename Result>
ModelPair modelsOf(const Result& result)
{
    return {result.baseline, result.analysis};
}

ModelPair modelsOf(const CheckResult& result)
{
    return {{}, result.model};
}

} // namespace

ModelPair modelsOf(const ResultParts& parts)
{
    std::optional<ModelPair> models;
    forEachSinglePart([&](const char*, auto part) {
        if (!models && parts.*part)
            models = modelsOf(*(parts.*part));
    });
    if (!parts.sensitivities.empty() && (!models || models->baseline.empty()))
        models = modelsOf(*parts.sensitivities.front());
    return models.value_or(ModelPair{});
}

} // namespace ql::results
