// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"

#include <algorithm>
#include <cctype>

/// Huawei's msModelSlim (8.1 to 8.3): the YAML of one-click quantization (apiversion modelslim_v1, "一键量化使用指南"),
/// whose processors "linear_quant" include and exclude linear layers by globs, one by itself or several in a "group",
/// where the later counts; and quant_model_description.json, which says of each tensor of a checkpoint what it is.
/// Layers go by torch's module names.
namespace ql::config::msmodelslim_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("msModelSlim's configuration");
constexpr const char* kProcessor = "linear_quant";

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto version = root.find("apiversion");
    const auto spec = root.find("spec");
    return version && version->text().starts_with("modelslim") && spec && spec->isMap();
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    const auto scope = reading.text(map, "scope");
    reading.decides(scope.position);
    readType(reading, map, "dtype", settings);
    settings.isUnsigned.reset();
    settings.isSymmetric = reading.boolean(map, "symmetric");
    readObserver(reading, map, "method", settings);
    if (scope)
        settings.granularity = {granularityOf(*scope == "per_channel"), scope.position};
    if (scope == std::string("per_token"))
        reading.warn("not-simulated", scope.position,
                     "per_token: each token has a range of its own, which is simulated with one for all");
    const auto size = map.find("ext") && map.find("ext")->isMap() ? reading.integer(*map.find("ext"), "group_size")
                                                                  : Located<std::int64_t>();
    reading.decides(size.position);
    if (scope == std::string("per_group") && settings.bits)
        takeWidth({*settings.bits, settings.bits.position}, size ? size : Located<std::int64_t>(128, scope.position),
                  settings);
    if (settings.numberFormat)
        settings.bits.reset();
}

void readLinear(Reading& reading, const View& processor, QuantConfig& config)
{
    LayerSettings settings;
    settings.isQuantized = {true, processor.position()};
    if (const auto qconfig = reading.map(processor, "qconfig")) {
        if (const auto activation = reading.map(*qconfig, "act"))
            readTensor(reading, *activation, settings.activation);
        if (const auto weight = reading.map(*qconfig, "weight"))
            readTensor(reading, *weight, settings.weight);
    }
    if (settings.activation.floatType)
        settings.activation = leftInHalf(settings.activation.floatType.position);
    auto included = reading.texts(processor, "include");
    if (included.empty()) {
        included.push_back("*");
        included.positions = {processor.position()};
    }
    for (const auto& glob : included)
        config.addOverride(globSelector(glob, included.positions.front()), settings, processor.position());
    const auto excluded = reading.texts(processor, "exclude");
    for (const auto& glob : excluded) {
        const auto place = excluded.positions.front();
        config.addOverride(globOrName(glob, place), switched(false, place), place);
    }
    reading.warnUnknown(processor, {"type", "qconfig", "include", "exclude"});
}

void readProcessor(Reading& reading, const View& processor, QuantConfig& config)
{
    const auto type = processor.isMap() ? reading.text(processor, "type") : Located<std::string>();
    if (!type)
        return reading.error("missing-key", processor.position(), "a processor without type");
    reading.decides(type.position);
    if (*type == kProcessor)
        return readLinear(reading, processor, config);
    const auto configs = processor.find("configs");
    if (*type == "group" && configs && configs->isSequence()) {
        for (const auto& item : configs->items())
            readProcessor(reading, item, config);
        return;
    }
    reading.warn("not-simulated", type.position,
                 Message("{} is kept: what it changes in weights and ranges is not done here", *type));
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.onlyTypes = linearTypes();
    config.quantizesOnlyListed = true;
    const auto spec = reading.map(reading.root(), "spec");
    const auto process = spec ? spec->find("process") : std::nullopt;
    for (const auto& processor : process && process->isSequence() ? process->items() : std::vector<View>())
        readProcessor(reading, processor, config);
    config.decisions = reading.decisions();
    return config;
}

