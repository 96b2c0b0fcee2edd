// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/constraints/check_config.h"
#include "tests/core/config/config_files.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <algorithm>

namespace ql::tests {

namespace {

using config::ConfigFile;
using config::LayerEdit;

/// The first line says the dialect, or nothing: it is found by content then.
std::string dialectLine(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const std::string dialect(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return dialect;
}

std::vector<std::string> namedLayers(const config::QuantConfig& config)
{
    std::vector<std::string> names;
    for (const auto& override : config.overrides)
        names.push_back(override.selector.name);
    for (const auto& skip : config.skips)
        names.push_back(skip.selector.name);
    names.insert(names.end(), config.skipFusion.begin(), config.skipFusion.end());
    return names;
}

LayerEdit editOf(const ConfigFile& file, Choices& choices)
{
    static const char* const kNewNames[]{"conv1", "a b", "layer.1/x", "\"quoted\"", "#", "true", "12", "名", "a:b"};
    static constexpr int kBits[]{4, 8, 16};
    LayerEdit edit;
    const auto names = namedLayers(file.config());
    edit.layer = names.empty() || choices.below(4) == 0 ? kNewNames[choices.below(std::size(kNewNames))]
                                                        : names[choices.below(names.size())];
    edit.action = static_cast<LayerEdit::Action>(choices.below(3));
    if (choices.below(2) == 0)
        edit.settings.activation.bits = kBits[choices.below(std::size(kBits))];
    if (choices.below(3) == 0)
        edit.settings.weight.bits = kBits[choices.below(std::size(kBits))];
    if (choices.below(4) == 0)
        edit.opType = "Conv";
    if (choices.below(4) == 0) {
        edit.activationTensors = {edit.layer + "_in"};
        edit.weightTensors = {edit.layer + ".weight"};
    }
    return edit;
}

bool hasOnlyCrlf(std::string_view text)
{
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
        if (at == 0 || text[at - 1] != '\r')
            return false;
    return text.find('\n') != text.npos;
}

/// What stands before and behind all that changed stays to the byte; here the line ends and the mark, which an edit in
/// the middle could change elsewhere, and the other layers' names.
void requireKept(const std::string& before, const ConfigFile& file, const std::vector<std::string>& others)
{
    const auto& after = file.text();
    require(before.starts_with("\xef\xbb\xbf") == after.starts_with("\xef\xbb\xbf"), "the byte order mark stays");
    require(before.find('\r') != before.npos || after.find('\r') == after.npos, "no line end gets a \\r");
    require(!hasOnlyCrlf(before) || hasOnlyCrlf(after) || after.find('\n') == after.npos, "line ends stay \\r\\n");
    const auto now = namedLayers(file.config());
    for (const auto& name : others)
        require(std::ranges::count(now, name) > 0, "layer " + name + " stays");
}

/// Makes an edit. What comes of it means the same to whoever reads the file anew.
void editOnce(ConfigFile& file, const LayerEdit& edit)
{
    const auto before = file.text();
    auto others = namedLayers(file.config());
    std::erase_if(others, [&edit](const std::string& name) {
        const auto isOf = [&name](const std::string& tensor) { return tensor == name; };
        return name == edit.layer || std::ranges::any_of(edit.activationTensors, isOf)
               || std::ranges::any_of(edit.weightTensors, isOf);
    });
    try {
        file.apply({&edit, 1});
    } catch (const Error&) {
        require(file.text() == before, "an edit that is refused changes nothing");
        return;
    }
    requireKept(before, file, others);
    const auto again = ConfigFile::ofText(file.path(), file.text(), file.dialect().id);
    require(namedLayers(again.config()) == namedLayers(file.config()), "the edited text is read as it was meant");
    require(again.findings().size() == file.findings().size(), "the edited text has the findings that were shown");
}

ConfigFile opened(std::string_view text)
{
    const auto dialect = dialectLine(text);
    return ConfigFile::ofText("fuzz", std::string(text), dialect);
}

} // namespace

void fuzzConfig(std::string_view bytes)
{
    try {
        const auto file = opened(bytes);
        config::checkConfig(file.config());
    } catch (const Error&) {
    }
}

void fuzzConfigEdits(std::string_view bytes)
{
    Choices choices(bytes);
    try {
        auto file = opened(bytes);
        for (auto count = 1 + choices.below(3); count > 0; --count)
            editOnce(file, editOf(file, choices));
        file.diff();
    } catch (const Error&) {
    }
}

std::vector<std::string> configSeeds()
{
    std::vector<std::string> seeds{
        R"(
{"activation_encodings": {"x": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "False", "offset": -1, "scale": 0.5}]}})",
        R"(
{"param_encodings": [{"name": "w", "bw": 8, "enc_type": "PER_CHANNEL", "offset": [-128, 0], "scale": [0.1, 2]}]})",
        R"(
{"version": "2.0.0", "encodings": [{"name": "x", "output_dtype": "uint8", "y_scale": 0.5, "y_zero_point": 119}]})"};
    for (const auto& fixture : configFixtures()) {
        const auto text = configText(fixture.file);
        seeds.push_back(fixture.dialect + ("\n" + text));
        seeds.push_back("\n" + withCrlf(text));
    }
    return seeds;
}

std::vector<std::string> configEditSeeds()
{
    auto seeds = configSeeds();
    for (std::size_t i = 0; i < seeds.size(); ++i)
        seeds[i] += std::string{char(i), 1, 0, 0};
    return seeds;
}

} // namespace ql::tests
