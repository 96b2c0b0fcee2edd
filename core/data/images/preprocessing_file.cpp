// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/yaml_keys.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/images/preprocessing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <map>

namespace ql::data {

namespace {

using Interpolation = Preprocessing::Interpolation;
using Setter = void (*)(Preprocessing&, const YAML::Node&);
constexpr int kLargestSide = 1 << 16;

[[noreturn]] void refuse(const std::string& found, const Message& allowed)
{
    throw Error(ErrorCode::BadArgument, Message("found {}, expected {}", found, allowed));
}

std::string textOf(const YAML::Node& node)
{
    return node.IsScalar() ? node.Scalar() : YAML::Dump(node);
}

template <typename T>
T wordOf(const YAML::Node& node, const std::vector<std::pair<const char*, T>>& words)
{
    std::vector<std::string> allowed;
    for (const auto& [word, value] : words) {
        if (node.IsScalar() && node.Scalar() == word)
            return value;
        allowed.emplace_back(word);
    }
    refuse(textOf(node), Message("{}", fmt::join(allowed, " | ")));
}

double numberOf(const YAML::Node& node)
{
    double number = 0.0;
    if (!node.IsScalar() || !YAML::convert<double>::decode(node, number) || !std::isfinite(number))
        refuse(textOf(node), "a number");
    return number;
}

std::vector<double> numbersOf(const YAML::Node& node)
{
    if (!node.IsSequence())
        return {numberOf(node)};
    std::vector<double> numbers;
    for (const auto& entry : node)
        numbers.push_back(numberOf(entry));
    if (numbers.size() != 1 && numbers.size() != 3)
        refuse(textOf(node), "one number, or one for each of three channels");
    return numbers;
}

int sideOf(const YAML::Node& node)
{
    const double number = numberOf(node);
    if (number < 1 || number > kLargestSide || number != std::floor(number))
        refuse(textOf(node), Message("a whole number of pixels, 1 to {}", kLargestSide));
    return static_cast<int>(number);
}

void setSize(Preprocessing& how, const YAML::Node& node)
{
    const auto text = textOf(node);
    const auto cross = text.find('x');
    if (cross == std::string::npos)
        refuse(text, "width x height, such as 320x240");
    how.width = sideOf(YAML::Node(text.substr(0, cross)));
    how.height = sideOf(YAML::Node(text.substr(cross + 1)));
}

void setCrop(Preprocessing& how, const YAML::Node& node)
{
    if (!node.IsSequence() || node.size() != 4)
        refuse(textOf(node), "[x, y, width, height]");
    const auto offsetOf = [](const YAML::Node& entry) { return numberOf(entry) == 0.0 ? 0 : sideOf(entry); };
    how.crop = Preprocessing::Rectangle{offsetOf(node[0]), offsetOf(node[1]), sideOf(node[2]), sideOf(node[3])};
}

void setPad(Preprocessing& how, const YAML::Node& node)
{
    how.pad = numbersOf(node);
    for (const double value : how.pad)
        if (value < 0 || value > 255 || value != std::floor(value))
            refuse(textOf(node), "whole numbers from 0 to 255");
}

void setRange(Preprocessing& how, const YAML::Node& node)
{
    const double highest = numberOf(node);
    if (highest != 1.0 && highest != 255.0)
        refuse(textOf(node), "1 (pixels from 0 to 1) or 255 (pixels from 0 to 255)");
    how.isUnitRange = highest == 1.0;
}

void setStd(Preprocessing& how, const YAML::Node& node)
{
    how.std = numbersOf(node);
    for (const double value : how.std)
        if (value == 0.0)
            refuse(textOf(node), "numbers other than 0: they divide");
}

void setColor(Preprocessing& how, const YAML::Node& node)
{
    using Color = Preprocessing::Color;
    how.color =
        wordOf<Color>(node, {{"rgb", Color::Rgb}, {"bgr", Color::Bgr}, {"gray", Color::Gray}, {"yuv444", Color::Yuv}});
}

void setFrame(Preprocessing& how, const YAML::Node& node)
{
    using Frame = Preprocessing::Frame;
    struct Kind {
        Frame frame;
        bool isVideoRange;
    };
    const auto kind = wordOf<Kind>(node, {{"none", {Frame::None, false}},
                                          {"nv12", {Frame::Nv12, false}},
                                          {"nv12-video", {Frame::Nv12, true}},
                                          {"yuv444", {Frame::Yuv444, false}},
                                          {"yuv444-video", {Frame::Yuv444, true}}});
    how.frame = kind.frame;
    how.isVideoRange = kind.isVideoRange;
}

void setLayout(Preprocessing& how, const YAML::Node& node)
{
    using Layout = Preprocessing::Layout;
    how.layout = wordOf<Layout>(node, {{"nchw", Layout::Nchw}, {"nhwc", Layout::Nhwc}});
}

void setResize(Preprocessing& how, const YAML::Node& node)
{
    using Resize = Preprocessing::Resize;
    how.resize = wordOf<Resize>(node, {{"none", Resize::None},
                                       {"stretch", Resize::Stretch},
                                       {"short-side", Resize::ShortSide},
                                       {"letterbox", Resize::Letterbox}});
}

void setInterpolation(Preprocessing& how, const YAML::Node& node)
{
    how.interpolation = wordOf<Interpolation>(node, {{"nearest", Interpolation::Nearest},
                                                     {"linear", Interpolation::Linear},
                                                     {"area", Interpolation::Area},
                                                     {"cubic", Interpolation::Cubic}});
}

void setDtype(Preprocessing& how, const YAML::Node& node)
{
    how.dtype = wordOf<graph::DataType>(node, {{"float32", graph::DataType::Float}, {"uint8", graph::DataType::UInt8}});
}

const std::map<std::string, Setter>& setters()
{
    static const std::map<std::string, Setter> table{
        {"color", setColor},
        {"crop", setCrop},
        {"dtype", setDtype},
        {"frame", setFrame},
        {"interpolation", setInterpolation},
        {"layout", setLayout},
        {"mean", [](Preprocessing& how, const YAML::Node& node) { how.mean = numbersOf(node); }},
        {"pad", setPad},
        {"range", setRange},
        {"resize", setResize},
        {"scale", [](Preprocessing& how, const YAML::Node& node) { how.scale = numbersOf(node); }},
        {"short_side", [](Preprocessing& how, const YAML::Node& node) { how.shortSide = sideOf(node); }},
        {"size", setSize},
        {"std", setStd}};
    return table;
}

void apply(Preprocessing& how, const std::string& key, const YAML::Node& value)
{
    const auto setter = setters().find(key);
    if (setter == setters().end()) {
        std::vector<std::string> known;
        for (const auto& entry : setters())
            known.push_back(entry.first);
        throw Error(ErrorCode::BadArgument, Message("unknown key {}", key),
                    Message("preprocessing knows {}", fmt::join(known, ", ")));
    }
    withContext(Message::text(key), [&] { setter->second(how, value); });
}

YAML::Node parsed(const std::string& text)
{
    try {
        auto root = YAML::Load(text);
        YamlKeys<YAML::Node>::requireOnce(root);
        return root;
    } catch (const YAML::Exception& error) {
        throw Error(ErrorCode::FileCorrupt, Message::text(error.what()));
    }
}

void applyFile(Preprocessing& how, const std::filesystem::path& path)
{
    const auto document = parsed(readText(path));
    if (!document.IsMap())
        throw Error(ErrorCode::FileCorrupt, "expected lines such as 'color: rgb'");
    for (const auto& entry : document)
        apply(how, textOf(entry.first), entry.second);
}

} // namespace

Preprocessing readPreprocessing(const std::filesystem::path& path, std::span<const std::string> settings)
{
    Preprocessing how;
    if (!path.empty())
        withContext(Message::text(path.string()), [&] { applyFile(how, path); });
    for (const auto& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos)
            throw Error(ErrorCode::BadArgument, Message("preprocessing setting {}", setting), "write key=value");
        const auto value = setting.substr(equals + 1);
        const bool isList = value.find(',') != std::string::npos && !value.starts_with('[');
        apply(how, setting.substr(0, equals), parsed(isList ? "[" + value + "]" : value));
    }
    if (!how.std.empty() && !how.scale.empty())
        throw Error(ErrorCode::BadArgument, "preprocessing has both std and scale",
                    "std divides, scale multiplies: keep one");
    return how;
}

} // namespace ql::data