/// Calls @p edit with the path of every linear_quant below @p path.
template <typename Edit>
void forEachLinear(TreeEditor& editor, const Path& path, const Edit& edit)
{
    const auto* list = at(editor.meaning(), path);
    const auto count = list && list->kind == Value::Kind::Sequence ? list->entries.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto* type = at(editor.meaning(), below(itemOf(path, i), "type"));
        if (type && type->text == kProcessor)
            edit(itemOf(path, i));
        else if (type && type->text == "group")
            forEachLinear(editor, below(itemOf(path, i), "configs"), edit);
    }
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (edit.action == LayerEdit::Action::Set && !rest.isEmpty())
        cannotSay(kName, "the width of one layer here", "add a linear_quant of its own to a group by hand");
    forEachLinear(editor, pathTo({"spec", "process"}), [&](const Path& processor) {
        if (edit.action == LayerEdit::Action::Skip)
            addName(editor, below(processor, "exclude"), edit.layer);
        else
            removeName(editor, below(processor, "exclude"), edit.layer);
    });
}

constexpr std::string_view kWeight = ".weight";

bool recognisesDescription(const text::Document& document)
{
    const View root(document);
    const auto type = root.find("model_quant_type");
    const auto members = root.isMap() && type ? root.members() : std::vector<View::Member>();
    return std::ranges::any_of(members, [](const View::Member& member) { return member.key.ends_with(kWeight); });
}

/// "W8A8", "W4A16", "W8A8_DYNAMIC": widths behind W and A.
bool takeWidths(const View& said, LayerSettings& settings)
{
    const auto& word = said.text();
    const auto digits = [&word](char letter) {
        const auto at = word.find(letter);
        std::size_t value = 0;
        for (auto i = at + 1;
             at != word.npos && i < word.size() && std::isdigit(static_cast<unsigned char>(word[i])) != 0; ++i)
            value = std::min<std::size_t>(value * 10 + std::size_t(word[i] - '0'), 99);
        return std::int64_t(value);
    };
    const auto weight = word.starts_with('W') ? digits('W') : 0;
    const auto activation = digits('A');
    if (weight < 2 || activation < 2)
        return false;
    settings.isQuantized = {true, said.position()};
    if (weight >= 16)
        settings.weight = leftInHalf(said.position());
    else
        takeWidth({weight, said.position()}, {}, settings.weight);
    if (word.find("MXFP8") != word.npos)
        settings.weight.numberFormat = settings.activation.numberFormat = {std::string("mxfp8_e4m3"), said.position()};
    else if (activation >= 16)
        settings.activation = leftInHalf(said.position());
    else
        takeWidth({activation, said.position()}, {}, settings.activation);
    settings.weight.granularity = {Granularity::PerChannel, said.position()};
    return true;
}

QuantConfig readDescription(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.onlyTypes = linearTypes();
    config.quantizesOnlyListed = true;
    for (const auto& member : reading.root().members()) {
        if (!member.key.ends_with(kWeight))
            continue; // scales and offsets of a layer that is described by its weight
        const auto layer = member.key.substr(0, member.key.size() - kWeight.size());
        const auto place = member.view().position();
        LayerSettings settings;
        if (member.view().text() == "FLOAT") // of all that a checkpoint holds: not each is a layer of the network
            config.addSkip(globSelector(layer, place), place);
        else if (takeWidths(member.view(), settings))
            config.addOverride(Selector::Kind::Layer, layer, std::move(settings), place, place);
        else
            reading.error("parameter-range", place, Message("type {} of {}", member.view().text(), member.key),
                          "allowed are FLOAT, W8A8, W8A16, W4A8, W4A16 and their like");
    }
    return config;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"msmodelslim-yaml", Message("msModelSlim one-click quantization (YAML)"), text::Syntax::Yaml, recognises,
             read, applyEdit, nullptr},
            {"msmodelslim-description", Message("msModelSlim quant_model_description (JSON)"), text::Syntax::Json,
             recognisesDescription, readDescription, nullptr, nullptr}};
}

} // namespace ql::config::msmodelslim_yaml
