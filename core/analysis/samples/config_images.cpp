// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/samples/config_images.h"

#include "core/analysis/samples/samples.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/constraints/input_normalization.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

using data::Preprocessing;
using results::Diagnostic;
using results::Severity;

/// The one description of pictures that all picture inputs share; null if there is none.
const config::ConfigInput* sharedPicture(const config::QuantConfig& config)
{
    const config::ConfigInput* shared = nullptr;
    for (const auto& input : config.inputs) {
        if (!input.isPicture())
            continue;
        if (shared && shared->imageSettings() != input.imageSettings())
            return nullptr;
        shared = &input;
    }
    return shared;
}

/// pixel × factor + offset, of one channel, for pixels from 0 to 255.
struct Line {
    double factor = 1.0;
    double offset = 0.0;
};

Line lineOf(const Preprocessing& how, std::size_t channel)
{
    const auto pick = [channel](const std::vector<double>& list, double otherwise) {
        return list.empty() ? otherwise : list.size() > 1 ? list[std::min(channel, list.size() - 1)] : list.front();
    };
    const double factor = pick(how.scale, 1.0) / pick(how.std, 1.0);
    return {factor / (how.isUnitRange ? 255.0 : 1.0), 0.0 - pick(how.mean, 0.0) * factor};
}

constexpr std::size_t kChannels = 3;

bool areEqual(const Preprocessing& a, const Preprocessing& b)
{
    constexpr double kLeast = 1e-3; // of the darkest or brightest pixel's value
    for (std::size_t channel = 0; channel < kChannels; ++channel)
        for (const double pixel : {0.0, 255.0}) {
            const auto one = lineOf(a, channel);
            const auto other = lineOf(b, channel);
            const double difference = (one.factor - other.factor) * pixel + one.offset - other.offset;
            if (std::abs(difference) > kLeast * std::max(1.0, std::abs(other.factor * 255.0)))
                return false;
        }
    return true;
}

std::string rangeText(const Preprocessing& how)
{
    std::vector<std::string> channels;
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
        const auto line = lineOf(how, channel);
        auto text = fmt::format("{:.4g} … {:.4g}", line.offset, line.factor * 255.0 + line.offset);
        if (channels.empty() || channels.front() != text)
            channels.push_back(std::move(text));
    }
    return fmt::format("{}", fmt::join(channels, ", "));
}

std::string_view colorName(Preprocessing::Color color)
{
    constexpr std::array<std::string_view, 4> kNames{"rgb", "bgr", "gray", "yuv444"};
    return kNames.at(static_cast<std::size_t>(color));
}

Diagnostic imageFinding(const char* rule, Message message, Message remedy)
{
    return {Severity::Warning, rule, "", std::move(message), std::move(remedy)};
}

const graph::Node* normalizingNode(const graph::Graph& graph)
{
    for (const auto input : graph.inputs())
        if (const auto* node = config::ownNormalization(graph, input))
            return node;
    return nullptr;
}

} // namespace

results::ImageOptions imagesWithConfig(const results::ImageOptions& images,
                                       const results::QuantizationOptions& quantization)
{
    if (!images.file.empty() || !images.settings.empty() || quantization.config.empty())
        return images;
    try {
        const auto file = quantization.configText
                              ? config::ConfigFile::ofText(quantization.config, *quantization.configText)
                              : config::ConfigFile::open(quantization.config);
        const auto* picture = sharedPicture(file.config());
        return picture ? results::ImageOptions{{}, picture->imageSettings()} : images;
    } catch (const Error&) {
        return images; // who simulates it says why it can't be read
    }
}

std::vector<Diagnostic> imageFindings(const config::QuantConfig& config, const results::ImageOptions& images,
                                      const graph::Graph& graph)
{
    const auto* picture = sharedPicture(config);
    const auto given = preprocessingOf(images);
    std::vector<Diagnostic> findings;
    const auto isPlain = [](const Preprocessing& how) { return areEqual(how, {}); };
    const auto* own = normalizingNode(graph);
    if (own && given && !isPlain(*given))
        findings.push_back(imageFinding(
            "doubled-normalization",
            Message(
                "pictures are brought to {} before the network, which begins with {} ({}) and shifts or scales them "
                "again",
                rangeText(*given), own->name, own->opType),
            "leave out mean and scale here, or export the network without it"));
    if (!picture || !given)
        return findings;
    const auto wanted = data::readPreprocessing({}, picture->imageSettings());
    if (!areEqual(*given, wanted))
        findings.push_back(imageFinding(
            isPlain(*given) && !own ? "missing-normalization" : "differing-normalization",
            Message("the config brings pixels to {}, the options for images to {}", rangeText(wanted),
                    rangeText(*given)),
            "give the mean and scale of the config, or leave the options out: the config's are taken then"));
    if (given->color && *given->color != *wanted.color)
        findings.push_back(imageFinding("differing-color",
                                        Message("the config says that the network was trained on {}, the options for "
                                                "images give it {}",
                                                colorName(*wanted.color), colorName(*given->color)),
                                        "red and blue may be swapped: see what it was trained on"));
    return findings;
}

} // namespace ql::analysis
