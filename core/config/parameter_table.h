// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/layer_settings.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// One parameter of an algorithm: its type, its default and what it may be.
struct ParameterRule {
    enum class Type { Bool, Integer, Number, Text };
    enum class Bounds { Closed, LowOpen, None };

    std::string_view name;
    Type type;
    std::string_view fallback; ///< as text; empty = none
    double low = 0.0;
    double high = 0.0;
    Bounds bounds = Bounds::None;
    std::vector<double> also = {};            ///< allowed besides
    std::vector<std::string_view> words = {}; ///< of a text; empty = any
    bool isSimulated = true;                  ///< otherwise it steers training, or a tool that isn't simulated
};

/// The AMCT guide's tables of observers and quantizers; empty for an algorithm without own parameters.
std::span<const ParameterRule> parametersOf(ObserverKind kind);
std::span<const ParameterRule> parametersOf(QuantizerKind kind, bool isWeight);

const ParameterRule* findParameter(std::span<const ParameterRule> rules, std::string_view name);

/// What is wrong with @p value, e.g. "is 1.5, allowed is (0.5, 1]"; nothing when it is fine.
std::optional<Message> parameterProblem(const ParameterRule& rule, const ParameterValue& value);

/// The default of a number; 0 when there is none.
double defaultNumber(std::span<const ParameterRule> rules, std::string_view name);

/// "0.5", "true", "uniform", "[1, 2]".
std::string toString(const ParameterValue& value);

} // namespace ql::config
