// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"
#include "core/config/parameter_table.h"
#include "core/config/quant_config.h"

#include <span>
#include <string_view>

namespace ql::config {

/// A parameter under the name that a dialect has for it, and the name in the parameter table.
struct ParameterName {
    std::string_view spelled;
    std::string_view name;
};

/// Reads the members of @p params named in @p names into @p algorithm and holds each against @p rules.
template <typename Kind, typename Rules>
void readParameters(Reading& reading, const text::View& params, std::span<const ParameterName> names,
                    const Rules& rules, Algorithm<Kind>& algorithm)
{
    for (const auto& [spelled, name] : names) {
        const auto view = params.find(spelled);
        const auto value = view ? parameterOf(*view) : std::nullopt;
        if (!value)
            continue;
        const auto* rule = findParameter(rules, name);
        if (const auto problem = rule ? parameterProblem(*rule, *value) : std::nullopt)
            reading.error("parameter-range", view->position(), Message("{} {}", spelled, *problem));
        algorithm.parameters.set(std::string(name), *value, view->position());
    }
}

/// batch_num, which is 1 or more.
Located<int> readBatchCount(Reading& reading, const text::View& map);

/// How wide fixed parameters are where nothing else is said.
constexpr int kFixedBits = 8;
/// `scale` and `zero_point`, each a number or, of a weight, a list; empty where neither stands.
Located<FixedScale> readFixed(Reading& reading, const text::View& params, bool isWeight);
/// Reports settings that a quantizer with fixed parameters requires but the file lacks.
void requireFixed(Reading& reading, const text::View& params, const TensorSettings& settings, bool isWeight);

/// The granularity of lnq_retrain, which knows one scale only: a warning where @p said asks for more.
Located<Granularity> wholeTensor(Reading& reading, const Located<Granularity>& said);

/// num_bits held against the allowed widths.
Located<int> readBits(Reading& reading, const text::View& params, std::string_view key, bool isWeight);

} // namespace ql::config
