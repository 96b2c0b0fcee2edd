// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/horizon_sections.h"

#include "core/config/dialects/name_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ql::config {

namespace {

using text::View;

constexpr std::array<std::string_view, 6> kPictureTypes{"nv12", "yuv444", "rgb", "bgr", "gray", "featuremap"};
constexpr std::array<std::string_view, 4> kNormTypes{"no_preprocess", "data_mean", "data_scale", "data_mean_and_scale"};

/// The pieces of @p key, one for each input; empty where it is missing. A list has one item for each.
std::vector<std::string> inputPieces(const View& parameters, std::string_view key)
{
    const auto view = parameters.find(key);
    if (!view || view->isNull())
        return {};
    if (view->isScalar())
        return splitNames(view->text());
    std::vector<std::string> pieces;
    for (const auto& item : view->items())
        pieces.push_back(item.isScalar() ? item.text() : std::string());
    return pieces;
}

SourcePosition placeOfInputKey(const View& parameters, std::string_view key)
{
    const auto view = parameters.find(key);
    return view ? view->position() : parameters.position();
}

/// One word of each input, out of @p allowed.
template <std::size_t N>
void readWords(Reading& reading, const View& parameters, const char* key,
               const std::array<std::string_view, N>& allowed, std::vector<ConfigInput>& inputs,
               std::string ConfigInput::*member)
{
    const auto pieces = inputPieces(parameters, key);
    for (std::size_t i = 0; i < std::min(pieces.size(), inputs.size()); ++i) {
        if (std::ranges::count(allowed, pieces[i]) > 0)
            inputs[i].*member = pieces[i];
        else if (!pieces[i].empty())
            reading.warn(
                "parameter-range", placeOfInputKey(parameters, key),
                Message("{} is {}, allowed is one of {}", key, pieces[i], fmt::format("{}", fmt::join(allowed, ", "))));
    }
}

/// "123.7 116.3 103.5", with commas or without.
std::vector<double> numbersIn(Reading& reading, std::string text, const char* key, SourcePosition place)
{
    std::ranges::replace(text, ',', ' ');
    std::vector<double> numbers;
    for (const auto& word : splitNames(text, ' ')) {
        if (word.empty())
            continue;
        double number = 0.0;
        const auto* end = word.data() + word.size();
        const auto [stop, problem] = std::from_chars(word.data(), end, number);
        if (problem != std::errc() || stop != end || !std::isfinite(number)) {
            reading.warn("wrong-type", place, Message("{} holds {}, expected numbers", key, word));
            return {};
        }
        numbers.push_back(number);
    }
    return numbers;
}

/// @p key, which is spelled with an s at its end as well.
void readNumbers(Reading& reading, const View& parameters, const char* key, std::vector<ConfigInput>& inputs,
                 std::vector<double> ConfigInput::*member)
{
    const std::string spelled = parameters.find(key) ? key : std::string(key) + "s";
    const auto view = parameters.find(spelled);
    if (!view || view->isNull())
        return;
    auto pieces = inputPieces(parameters, spelled);
    if (view->isSequence() && inputs.size() == 1) // a number each
        pieces = {fmt::format("{}", fmt::join(pieces, " "))};
    for (std::size_t i = 0; i < std::min(pieces.size(), inputs.size()); ++i) {
        auto& numbers = inputs[i].*member;
        numbers = numbersIn(reading, pieces[i], key, view->position());
        const std::size_t channels = inputs[i].trainType == "gray" ? 1 : 3;
        if (inputs[i].isPicture() && numbers.size() > 1 && numbers.size() != channels) {
            reading.warn(
                "parameter-range", view->position(),
                Message("{} has {} numbers, {} wants one or {}", key, numbers.size(), inputs[i].trainType, channels));
            numbers.clear();
        }
    }
}

void checkNorm(Reading& reading, const View& parameters, const ConfigInput& input)
{
    const auto check = [&](bool isUsed, const std::vector<double>& numbers, const char* key) {
        if (isUsed && numbers.empty())
            reading.warn("missing-key", placeOfInputKey(parameters, "norm_type"),
                         Message("norm_type is {}, and there is no {}", input.normType, key));
        else if (!isUsed && !numbers.empty())
            reading.warn("no-effect", placeOfInputKey(parameters, parameters.find(key) ? key : "norm_type"),
                         input.normType.empty() ? Message("without norm_type {} is unused", key)
                                                : Message("norm_type {} leaves {} unused", input.normType, key));
    };
    check(input.usesMean(), input.mean, "mean_value");
    check(input.usesScale(), input.scale, "scale_value");
}

/// Which pictures can become which.
void checkPictureTypes(Reading& reading, const View& parameters, const ConfigInput& input)
{
    const auto& from = input.runtimeType;
    const auto& to = input.trainType;
    if (from.empty() || to.empty() || from == to)
        return;
    const auto isColor = [](const std::string& type) { return type == "rgb" || type == "bgr"; };
    const bool isFrame = from == "nv12" || from == "yuv444";
    const bool isPossible = (isColor(from) && isColor(to)) || (isFrame && to != "featuremap");
    if (to == "nv12")
        reading.warn("parameter-range", placeOfInputKey(parameters, "input_type_train"),
                     "input_type_train is nv12, which only input_type_rt may be");
    else if (!isPossible)
        reading.warn("contradiction", placeOfInputKey(parameters, "input_type_rt"),
                     Message("input_type_rt {} can't become input_type_train {}", from, to),
                     "pictures become pictures: nv12 and yuv444 any, rgb and bgr one another");
}

} // namespace

void readHorizonInputs(Reading& reading, const View& parameters, QuantConfig& config)
{
    std::size_t count = 0;
    for (const char* key : {"input_type_train", "input_type_rt", "norm_type"})
        count = std::max(count, inputPieces(parameters, key).size());
    std::vector<ConfigInput> inputs(count);
    const auto names = inputPieces(parameters, "input_name");
    const auto ranges = inputPieces(parameters, "input_space_and_range");
    for (std::size_t i = 0; i < count; ++i) {
        inputs[i].name = i < names.size() ? names[i] : std::string();
        inputs[i].isVideoRange = i < ranges.size() && ranges[i] == "bt601_video";
        inputs[i].position = parameters.position();
    }
    constexpr std::array<std::string_view, 2> kLayouts{"NCHW", "NHWC"};
    readWords(reading, parameters, "input_type_rt", kPictureTypes, inputs, &ConfigInput::runtimeType);
    readWords(reading, parameters, "input_type_train", kPictureTypes, inputs, &ConfigInput::trainType);
    readWords(reading, parameters, "input_layout_train", kLayouts, inputs, &ConfigInput::layout);
    readWords(reading, parameters, "norm_type", kNormTypes, inputs, &ConfigInput::normType);
    readNumbers(reading, parameters, "mean_value", inputs, &ConfigInput::mean);
    readNumbers(reading, parameters, "scale_value", inputs, &ConfigInput::scale);
    for (const auto& input : inputs) {
        checkNorm(reading, parameters, input);
        checkPictureTypes(reading, parameters, input);
    }
    config.inputs = std::move(inputs);
}

} // namespace ql::config
