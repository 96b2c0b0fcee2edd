// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/parameter_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace ql::config {

namespace {

using Type = ParameterRule::Type;
using Bounds = ParameterRule::Bounds;
using Rules = std::vector<ParameterRule>;

constexpr double kAnyPositive = std::numeric_limits<double>::max();

/// Accepted, but not simulated.
ParameterRule kept(ParameterRule rule)
{
    rule.isSimulated = false;
    return rule;
}

const Rules kIfmr{{"num_bits", Type::Integer, "8", 8, 16, Bounds::Closed, {4}},
                  kept({"batch_num", Type::Integer, "1", 0, kAnyPositive, Bounds::LowOpen}),
                  {"with_offset", Type::Bool, "true"},
                  {"max_percentile", Type::Number, "0.999999", 0.5, 1.0, Bounds::LowOpen},
                  {"min_percentile", Type::Number, "0.999999", 0.5, 1.0, Bounds::LowOpen},
                  {"search_start", Type::Number, "0.7", 0.7, 1.3, Bounds::Closed},
                  {"search_end", Type::Number, "1.3", 0.7, 1.3, Bounds::Closed},
                  {"search_step", Type::Number, "0.01", 0.0, 0.6, Bounds::LowOpen},
                  kept({"object_layer", Type::Text, ""})};

const Rules kHfmg{{"num_of_bins", Type::Integer, "4096", 0, 0, Bounds::Closed, {1024, 2048, 4096, 8192}},
                  kept({"batch_num", Type::Integer, "1", 0, kAnyPositive, Bounds::LowOpen})};

const Rules kArq{{"num_bits", Type::Integer, "8", 8, 8, Bounds::Closed, {4}},
                 {"channel_wise", Type::Bool, "true"},
                 {"eps", Type::Number, "1.1920929e-07", 0, kAnyPositive, Bounds::LowOpen}};

const Rules kLuqMse{{"qscheme", Type::Text, "symmetric", 0, 0, Bounds::None, {}, {"dynamic", "affine", "symmetric"}},
                    {"quant_min", Type::Integer, "-128"},
                    {"quant_max", Type::Integer, "127"},
                    {"search_start", Type::Number, "0.5", 0.5, 1.5, Bounds::Closed},
                    {"search_end", Type::Number, "1.5", 0.5, 1.5, Bounds::Closed},
                    {"steps", Type::Integer, "100", 0, kAnyPositive, Bounds::LowOpen},
                    {"num_bits", Type::Integer, "8", 8, 16, Bounds::Closed, {4}}};

const Rules kSnq{{"max_iteration", Type::Integer, "1000", 500, 2000, Bounds::Closed},
                 {"cali_min_distance", Type::Number, "1e-10", 1e-10, 1e-3, Bounds::Closed},
                 {"channel_wise", Type::Bool, "true"},
                 {"init_algo", Type::Text, "uniform", 0, 0, Bounds::None, {}, {"uniform", "gaussian", "d2sampling"}}};

/// Every observer of torch takes all of them; what one doesn't need it passes over.
Rules torchRulesOf(ObserverKind kind)
{
    Rules rules{{"averaging_constant", Type::Number, "0.01", 0, 1, Bounds::LowOpen},
                kept({"reduce_range", Type::Bool, "false"}),
                {"bins", Type::Integer, "2048", 0, kAnyPositive, Bounds::LowOpen},
                {"upsample_rate", Type::Integer, "128", 0, kAnyPositive, Bounds::LowOpen},
                {"eps", Type::Number, "1.1920929e-07", 0, kAnyPositive, Bounds::LowOpen}};
    for (auto& rule : rules)
        rule.isSimulated =
            rule.isSimulated && (rule.name != "averaging_constant" || kind == ObserverKind::MovingAverage)
            && ((rule.name != "bins" && rule.name != "upsample_rate") || kind == ObserverKind::Histogram);
    return rules;
}

const Rules kMinMax = torchRulesOf(ObserverKind::MinMax);
const Rules kMovingAverage = torchRulesOf(ObserverKind::MovingAverage);
const Rules kHistogram = torchRulesOf(ObserverKind::Histogram);

const Rules kPercentile{{"max_percentile", Type::Number, "0.99999", 0.5, 1.0, Bounds::Closed}};

// The guide's table gives ULQ 8 to 16 bits; its chapter on tuning says "4 or 8 to 12 or 16" of the same field.
const Rules kUlq{{"num_bits", Type::Integer, "8", 8, 16, Bounds::Closed, {4}},
                 {"fixed_min", Type::Bool, "false"},
                 {"clip_max", Type::Number, ""},
                 {"clip_min", Type::Number, ""}};

const Rules kLuqActivation{{"num_bits", Type::Integer, "8", 8, 16, Bounds::Closed, {4}},
                           {"max_value_eps", Type::Number, "0.00038928920371275036", 0, kAnyPositive, Bounds::LowOpen}};
const Rules kLuqWeight{{"num_bits", Type::Integer, "8", 8, 8, Bounds::Closed},
                       {"max_value_eps", Type::Number, "0.00038928920371275036", 0, kAnyPositive, Bounds::LowOpen}};

const Rules kLnq{{"num_bits", Type::Integer, "4", 4, 4, Bounds::Closed},
                 kept({"cluster_freq", Type::Integer, "400", 0, kAnyPositive, Bounds::LowOpen}),
                 kept({"max_iteration", Type::Integer, "1000", 500, 2000, Bounds::Closed}),
                 kept({"min_distance", Type::Number, "0.0001", 1e-8, 1e-2, Bounds::Closed}),
                 kept({"clip_max", Type::Number, "3.0", 0, kAnyPositive, Bounds::LowOpen}),
                 {"channel_wise", Type::Bool, "false"},
                 kept({"symmetric", Type::Bool, "false"})};

const Rules kFixedActivation{{"num_bits", Type::Integer, "8", 4, 16, Bounds::Closed}};
const Rules kFixedWeight{{"num_bits", Type::Integer, "8", 8, 8, Bounds::Closed, {4}}};

std::optional<double> numberIn(const ParameterValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return double(*integer);
    return std::nullopt;
}

Message rangeText(const ParameterRule& rule)
{
    std::vector<Message> parts;
    for (const auto number : rule.also)
        parts.push_back(Message("{}", number));
    if (rule.low == rule.high && rule.low != 0.0)
        parts.push_back(Message("{}", rule.low));
    else if (rule.high == kAnyPositive)
        parts.push_back(Message("above {}", rule.low));
    else if (rule.low != rule.high)
        parts.push_back(Message("{}{}, {}]", rule.bounds == Bounds::LowOpen ? '(' : '[', rule.low, rule.high));
    return Message::list(std::move(parts), " or ");
}

bool isInRange(const ParameterRule& rule, double number)
{
    if (rule.bounds == Bounds::None || std::find(rule.also.begin(), rule.also.end(), number) != rule.also.end())
        return true;
    if (rule.low == rule.high && rule.low == 0.0) // only what `also` lists
        return false;
    const bool isAbove = rule.bounds == Bounds::LowOpen ? number > rule.low : number >= rule.low;
    return isAbove && number <= rule.high;
}

std::optional<Message> numberProblem(const ParameterRule& rule, const ParameterValue& value)
{
    const auto number = numberIn(value);
    const bool isInteger = std::holds_alternative<std::int64_t>(value);
    if (!number || (rule.type == Type::Integer && !isInteger))
        return Message("is {}, expected {}", toString(value),
                       rule.type == Type::Integer ? Message("an integer") : Message("a number"));
    if (!isInRange(rule, *number))
        return Message("is {}, allowed is {}", toString(value), rangeText(rule));
    return std::nullopt;
}

} // namespace

