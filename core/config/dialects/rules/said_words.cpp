// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/rules/said_words.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace ql::config {

namespace {

struct FloatWord {
    std::string_view word; ///< as plainWord() has it
    std::string_view type;
};
constexpr std::array kFloats{
    FloatWord{"fp32", "float32"},      FloatWord{"float32", "float32"}, FloatWord{"float", "float32"},
    FloatWord{"f32", "float32"},       FloatWord{"fp16", "float16"},    FloatWord{"float16", "float16"},
    FloatWord{"half", "float16"},      FloatWord{"f16", "float16"},     FloatWord{"bf16", "bfloat16"},
    FloatWord{"bfloat16", "bfloat16"}, FloatWord{"none", "float32"}};
constexpr std::array kFormats{FloatWord{"fp8", "fp8_e4m3"},
                              FloatWord{"fp8e4m3", "fp8_e4m3"},
                              FloatWord{"float8e4m3fn", "fp8_e4m3"},
                              FloatWord{"qfloat8e4m3fn", "fp8_e4m3"},
                              FloatWord{"float8e4m3", "fp8_e4m3"},
                              FloatWord{"e4m3", "fp8_e4m3"},
                              FloatWord{"fp8e5m2", "fp8_e5m2"},
                              FloatWord{"float8e5m2", "fp8_e5m2"},
                              FloatWord{"e5m2", "fp8_e5m2"},
                              FloatWord{"mxfp4", "mxfp4"},
                              FloatWord{"mxfp8", "mxfp8_e4m3"},
                              FloatWord{"mxint8", "mxint8"},
                              FloatWord{"nvfp4", "nvfp4"}};

struct IntegerWord {
    std::string_view start;
    bool isUnsigned;
};
// Longer ones first.
constexpr std::array kIntegers{IntegerWord{"quint", true}, IntegerWord{"uint", true}, IntegerWord{"qint", false},
                               IntegerWord{"int", false},  IntegerWord{"qu", true},   IntegerWord{"u", true},
                               IntegerWord{"s", false},    IntegerWord{"i", false}};

bool takeInteger(std::string_view word, SourcePosition place, TensorSettings& settings)
{
    for (const auto& [start, isUnsigned] : kIntegers) {
        if (!word.starts_with(start))
            continue;
        const auto digits = word.substr(start.size());
        const bool isWidth = !digits.empty() && digits.size() <= 2
                             && std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; });
        const int bits = isWidth ? std::stoi(std::string(digits)) : 0;
        if (bits < 2 || bits > 16)
            return false;
        settings.bits = {bits, place};
        settings.isUnsigned = {isUnsigned, place};
        return true;
    }
    return false;
}

} // namespace

std::string plainWord(std::string_view word)
{
    std::string plain;
    for (const char c : word)
        if (c != '-' && c != '_' && c != ' ')
            plain += char(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

bool takeType(std::string_view word, SourcePosition place, TensorSettings& settings)
{
    const auto plain = plainWord(word);
    const auto isIt = [&plain](const FloatWord& known) { return known.word == plain; };
    if (const auto found = std::ranges::find_if(kFloats, isIt); found != kFloats.end()) {
        settings.floatType = {std::string(found->type), place};
        return true;
    }
    if (const auto found = std::ranges::find_if(kFormats, isIt); found != kFormats.end()) {
        settings.numberFormat = {std::string(found->type), place};
        return true;
    }
    return takeInteger(plain, place, settings);
}

void readType(Reading& reading, const text::View& map, std::string_view key, TensorSettings& settings)
{
    const auto word = reading.text(map, key);
    if (word && !takeType(*word, word.position, settings))
        reading.error("parameter-range", word.position, Message("{} is {}, which is no type of numbers", key, *word),
                      "write int8, uint8, int16, float32 and their like");
}

void takeWidth(const Located<std::int64_t>& bits, const Located<std::int64_t>& groupSize, TensorSettings& settings)
{
    if (!bits)
        return;
    if (*bits < 2 || *bits > 16) {
        settings.floatType = {std::string("float32"), bits.position};
        return;
    }
    if (groupSize && *groupSize > 0 && *bits <= 8)
        settings.numberFormat = {fmt::format("int{}_g{}", *bits, *groupSize), bits.position};
    else
        settings.bits = {int(*bits), bits.position};
}

std::optional<ObserverKind> observerNamed(std::string_view word)
{
    const auto plain = plainWord(word);
    constexpr std::array kWords{std::pair{"minmax", ObserverKind::MinMax},
                                std::pair{"absmax", ObserverKind::MinMax},
                                std::pair{"max", ObserverKind::MinMax},
                                std::pair{"percentile", ObserverKind::Percentile},
                                std::pair{"entropy", ObserverKind::Kl},
                                std::pair{"kl", ObserverKind::Kl},
                                std::pair{"mse", ObserverKind::Mse},
                                std::pair{"minmse", ObserverKind::Mse},
                                std::pair{"histogram", ObserverKind::Histogram},
                                std::pair{"movingaverageminmax", ObserverKind::MovingAverage},
                                std::pair{"movingaverage", ObserverKind::MovingAverage}};
    for (const auto& [known, kind] : kWords)
        if (plain == known)
            return kind;
    return std::nullopt;
}

void readObserver(Reading& reading, const text::View& map, std::string_view key, TensorSettings& settings)
{
    if (const auto word = reading.text(map, key))
        if (const auto kind = observerNamed(*word))
            settings.observer = {Observer{*kind, *word, {}}, word.position};
}

TensorSettings leftInHalf(SourcePosition place)
{
    TensorSettings settings;
    settings.numberFormat = {std::string("fp16"), place};
    return settings;
}

LayerSettings switched(bool isQuantized, SourcePosition place)
{
    LayerSettings settings;
    settings.isQuantized = {isQuantized, place};
    return settings;
}

Selector globSelector(std::string glob, SourcePosition place)
{
    Selector selector{Selector::Kind::Pattern, std::move(glob), place};
    selector.pattern = std::make_shared<const NamePattern>(NamePattern::ofGlob(selector.name));
    return selector;
}

std::optional<Selector> expressionSelector(Reading& reading, const std::string& expression, NamePattern::Extent extent,
                                           SourcePosition place)
{
    try {
        Selector selector{Selector::Kind::Pattern, expression, place};
        selector.pattern = std::make_shared<const NamePattern>(NamePattern::ofExpression(expression, extent));
        return selector;
    } catch (const Error& error) {
        reading.error("parameter-range", place, error.message(), error.hint());
        return std::nullopt;
    }
}

Selector globOrName(std::string name, SourcePosition place)
{
    return name.find_first_of("*?[") != std::string::npos ? globSelector(std::move(name), place)
                                                          : Selector{Selector::Kind::Layer, std::move(name), place};
}

void skipNames(Reading& reading, const text::View& map, std::string_view key, Selector::Kind kind, QuantConfig& config)
{
    const auto names = reading.texts(map, key);
    for (const auto& name : names)
        config.addSkip(kind, name, names.positions.front());
}

void skipGlobs(Reading& reading, const text::View& map, std::string_view key, QuantConfig& config)
{
    const auto names = reading.texts(map, key);
    for (const auto& name : names)
        config.addSkip(globOrName(name, names.positions.front()), names.positions.front());
}

} // namespace ql::config
