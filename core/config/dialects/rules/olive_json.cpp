// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

/// Olive's workflow (olive-ai 0.2 to 0.9, olive/passes/onnx/quantization.py and the reference of its passes): one of
/// the passes quantizes, with ONNX Runtime's options in the pass itself or, before version 0.7, in its `config`. Nodes
/// go by their whole names. Passes that round weights in blocks (OnnxMatMul4Quantizer, OnnxBlockWiseRtnQuantization)
/// leave activations as they are.
namespace ql::config::olive_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("Olive's workflow");
constexpr const char* kPasses = "passes";
constexpr const char* kExcluded = "nodes_to_exclude";

constexpr std::array<std::string_view, 7> kPassesOfRuntime{
    "onnxquantization",      "onnxstaticquantization", "onnxdynamicquantization", "incquantization",
    "incstaticquantization", "vitisquantization",      "vitisaiquantization"};
constexpr std::array<std::string_view, 4> kPassesOfBlocks{"onnxmatmul4quantizer", "onnxmatmulnbitsquantizer",
                                                          "onnxblockwisertnquantization", "onnxhqqquantization"};

struct Pass {
    View options;
    Path path;
    std::string type; ///< as plainWord() has it
};

bool isOneOf(const std::string& type, const auto& known)
{
    return std::ranges::find(known, type) != known.end();
}

std::optional<Pass> passOf(const View& pass, const Path& path)
{
    const auto type = pass.isMap() ? pass.find("type") : std::nullopt;
    const auto word = type ? plainWord(type->text()) : std::string();
    if (!isOneOf(word, kPassesOfRuntime) && !isOneOf(word, kPassesOfBlocks))
        return std::nullopt;
    const auto config = pass.find("config");
    return config && config->isMap() ? Pass{*config, below(path, "config"), word} : Pass{pass, path, word};
}

/// The first pass that quantizes; a name may stand for several.
std::optional<Pass> quantizingPass(const View& root)
{
    const auto passes = root.find(kPasses);
    for (const auto& member : passes && passes->isMap() ? passes->members() : std::vector<View::Member>()) {
        const auto path = below(pathTo({kPasses}), member.key.c_str());
        if (auto pass = passOf(member.view(), path))
            return pass;
        const auto items = member.view().isSequence() ? member.view().items() : std::vector<View>();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (auto pass = passOf(items[i], itemOf(path, i)))
                return pass;
    }
    return std::nullopt;
}

bool recognises(const text::Document& document)
{
    return quantizingPass(View(document)).has_value();
}

/// Spelled as ONNX Runtime has it, or with underlines.
std::optional<View> option(const View& options, const char* key)
{
    const auto extra = options.find("extra_options");
    for (const auto& map : {std::optional(options), extra})
        for (const auto& member : map && map->isMap() ? map->members() : std::vector<View::Member>())
            if (plainWord(member.key) == plainWord(key))
                return member.view();
    return std::nullopt;
}

void readRuntimeOptions(Reading& reading, const View& options, QuantConfig& config)
{
    readType(reading, options, "activation_type", config.common.activation);
    readType(reading, options, "weight_type", config.common.weight);
    readObserver(reading, options, "calibrate_method", config.common.activation);
    config.common.weight.granularity = reading.boolean(options, "per_channel").as(granularityOf);
    if (const auto isSymmetric = option(options, "ActivationSymmetric"))
        config.common.activation.isSymmetric = {isSymmetric->asBool(), isSymmetric->position()};
    if (const auto isSymmetric = option(options, "WeightSymmetric"))
        config.common.weight.isSymmetric = {isSymmetric->asBool(), isSymmetric->position()};
}

void readBlockOptions(Reading& reading, const View& options, QuantConfig& config)
{
    Located<std::int64_t> bits = reading.integer(options, "bits");
    const auto size = reading.integer(options, "block_size");
    if (!bits)
        bits = {4, options.position()};
    config.common.weight = {};
    takeWidth(bits, size ? size : Located<std::int64_t>(32, options.position()), config.common.weight);
    config.common.activation = leftInHalf(bits.position);
    if (config.onlyTypes.empty())
        config.onlyTypes = {"MatMul"};
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Nodes;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    const auto pass = quantizingPass(reading.root());
    if (!pass) {
        reading.error("missing-key", reading.root().position(), "no pass of the workflow quantizes",
                      "give the workflow with OnnxStaticQuantization or its like");
        return config;
    }
    config.onlyTypes = reading.texts(pass->options, "op_types_to_quantize");
    if (isOneOf(pass->type, kPassesOfBlocks))
        readBlockOptions(reading, pass->options, config);
    else
        readRuntimeOptions(reading, pass->options, config);
    if (pass->type == "onnxdynamicquantization")
        reading.warn("not-simulated", pass->options.position(),
                     "activations are quantized as each sample has them, which is simulated with the ranges of all");
    skipNames(reading, pass->options, kExcluded, Selector::Kind::Layer, config);
    skipNames(reading, pass->options, "op_types_to_exclude", Selector::Kind::Type, config);
    const auto nodes = reading.texts(pass->options, "nodes_to_quantize");
    for (const auto& node : nodes) {
        config.quantizesOnlyListed = true;
        config.addOverride(Selector::Kind::Layer, node, switched(true, nodes.positions.front()),
                           nodes.positions.front(), nodes.positions.front());
    }
    if (option(pass->options, "TensorQuantOverrides"))
        reading.warn("not-simulated", pass->options.position(), "TensorQuantOverrides inside of a workflow are kept",
                     "give them as a file of their own: {\"TensorQuantOverrides\": …}");
    return config;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto* said = editor.meaning().find(kPasses);
    const auto passes = said ? said->entries : std::vector<Value::Entry>();
    std::optional<Path> path;
    const auto take = [&path](const Value& pass, Path where) {
        const auto* type = pass.find("type");
        const auto word = type ? plainWord(type->text) : std::string();
        if (!path && (isOneOf(word, kPassesOfRuntime) || isOneOf(word, kPassesOfBlocks)))
            path = pass.find("config") ? below(std::move(where), "config") : std::move(where);
    };
    for (const auto& [name, value] : passes) {
        const auto where = below(pathTo({kPasses}), name.c_str());
        take(value, where);
        for (std::size_t i = 0; value.kind == Value::Kind::Sequence && i < value.entries.size(); ++i)
            take(value.entries[i].second, itemOf(where, i));
    }
    if (!path)
        cannotSay(kName, "anything about a layer: no pass of it quantizes");
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, below(*path, kExcluded), edit.layer);
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (edit.action == LayerEdit::Action::Set && !rest.isEmpty())
        cannotSay(kName, "how one layer is quantized", "skip the layer, or convert to onnxruntime-json");
    removeName(editor, below(*path, kExcluded), edit.layer);
}

} // namespace

std::vector<Dialect> definitions()
{
    const auto definition = [](std::string_view id, Message title, text::Syntax syntax) {
        return Dialect{id, std::move(title), syntax, recognises, read, applyEdit, nullptr, {}, LayerNaming::Nodes};
    };
    return {definition("olive-json", Message("Olive workflow (JSON)"), text::Syntax::Json),
            definition("olive-yaml", Message("Olive workflow (YAML)"), text::Syntax::Yaml)};
}

} // namespace ql::config::olive_json
