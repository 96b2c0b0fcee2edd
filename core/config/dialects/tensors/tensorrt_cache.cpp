// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/dialects/tensors/scaled_tensors.h"
#include "core/config/dialects/tensors/tensor_edits.h"
#include "core/config/text/parsers.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <optional>

/// TensorRT's calibration cache: behind a line with the version and the calibrator a line for each activation, "name:
/// 3c010a14", the bits of its scale as a float32. Integers are signed, of 8 bits and symmetric; weights aren't there.
namespace ql::config::tensorrt_cache {

namespace {

using edit::TreeEditor;
using text::Value;

const Message kName("TensorRT's calibration cache");

bool recognises(const text::Document& document)
{
    return text::hasCacheHead(document.bytes);
}

constexpr std::size_t kDigits = 8;

/// The float32 whose bits @p digits are: all of them, since a part of them is another number.
std::optional<float> scaleOf(std::string_view digits)
{
    std::uint32_t bits = 0;
    const auto* end = digits.data() + digits.size();
    const auto [behind, problem] = std::from_chars(digits.data(), end, bits, 16);
    if (digits.size() != kDigits || problem != std::errc() || behind != end)
        return std::nullopt;
    return std::bit_cast<float>(bits);
}

std::string digitsOf(double scale)
{
    return fmt::format("{:08x}", std::bit_cast<std::uint32_t>(float(scale)));
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.activation.isSymmetric = true;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    config.common.weight.granularity = Granularity::PerChannel;
    for (const auto& member : reading.root().members()) {
        reading.setLayer(member.key);
        const auto place = member.view().position();
        const auto scale = scaleOf(member.view().text());
        LayerSettings settings;
        if (!scale)
            reading.error(
                "wrong-type", place,
                Message("{} is no float32 in hexadecimal digits, expected {} of them", member.view().text(), kDigits),
                "the file may be cut off");
        else
            areScales(reading, {{double(*scale)}, {place}});
        settings.activation.bits = {8, place};
        settings.activation.isSymmetric = {true, place};
        settings.activation.fixed = {FixedScale{{double(scale.value_or(1.0f))}, {}, {place}}, place};
        config.addOverride(Selector::Kind::Tensor, member.key, std::move(settings), place);
    }
    reading.setLayer("");
    return config;
}

/// What keeps @p settings out of a cache.
std::optional<Message> unsaid(const TensorSettings& settings)
{
    if (!settings.fixed || settings.fixed->scales.size() != 1)
        return settings.floatType ? Message("a type of floating point") : Message("one scale per channel");
    if (settings.bits.value_or(8) != 8)
        return Message("{} bits", *settings.bits);
    if (zeroPointOf(*settings.fixed, 0) != 0)
        return Message("a zero point");
    if (double(float(settings.fixed->scales.front())) != settings.fixed->scales.front())
        return Message("a scale with more digits than float32 has");
    return std::nullopt;
}

/// The format has no way to write these.
bool fitsOnLine(const std::string& name)
{
    return name.find_first_of("\r\n\t") == std::string::npos && printable(name) == name;
}

void put(TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool isParameter)
{
    if (isParameter)
        cannotSay(kName, "weights", "TensorRT quantizes them by itself");
    if (!fitsOnLine(tensor))
        cannotSay(kName, "a name with a line break or another control character");
    auto rounded = settings;
    if (rounded.fixed && rounded.fixed->scales.size() == 1) // the nearest there is
        rounded.fixed->scales.front() = double(float(rounded.fixed->scales.front()));
    if (const auto problem = unsaid(rounded))
        cannotSay(kName, *problem, "skip the layer, so that it stays in floating point");
    editor.set(pathTo({tensor.c_str()}), Value::ofText(digitsOf(rounded.fixed->scales.front())));
}

void remove(TreeEditor& editor, const std::string& tensor)
{
    if (const auto path = pathTo({tensor.c_str()}); at(editor.meaning(), path))
        editor.remove(path);
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    editTensors(editor, config, edit, {kName, put, remove, false});
}

std::string write(Conversion& conversion)
{
    std::string lines = "TRT-8601-EntropyCalibration2\n";
    for (const auto& [name, settings, bits, isParameter] : scaledTensors(conversion)) {
        const auto problem = isParameter ? std::optional(Message("the scale of a weight: TensorRT finds its own"))
                             : !fitsOnLine(name)
                                 ? std::optional(Message("a name with a line break or another control character"))
                                 : unsaid(settings);
        if (problem && (!settings.floatType || settings.fixed)) // what is left out stays in floating point
            conversion.lose("tensor " + name, problem->english());
        if (!problem)
            lines += fmt::format("{}: {}\n", name, digitsOf(settings.fixed->scales.front()));
    }
    return lines;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"tensorrt-cache", Message("TensorRT calibration cache"), text::Syntax::Lines, recognises, read, applyEdit,
             write}};
}

} // namespace ql::config::tensorrt_cache
