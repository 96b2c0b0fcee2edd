// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/config_options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/help_page.h"
#include "core/base/error.h"
#include "core/config/edit_layers.h"
#include "core/config/layer_names.h"
#include "core/config/operator_types.h"
#include "core/graph/formats/number_format.h"
#include "core/graph/operators/op_kind.h"
#include "core/report/config/config_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::cli {

namespace {

using Action = config::LayerEdit::Action;
using Findings = std::vector<results::Diagnostic>;

constexpr int kMostAttempts = 3;

void declareEdit(CLI::App& command, const char* name, const char* summary, const Examples& examples,
                 ConfigOptions& options)
{
    auto* edit = command.add_subcommand(name, summary);
    declareConfigFile(*edit, options);
    giveExamples(*edit, examples);
    auto* which = edit->add_option_group("Layers", "Which layers, at least one of these")->require_option(1, 0);
    which->add_option("LAYER", options.layers, "Names of layers");
    declareRepeatable(*which, "--type", options.types, "Every layer of this operator type (needs --model); repeatable",
                      "T");
    declareRepeatable(*which, "--prefix", options.prefixes,
                      "Every layer whose name starts so (needs --model); repeatable", "P");
    edit->add_flag("--dry-run", options.isDryRun, "Show the change, write nothing");
    edit->add_flag("--force", options.isForced, "Write although a rule of the target is broken");
    edit->add_flag("--follow", options.isFollowed, "Edit the layers that must agree too (needs --model)");
    if (std::string(name) != "set")
        return;
    edit->add_option("--activation-bits", options.activationBits, "Width of what the layer reads")
        ->type_name("N")
        ->check(CLI::Range(2, 16));
    edit->add_option("--weight-bits", options.weightBits, "Width of its weights")
        ->type_name("N")
        ->check(CLI::Range(2, 16));
    edit->add_option("--activation-format", options.activationFormat,
                     "Number format of what the layer reads in place of a width, where the config has a word for it")
        ->type_name("FORMAT")
        ->excludes("--activation-bits");
    edit->add_option("--weight-format", options.weightFormat, "The same of its weights")
        ->type_name("FORMAT")
        ->excludes("--weight-bits");
    edit->add_option("--scheme", options.scheme, "Of what the layer reads")
        ->type_name("symmetric|affine")
        ->check(CLI::IsMember({"symmetric", "affine"}));
    edit->add_option("--granularity", options.granularity, "Of its weights")
        ->type_name("per-tensor|per-channel")
        ->check(CLI::IsMember({"per-tensor", "per-channel"}));
    edit->add_option("--observer", options.observer, "How the range of what it reads is found")
        ->type_name("min_max|moving_average|percentile|histogram|kl|mse|ifmr|hfmg|arq|luq_mse|snq")
        ->check([](const std::string& word) {
            return config::observerFromWord(word) ? std::string() : "unknown observer " + word;
        });
    auto* scale =
        edit->add_option("--scale", options.scale, "Fixed scale of what it reads")->type_name("S")->check(aboveZero());
    edit->add_option("--zero-point", options.zeroPoint, "Fixed zero point of the signed form")
        ->type_name("N")
        ->needs(scale);
}

config::LayerSettings settingsOf(const ConfigOptions& options)
{
    config::LayerSettings settings;
    settings.activation.bits = options.activationBits;
    settings.weight.bits = options.weightBits;
    if (!options.activationFormat.empty())
        settings.activation.numberFormat = graph::numberFormatNamed(options.activationFormat).name;
    if (!options.weightFormat.empty())
        settings.weight.numberFormat = graph::numberFormatNamed(options.weightFormat).name;
    if (!options.scheme.empty())
        settings.activation.isSymmetric = options.scheme == "symmetric";
    if (!options.granularity.empty())
        settings.weight.granularity =
            options.granularity == "per-channel" ? config::Granularity::PerChannel : config::Granularity::PerTensor;
    if (!options.observer.empty())
        settings.activation.observer = config::Observer{config::observerFromWord(options.observer).value(), {}, {}};
    if (options.scale)
        settings.activation.fixed = config::FixedScale{{*options.scale}, {options.zeroPoint}};
    return settings;
}

std::string describeEdit(const ConfigOptions& options, Action action)
{
    if (action != Action::Set)
        return action == Action::Skip ? "skip" : "restore";
    std::string text = "set";
    if (options.activationBits)
        text += fmt::format(" activation {} bits", *options.activationBits);
    if (options.weightBits)
        text += fmt::format(" weight {} bits", *options.weightBits);
    for (const auto& word :
         {options.activationFormat, options.weightFormat, options.scheme, options.granularity, options.observer})
        text += word.empty() ? "" : " " + word;
    return text + (options.scale ? fmt::format(" scale {}", *options.scale) : "");
}

bool isChosen(const ConfigOptions& options, const graph::Node& node)
{
    const auto isOfType = [&node](const std::string& type) { return config::isSameType(type, node.opType); };
    const auto names = config::namesOf(node);
    const auto isBehind = [&names](const std::string& prefix) {
        return std::any_of(names.begin(), names.end(),
                           [&prefix](const std::string& name) { return name.starts_with(prefix); });
    };
    return std::any_of(options.types.begin(), options.types.end(), isOfType)
           || std::any_of(options.prefixes.begin(), options.prefixes.end(), isBehind);
}

/// Adds the layers that --type and --prefix mean to those that are named.
void addChosenLayers(ConfigOptions& options, const graph::Graph& graph)
{
    const auto named = options.layers.size();
    for (const auto id : config::configurableNodes(graph)) {
        const auto& node = graph.node(id);
        const bool isLayer = graph::opKind(node) == graph::OpKind::Compute;
        if (isLayer && isChosen(options, node)
            && std::find(options.layers.begin(), options.layers.end(), node.name) == options.layers.end())
            options.layers.push_back(node.name);
    }
    if (options.layers.size() == named && !(options.types.empty() && options.prefixes.empty()))
        throw Error(ErrorCode::BadArgument, "the model has no layer that --type or --prefix means",
                    "info --json lists the model's layers with their types");
}

void refuse(const Findings& broken, const ConfigOptions& options)
{
    const auto& first = broken.front();
    const auto text = config::findingText(first, options.file);
    throw Error(ErrorCode::BadArgument, broken.size() > 1 ? Message("{} (and {} more)", text, broken.size() - 1) : text,
                Message("{}; --force writes it anyway, --dry-run lists everything", first.remedy));
}

void requireSense(const ConfigOptions& options, Action action)
{
    if (options.isFollowed && options.model.empty())
        throw Error(ErrorCode::BadArgument, "--follow needs --model: only the network knows who must agree");
    const bool isByChoice = !options.types.empty() || !options.prefixes.empty();
    if (isByChoice && options.model.empty())
        throw Error(ErrorCode::BadArgument, "--type and --prefix need --model: only the network knows its layers");
    if (action == Action::Set && settingsOf(options).isEmpty())
        throw Error(ErrorCode::BadArgument, "nothing to set",
                    "give --activation-bits, --weight-bits or another setting");
}

} // namespace