std::span<const ParameterRule> parametersOf(ObserverKind kind)
{
    switch (kind) {
    case ObserverKind::Ifmr: return kIfmr;
    case ObserverKind::Hfmg: return kHfmg;
    case ObserverKind::Arq: return kArq;
    case ObserverKind::LuqMse: return kLuqMse;
    case ObserverKind::Snq: return kSnq;
    case ObserverKind::Percentile: return kPercentile;
    case ObserverKind::MinMax: return kMinMax;
    case ObserverKind::MovingAverage: return kMovingAverage;
    case ObserverKind::Histogram: return kHistogram;
    default: return {};
    }
}

std::span<const ParameterRule> parametersOf(QuantizerKind kind, bool isWeight)
{
    switch (kind) {
    case QuantizerKind::Ulq: return kUlq;
    case QuantizerKind::Luq: return isWeight ? kLuqWeight : kLuqActivation;
    case QuantizerKind::Arq: return kArq;
    case QuantizerKind::Lnq: return kLnq;
    case QuantizerKind::Fixed: return isWeight ? kFixedWeight : kFixedActivation;
    default: return {};
    }
}

const ParameterRule* findParameter(std::span<const ParameterRule> rules, std::string_view name)
{
    const auto found = std::find_if(rules.begin(), rules.end(), [name](const auto& rule) { return rule.name == name; });
    return found == rules.end() ? nullptr : &*found;
}

std::optional<Message> parameterProblem(const ParameterRule& rule, const ParameterValue& value)
{
    if (rule.type == Type::Bool)
        return std::holds_alternative<bool>(value)
                   ? std::nullopt
                   : std::optional(Message("is {}, expected true or false", toString(value)));
    if (rule.type != Type::Text)
        return numberProblem(rule, value);
    const auto* text = std::get_if<std::string>(&value);
    if (!text)
        return Message("is {}, expected a text", toString(value));
    if (!rule.words.empty() && std::find(rule.words.begin(), rule.words.end(), *text) == rule.words.end())
        return Message("is {}, allowed is {}", *text, fmt::join(rule.words, ", "));
    return std::nullopt;
}

double defaultNumber(std::span<const ParameterRule> rules, std::string_view name)
{
    const auto* rule = findParameter(rules, name);
    if (!rule)
        return 0.0;
    return rule->fallback == "true" ? 1.0 : std::strtod(std::string(rule->fallback).c_str(), nullptr);
}

std::string toString(const ParameterValue& value)
{
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* number = std::get_if<double>(&value))
        return fmt::format("{}", *number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return fmt::format("[{}]", fmt::join(std::get<std::vector<double>>(value), ", "));
}

} // namespace ql::config
