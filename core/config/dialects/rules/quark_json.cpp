// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"

#include <algorithm>
#include <array>

/// AMD Quark's configuration (quark 0.6 to 0.13; Config and QuantizationSpec of quark.torch, QConfig of quark.onnx with
/// global_config, specific_layer_config, layer_type_config and exclude), by itself or as `quantization_config` of a
/// model; Vitis AI's quantizer took the same. Names may be globs (fnmatch); an excluded pair is the beginning and the
/// end of a part of the network.
namespace ql::config::quark_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("Quark's configuration");
constexpr const char* kExclude = "exclude";
constexpr std::array kGlobal{"global_quant_config", "global_config"};
constexpr std::array kLayers{"layer_quant_config", "specific_layer_config"};
constexpr std::array kTypes{"layer_type_quant_config", "layer_type_config"};
constexpr std::array kTensors{"input_tensors", "output_tensors", "weight", "bias"};

std::optional<View> firstOf(const View& map, const auto& keys)
{
    for (const auto* key : keys)
        if (const auto view = map.find(key); view && view->isMap())
            return view;
    return std::nullopt;
}

bool isConfig(const View& view)
{
    const auto global = view.isMap() ? firstOf(view, kGlobal) : std::nullopt;
    return global
           && std::ranges::any_of(kTensors, [&global](const char* key) { return global->find(key).has_value(); });
}

std::optional<View> configOf(const View& root)
{
    if (isConfig(root))
        return root;
    const auto inner = root.find("quantization_config");
    return inner && isConfig(*inner) ? inner : std::nullopt;
}

bool recognises(const text::Document& document)
{
    return configOf(View(document)).has_value();
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    const auto group = reading.integer(map, "group_size");
    reading.decides(group.position);
    for (const char* key : {"dtype", "data_type"}) {
        const auto word = reading.text(map, key);
        if (word && plainWord(*word) == "fp4")
            settings.numberFormat = {std::string("mxfp4"), word.position};
        else
            readType(reading, map, key, settings);
    }
    if (group && *group > 0 && settings.bits)
        takeWidth({*settings.bits, settings.bits.position}, group, settings);
    if (settings.numberFormat)
        settings.bits.reset();
    settings.isSymmetric = reading.boolean(map, "symmetric");
    for (const char* key : {"qscheme", "quant_scheme", "quant_granularity"})
        if (const auto word = reading.text(map, key)) {
            const auto plain = plainWord(*word);
            reading.decides(word.position);
            if (plain.find("symmetric") != plain.npos)
                settings.isSymmetric = {plain == "symmetric", word.position};
            if (plain == "perchannel" || plain == "pertensor")
                settings.granularity = {granularityOf(plain == "perchannel"), word.position};
        }
    for (const char* key : {"observer_cls", "calib_method", "calibration_method"})
        if (const auto word = reading.text(map, key)) {
            auto plain = plainWord(*word);
            plain = plain.substr(
                plain.starts_with("per") ? plain.find("minmax") == plain.npos ? 0 : plain.find("minmax") : 0);
            if (const auto end = plain.find("observer"); end != plain.npos)
                plain.erase(end);
            if (const auto kind = observerNamed(plain))
                settings.observer = {Observer{*kind, *word, {}}, word.position};
        }
    if (reading.boolean(map, "is_dynamic") == true)
        reading.warn("not-simulated", map.find("is_dynamic")->position(),
                     "is_dynamic: each run has a range of its own, which is simulated with one for all");
}

/// What holds for a layer; a tensor that isn't mentioned stays as it is.
LayerSettings readLayer(Reading& reading, const View& map, bool isGlobal)
{
    LayerSettings settings;
    const auto tensor = [&](const char* key, TensorSettings& into, bool isNeeded) {
        const auto view = map.find(key);
        if (view && view->isMap())
            readTensor(reading, *view, into);
        else if (isNeeded)
            into = leftInHalf(map.position());
    };
    const bool hasAny = map.find("weight") || map.find("input_tensors");
    tensor("input_tensors", settings.activation, isGlobal || hasAny);
    tensor("weight", settings.weight, isGlobal || hasAny);
    tensor("output_tensors", settings.output, false);
    return settings;
}

void readExcluded(Reading& reading, const View& map, QuantConfig& config)
{
    const auto excluded = map.find(kExclude);
    if (!excluded || excluded->isNull())
        return;
    if (!excluded->isSequence())
        return reading.error("wrong-type", excluded->position(), "exclude is no list");
    if (excluded->asTexts())
        return skipGlobs(reading, map, kExclude, config);
    for (const auto& item : excluded->items()) {
        const auto ends = item.isSequence() ? item.items() : std::vector<View>();
        if (item.asText())
            config.addSkip(globOrName(item.text(), item.position()), item.position());
        else if (ends.size() == 2 && ends[0].asTexts() && ends[1].asTexts()) {
            Subgraph part{std::to_string(config.subgraphs.size() + 1), {}, {}, {}, item.position()};
            for (const auto& [names, end] : {std::pair(&part.inputs, ends[0]), std::pair(&part.outputs, ends[1])}) {
                const auto texts = end.asTexts();
                for (const auto& name : *texts) {
                    names->push_back(name);
                    names->positions.push_back(end.position());
                }
            }
            part.settings.isQuantized = {false, item.position()};
            config.subgraphs.push_back(std::move(part));
        } else {
            reading.error("wrong-type", item.position(), "expected a name, or where a part begins and ends");
        }
    }
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Either;
    const auto map = configOf(reading.root());
    if (!map) {
        reading.error("missing-key", reading.root().position(), "no global_quant_config with tensors");
        return config;
    }
    config.common = readLayer(reading, *firstOf(*map, kGlobal), true);
    const auto layers = firstOf(*map, kLayers);
    for (const auto& member : layers ? layers->members() : std::vector<View::Member>()) {
        reading.setLayer(member.key);
        if (member.view().isMap())
            config.addOverride(globOrName(member.key, {}), readLayer(reading, member.view(), false),
                               member.view().position());
    }
    reading.setLayer("");
    const auto types = firstOf(*map, kTypes);
    for (const auto& member : types ? types->members() : std::vector<View::Member>())
        if (member.view().isMap())
            config.addOverride(Selector::Kind::Type, member.key, readLayer(reading, member.view(), false),
                               member.view().position());
    readExcluded(reading, *map, config);
    config.decisions = reading.decisions();
    return config;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto& root = editor.meaning();
    const auto map = root.find(kGlobal[0]) || root.find(kGlobal[1]) ? Path() : pathTo({"quantization_config"});
    const auto* said = at(root, map);
    const auto layers = below(map, said && said->find(kGlobal[1]) ? kLayers[1] : kLayers[0]);
    const auto own = below(layers, edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, below(map, kExclude), edit.layer);
    removeName(editor, below(map, kExclude), edit.layer);
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), own) ? editor.remove(own) : void();
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (rest.isEmpty())
        return;
    requireWidthsOnly(kName, rest, "anything but widths of one layer");
    const char* key = said && said->find(kGlobal[1]) ? "data_type" : "dtype";
    for (const auto& [tensor, bits] :
         {std::pair("weight", rest.weight.bits), std::pair("input_tensors", rest.activation.bits)})
        if (bits)
            editor.set(below(below(own, tensor), key), Value::ofText("int" + std::to_string(*bits)));
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"quark-json", Message("AMD Quark configuration (JSON)"), text::Syntax::Json, recognises, read, applyEdit,
             nullptr}};
}

} // namespace ql::config::quark_json