void declareConfigEdits(CLI::App& command, ConfigOptions& options)
{
    declareEdit(command, "set", "Give layers their own widths and settings, in place",
                {{"16 bits for one layer", "quantloupe-cli config set config.yaml /head/MatMul --activation-bits 16"}},
                options);
    declareEdit(
        command, "skip", "Leave layers in float",
        {{"every Softmax of the model", "quantloupe-cli config skip config.yaml --type Softmax --model float.onnx"}},
        options);
    declareEdit(command, "restore", "Take back what a config says of these layers alone",
                {{"treat a layer as all others again", "quantloupe-cli config restore config.yaml /head/MatMul"}},
                options);
}

int runConfigEdit(CommandSession& session, ConfigOptions& options, Action action)
{
    requireSense(options, action);
    const auto graph = graphOf(session, options);
    if (graph)
        addChosenLayers(options, *graph);
    const auto settings = action == Action::Set ? settingsOf(options) : config::LayerSettings();
    const auto edits = config::editsOf(options.layers, {.action = action, .settings = settings});
    results::ConfigEdit result;
    bool isDone = false;
    for (int attempt = 1; !isDone; ++attempt) {
        auto file = config::ConfigFile::open(options.file, options.dialect);
        result = config::editLayers(file, edits, graph.get(), options.isFollowed);
        if (options.isDryRun)
            break;
        if (!result.findings.empty() && !options.isForced)
            refuse(result.findings, options);
        // Somebody else may save between our reading and writing: their change is kept and ours made anew.
        isDone = file.trySave();
        if (!isDone && attempt == kMostAttempts)
            throw Error(ErrorCode::FileWrite, Message("{} is being changed by someone else", options.file),
                        "nothing was written; try again when they are done");
        result.isWritten = isDone && !result.diff.empty();
    }
    for (auto& [layer, change] : result.changes)
        change = describeEdit(options, action);
    session.print(session.options().isJson ? report::configEditJson(result) : report::configEditText(result));
    return kDone;
}

} // namespace ql::cli
