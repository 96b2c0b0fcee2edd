// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/commands/config_options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/help_page.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/convert.h"
#include "core/config/describe.h"
#include "core/config/starting_config.h"
#include "core/report/config/config_report.h"
#include "core/results/model_info.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ql::cli {

namespace {

int runShow(CommandSession& session, const ConfigOptions& options)
{
    const auto file = config::ConfigFile::open(options.file, options.dialect);
    const auto graph = graphOf(session, options);
    auto description = config::describe(file, graph.get());
    description.model = options.model;
    session.show(report::configShowText(description), report::configShowJson(description));
    return kDone;
}

/// What the quantized model does of it, with its findings among the others.
void addApplied(CommandSession& session, const ConfigOptions& options, results::ConfigCheck& check)
{
    if (options.model.empty())
        throw Error(ErrorCode::BadArgument, Message("--analysis needs the float model that it was made from"),
                    "give it by --model");
    const results::AppliedConfigRequest request{options.model, options.analysis, options.file, {}, options.dialect};
    check.applied = *session.ask(
        [&request](engine::Engine& engine, JobContext& ctx) { return engine.appliedConfig(request, ctx); });
    const auto& findings = check.applied->findings;
    check.findings.insert(check.findings.end(), findings.begin(), findings.end());
    std::ranges::stable_sort(check.findings, std::greater(), &results::Diagnostic::severity);
}

int runCheck(CommandSession& session, const ConfigOptions& options)
{
    const auto file = config::ConfigFile::open(options.file, options.dialect);
    const auto graph = graphOf(session, options);
    results::ConfigCheck check{options.file, std::string(file.dialect().id), options.model,
                               config::findingsOf(file, graph.get())};
    if (!options.analysis.empty())
        addApplied(session, options, check);
    session.show(report::configCheckText(check), report::configCheckJson(check));
    return statusOf(session, "config check", check.findings, options.failOn);
}

int runConvert(CommandSession& session, const ConfigOptions& options)
{
    const auto config = config::loadConfig(options.file, options.dialect);
    const auto graph = graphOf(session, options);
    auto converted = config::convert(config, options.to, graph.get());
    converted.result.file = options.file;
    converted.result.out = options.out;
    if (options.out.empty()) {
        converted.result.text = converted.text;
        session.print(session.options().isJson ? report::configConversionJson(converted.result) : converted.text);
        for (const auto& [subject, loss] : converted.result.losses)
            printError("lost: {}: {}\n", subject, loss);
        return kDone;
    }
    writeFileAtomically(options.out, converted.text);
    session.show(report::configConversionText(converted.result), report::configConversionJson(converted.result));
    return kDone;
}

/// A config from nothing: every layer that can be is quantized.
int runCreate(CommandSession& session, const ConfigOptions& options)
{
    if (config::dialectNamed(options.dialect).write && !config::canStartAs(options.dialect))
        throw Error(ErrorCode::BadArgument,
                    Message("a file of {} holds scales, which a model by itself doesn't give", options.dialect),
                    "make them by `config from-model`, or convert a config with its scales");
    const auto config =
        config::startingConfig(options.dialect, options.activationBits.value_or(8), options.weightBits.value_or(8));
    const auto graph = graphOf(session, options);
    auto created = config::convert(config, options.dialect, graph.get());
    created.result.file = options.model;
    created.result.from = "the model";
    created.result.out = options.out;
    writeFileAtomically(options.out, created.text);
    session.show(report::configConversionText(created.result), report::configConversionJson(created.result));
    return kDone;
}

/// Beside the config: "model.yaml" has its scales in "model_record.txt".
std::string recordFileOf(const std::string& config)
{
    const std::filesystem::path path(config);
    return (path.parent_path() / (path.stem().string() + "_record.txt")).string();
}

int runFromModel(CommandSession& session, const ConfigOptions& options)
{
    const results::ConfigFromModelRequest request{options.baseline, options.analysis, options.dialect};
    const auto recordFile = options.record.empty() ? recordFileOf(options.out) : options.record;
    requireReplaceable(PathUse::WritesRecord, recordFile);
    auto made = *session.ask(
        [&request](engine::Engine& engine, JobContext& ctx) { return engine.configFromModel(request, ctx); });
    made.out = options.out;
    made.recordFile = recordFile;
    writeFileAtomically(made.out, made.text);
    writeFileAtomically(made.recordFile, made.record);
    session.show(report::configFromModelText(made), report::configFromModelJson(made));
    return kDone;
}

std::string dialectList()
{
    const auto all = config::dialects();
    std::size_t longest = 0;
    for (const auto& dialect : all)
        longest = std::max(longest, std::string_view(dialect.id).size());
    std::string list;
    for (const auto& dialect : all)
        list += fmt::format("  {:<{}}  {}\n", dialect.id, longest, dialect.title);
    return list;
}

std::string dialectProblem(const std::string& word)
{
    const auto all = config::dialects();
    const bool isKnown =
        std::any_of(all.begin(), all.end(), [&word](const auto& dialect) { return dialect.id == word; });
    return isKnown ? std::string() : fmt::format("unknown dialect {}; known are\n{}", word, dialectList());
}

} // namespace

std::shared_ptr<const graph::Graph> graphOf(CommandSession& session, const ConfigOptions& options)
{
    if (options.model.empty())
        return nullptr;
    return session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.graph({options.model}, ctx); });
}

