// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"

#include <algorithm>
#include <array>

/// `quantization_config` of compressed-tensors (0.5 to 0.12; quantization/quant_config.py), which LLM Compressor,
/// AutoRound and Model Optimizer write into a model's config.json: `config_groups` say how weights and input
/// activations of their `targets` are stored, and `ignore` what isn't. A target or an ignored name is a class of
/// modules, a module's whole name, or an expression behind "re:" that matches from a name's beginning.
namespace ql::config::compressed_tensors_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("compressed-tensors' configuration");
constexpr const char* kConfig = "quantization_config";
constexpr const char* kIgnored = "ignore";
constexpr std::string_view kExpression = "re:";

bool isConfig(const View& view)
{
    const auto groups = view.isMap() ? view.find("config_groups") : std::nullopt;
    const auto members = groups && groups->isMap() ? groups->members() : std::vector<View::Member>();
    return std::ranges::any_of(members, [](const View::Member& member) {
        return member.view().isMap() && member.view().find("targets") && member.view().find("weights");
    });
}

std::optional<View> configOf(const View& root)
{
    if (isConfig(root))
        return root;
    const auto inner = root.find(kConfig);
    return inner && isConfig(*inner) ? inner : std::nullopt;
}

bool recognises(const text::Document& document)
{
    return configOf(View(document)).has_value();
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    const auto bits = reading.integer(map, "num_bits");
    const auto size = reading.integer(map, "group_size");
    const auto strategy = reading.text(map, "strategy");
    const bool isGrouped = size && *size > 0;
    reading.decides(size.position);
    if (reading.text(map, "type") == std::string("float")) {
        const char* format = bits.value_or(8) == 4 ? (size == std::int64_t(32) ? "mxfp4" : "nvfp4") : "fp8_e4m3";
        settings.numberFormat = {std::string(format), bits.position};
    } else {
        takeWidth(bits, isGrouped ? size : Located<std::int64_t>(), settings);
    }
    settings.isSymmetric = reading.boolean(map, "symmetric");
    if (strategy && !isGrouped)
        settings.granularity = {granularityOf(*strategy == "channel"), strategy.position};
    if (reading.boolean(map, "dynamic") == true)
        reading.warn("not-simulated", map.find("dynamic")->position(),
                     "dynamic: each run has a range of its own, which is simulated with one for all");
}

/// Linear layers by their class; another class as it is called.
std::vector<Selector> selectorsOf(Reading& reading, const std::string& target, SourcePosition place)
{
    if (target.starts_with(kExpression)) {
        auto selector =
            expressionSelector(reading, target.substr(kExpression.size()), NamePattern::Extent::Begin, place);
        return selector ? std::vector<Selector>{std::move(*selector)} : std::vector<Selector>();
    }
    if (target == "Linear") {
        std::vector<Selector> linear;
        for (auto& type : linearTypes())
            linear.push_back({Selector::Kind::Type, std::move(type), place});
        return linear;
    }
    const bool isClass = !target.empty() && target.front() >= 'A' && target.front() <= 'Z';
    return {{isClass ? Selector::Kind::Type : Selector::Kind::Layer, target, place}};
}

void readGroup(Reading& reading, const View& group, QuantConfig& config)
{
    LayerSettings settings;
    settings.isQuantized = {true, group.position()};
    if (const auto weights = reading.map(group, "weights"))
        readTensor(reading, *weights, settings.weight);
    if (const auto inputs = reading.map(group, "input_activations"))
        readTensor(reading, *inputs, settings.activation);
    else
        settings.activation = leftInHalf(group.position());
    const auto targets = reading.texts(group, "targets");
    for (const auto& target : targets)
        for (auto& selector : selectorsOf(reading, target, targets.positions.front()))
            config.addOverride(std::move(selector), settings, group.position());
    reading.warnUnknown(group, {"targets", "weights", "input_activations", "output_activations", "format"});
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.quantizesOnlyListed = true;
    const auto map = configOf(reading.root());
    if (!map) {
        reading.error("missing-key", reading.root().position(), "no config_groups with targets and weights");
        return config;
    }
    for (const auto& member : map->find("config_groups")->members())
        if (member.view().isMap())
            readGroup(reading, member.view(), config);
    const auto ignored = reading.texts(*map, kIgnored);
    for (const auto& name : ignored)
        for (auto& selector : selectorsOf(reading, name, ignored.positions.front()))
            config.addSkip(std::move(selector), ignored.positions.front());
    config.decisions = reading.decisions();
    return config;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto ignored = below(editor.meaning().find(kConfig) ? pathTo({kConfig}) : Path(), kIgnored);
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, ignored, edit.layer);
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (edit.action == LayerEdit::Action::Set && !rest.isEmpty())
        cannotSay(kName, "how one layer is stored", "skip the layer, or write a group for it by hand");
    removeName(editor, ignored, edit.layer);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"compressed-tensors-json", Message("compressed-tensors quantization_config (JSON)"), text::Syntax::Json,
             recognises, read, applyEdit, nullptr}};
}

} // namespace ql::config::compressed_tensors_json
