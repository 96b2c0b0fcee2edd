// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config_options.h"
#include "app/cli/exit_status.h"
#include "core/base/error.h"
#include "core/config/edit_layers.h"
#include "core/report/config_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>

namespace ql::cli {

namespace {

using Action = config::LayerEdit::Action;
using Findings = std::vector<results::ConfigFinding>;

void declareEdit(CLI::App& command, const char* name, const char* summary, ConfigOptions& options)
{
    auto* edit = command.add_subcommand(name, summary);
    declareConfigFile(*edit, options);
    edit->add_option("LAYER", options.layers, "Names of layers")->required();
    edit->add_flag("--dry-run", options.isDryRun, "Show the change, write nothing");
    edit->add_flag("--force", options.isForced, "Write although a rule of the target is broken");
    edit->add_flag("--follow", options.isFollowed, "Edit the layers that must agree too (needs --model)");
    if (std::string(name) != "set")
        return;
    edit->add_option("--activation-bits", options.activationBits, "Width of what the layer reads")
        ->check(CLI::Range(2, 16));
    edit->add_option("--weight-bits", options.weightBits, "Width of its weights")->check(CLI::Range(2, 16));
    edit->add_option("--scheme", options.scheme, "Of what the layer reads")
        ->check(CLI::IsMember({"symmetric", "affine"}));
    edit->add_option("--granularity", options.granularity, "Of its weights")
        ->check(CLI::IsMember({"per-tensor", "per-channel"}));
    edit->add_option("--observer", options.observer, "How the range of what it reads is found: ifmr, min_max, kl …")
        ->check([](const std::string& word) {
            return config::observerFromWord(word) ? std::string() : "unknown observer " + word;
        });
    auto* scale =
        edit->add_option("--scale", options.scale, "Fixed scale of what it reads")->check(CLI::PositiveNumber);
    edit->add_option("--zero-point", options.zeroPoint, "Fixed zero point of the signed form")->needs(scale);
}

config::LayerSettings settingsOf(const ConfigOptions& options)
{
    config::LayerSettings settings;
    settings.activation.bits = options.activationBits;
    settings.weight.bits = options.weightBits;
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
    for (const auto& word : {options.scheme, options.granularity, options.observer})
        text += word.empty() ? "" : " " + word;
    return text + (options.scale ? fmt::format(" scale {}", *options.scale) : "");
}

void refuse(const Findings& broken, const ConfigOptions& options)
{
    const auto& first = broken.front();
    const auto more = broken.size() > 1 ? fmt::format(" (and {} more)", broken.size() - 1) : std::string();
    throw Error(ErrorCode::BadArgument, config::findingText(first, options.file) + more,
                fmt::format("{}; --force writes it anyway, --dry-run lists everything", first.advice));
}

void requireSense(const ConfigOptions& options, Action action)
{
    if (options.isFollowed && options.model.empty())
        throw Error(ErrorCode::BadArgument, "--follow needs --model: only the network knows who must agree");
    if (action == Action::Set && settingsOf(options).isEmpty())
        throw Error(ErrorCode::BadArgument, "nothing to set",
                    "give --activation-bits, --weight-bits or another setting");
}

} // namespace

void declareConfigEdits(CLI::App& command, ConfigOptions& options)
{
    declareEdit(command, "set", "Give layers their own widths and settings, in place", options);
    declareEdit(command, "skip", "Leave layers in float", options);
    declareEdit(command, "restore", "Take back what a config says of these layers alone", options);
}

int runConfigEdit(Session& session, ConfigOptions& options, Action action)
{
    requireSense(options, action);
    auto file = config::ConfigFile::open(options.file, options.dialect);
    const auto graph = graphOf(session, options);
    const auto settings = action == Action::Set ? settingsOf(options) : config::LayerSettings();
    auto result = config::editLayers(
        file, {action, options.layers, settings, describeEdit(options, action), options.isFollowed}, graph.get());
    if (!result.findings.empty() && !options.isForced && !options.isDryRun)
        refuse(result.findings, options);
    if (!options.isDryRun) {
        file.save();
        result.isWritten = !result.diff.empty();
    }
    session.print(session.options().isJson ? report::configEditJson(result) : report::configEditText(result));
    return kDone;
}

} // namespace ql::cli