void declareConfigFile(CLI::App& command, ConfigOptions& options)
{
    command.fallthrough(); // --json and its like belong to `config`
    takesPath(command.add_option("FILE", options.file, "Quantization config"), PathUse::Reads)->required();
    command.add_option("--dialect", options.dialect, "How FILE is written; default: found by content")
        ->check(dialectProblem)
        ->type_name("DIALECT");
    takesPath(command.add_option("--model", options.model,
                                 "The network that FILE is for: layers are checked, neighbours are known"),
              PathUse::Reads)
        ->type_name("MODEL");
}

namespace {

void declareFromModel(CLI::App& command, ConfigOptions& options)
{
    auto* fromModel = command.add_subcommand(
        "from-model", "Write a config and a record with which a simulation does what a quantized model does");
    fromModel->fallthrough();
    giveExamples(*fromModel, {{"simulate what int8.onnx does, and change it layer by layer",
                               "quantloupe-cli config from-model int8.onnx -b float.onnx --dialect amct-yaml -o "
                               "config.yaml"}});
    takesPath(fromModel->add_option("ANALYSIS", options.analysis, "Quantized model"), PathUse::Reads)->required();
    takesPath(fromModel->add_option("-b,--baseline", options.baseline, "Float model that it was made from"),
              PathUse::Reads)
        ->required()
        ->type_name("MODEL");
    fromModel->add_option("--dialect", options.dialect, "Of the config")
        ->required()
        ->check(dialectProblem)
        ->type_name("DIALECT");
    takesPath(fromModel->add_option("-o,--out", options.out, "Config to write"), PathUse::WritesConfig)
        ->required()
        ->type_name("FILE");
    takesPath(fromModel->add_option("--record", options.record,
                                    "Record to write; default: NAME_record.txt beside the config"),
              PathUse::WritesRecord)
        ->type_name("FILE");
}

void declareCreate(CLI::App& command, ConfigOptions& options)
{
    auto* create = command.add_subcommand("create", "Write a config that quantizes every layer of a float model");
    create->fallthrough();
    giveExamples(*create, {{"a config to begin with",
                            "quantloupe-cli config create float.onnx --dialect onnxruntime-json -o quant.json"}});
    takesPath(create->add_option("MODEL", options.model, "Float model"), PathUse::Reads)->required();
    create->add_option("--dialect", options.dialect, "Of the config")
        ->required()
        ->check(dialectProblem)
        ->type_name("DIALECT");
    takesPath(create->add_option("-o,--out", options.out, "Config to write"), PathUse::WritesConfig)
        ->required()
        ->type_name("FILE");
    create->add_option("--activation-bits", options.activationBits, "Of every activation; default: 8")
        ->check(CLI::Range(2, 16))
        ->type_name("N");
    create->add_option("--weight-bits", options.weightBits, "Of every weight; default: 8")
        ->check(CLI::Range(2, 16))
        ->type_name("N");
}

Runner declareConfig(CLI::App& command)
{
    const auto options = std::make_shared<ConfigOptions>();
    command.require_subcommand(1);
    command.footer("Dialects:\n" + dialectList());
    auto* show = command.add_subcommand("show", "Tell what a config says; with --model, what holds for each layer");
    declareConfigFile(*show, *options);
    giveExamples(
        *show, {{"what holds for each layer of a model", "quantloupe-cli config show config.yaml --model float.onnx"}});
    auto* check =
        command.add_subcommand("check", "Find what is wrong in a config; with --model, also between neighbours");
    declareConfigFile(*check, *options);
    giveExamples(*check, {{"fail a build where a config is wrong",
                           "quantloupe-cli config check config.yaml --model float.onnx --fail-on error"}});
    takesPath(
        check->add_option("--analysis", options->analysis,
                          "The model that a tool chain quantized with FILE: what it did not follow is found; needs "
                          "--model"),
        PathUse::Reads)
        ->type_name("MODEL");
    check->add_option("--fail-on", options->failOn, "Exit with 3 when there is a finding of this severity or worse")
        ->check(CLI::IsMember({"info", "warning", "error"}));
    declareConfigEdits(command, *options);
    auto* convert =
        command.add_subcommand("convert", "Write a config in another dialect; what that can't say is listed");
    declareConfigFile(*convert, *options);
    giveExamples(*convert, {{"write the same decisions for another tool",
                             "quantloupe-cli config convert config.yaml --to onnxruntime-json -o quant.json"}});
    convert->add_option("--to", options->to, "Target dialect")->required()->check(dialectProblem)->type_name("DIALECT");
    takesPath(convert->add_option("-o,--out", options->out, "File to write; default: standard output"),
              PathUse::WritesConfig)
        ->type_name("FILE");
    declareFromModel(command, *options);
    declareCreate(command, *options);
    return [options, &command](CommandSession& session) -> int {
        using Action = config::LayerEdit::Action;
        const auto name = command.get_subcommands().front()->get_name();
        if (name == "show")
            return runShow(session, *options);
        if (name == "check")
            return runCheck(session, *options);
        if (name == "convert")
            return runConvert(session, *options);
        if (name == "from-model")
            return runFromModel(session, *options);
        if (name == "create")
            return runCreate(session, *options);
        const auto action = name == "set" ? Action::Set : name == "skip" ? Action::Skip : Action::Restore;
        return runConfigEdit(session, *options, action);
    };
}

} // namespace

Command configCommand()
{
    return {"config",
            "Create, show, check, edit and convert quantization configs",
            declareConfig,
            Purpose::UseFiles,
            false,
            {{"leave a layer in float, with the rest of the file as it is",
              "quantloupe-cli config skip config.yaml /head/MatMul"},
             {"write the same decisions for another tool",
              "quantloupe-cli config convert config.yaml --to onnxruntime-json -o quant.json"}}};
}

} // namespace ql::cli
