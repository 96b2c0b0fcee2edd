// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/config_file.h"
#include "core/config/describe.h"
#include "core/report/check/check_report.h"
#include "core/report/ci/ci_files.h"
#include "core/results/check_rules.h"
#include "core/results/model_info.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace ql::cli {

namespace {

struct CheckOptions {
    results::CheckRequest request;
    std::string failOn;
    std::string junit;
    std::string sarif;
    std::size_t perRule = 5;
    results::QuantizationOptions quantization;
};

std::string ruleList()
{
    std::string list =
        "Rules; build servers and code hosts know findings by these names, which stay the same in every version:\n";
    for (const auto& rule : results::checkRules())
        list += fmt::format("  {:<32}{}\n", rule.id, rule.summary);
    return list;
}

void declareOptions(CLI::App& command, CheckOptions& options)
{
    command.footer(ruleList());
    takesPath(command.add_option("MODEL", options.request.model, "Model file (.onnx, .pt2, .tflite, TorchScript)"),
              PathUse::Reads)
        ->required();
    declareQuantizationOptions(command, options.quantization, "--calibration-data");
    command.get_option("--config")
        ->description("Quantization config: what is wrong in it, and with it for this model; with samples or a record "
                      "also what it makes of the model");
    declareInputOptions(command, options.request.samples);
    declareDataOptions(command, options.request.samples);
    command.get_option("--data")->description("Samples, whose preprocessing is held against what the model knows");
    takesPath(command.add_option(
                  "--device-profile", options.request.deviceProfile,
                  "What a device can run, YAML: operators, types, ranks, limits of attributes; what the model asks "
                  "beyond it is found"),
              PathUse::Reads)
        ->type_name("FILE");
    declareStack(command, options.request.withStack);
    command.add_option("--fail-on", options.failOn, "Exit with 3 when there is a finding of this severity or worse")
        ->type_name("info|warning|error")
        ->check(CLI::IsMember({"info", "warning", "error"}));
    declareJunit(command, options.junit);
    takesPath(
        command.add_option("--sarif", options.sarif, "Also write the findings as SARIF 2.1.0, which code hosts show"),
        PathUse::WritesSarif)
        ->type_name("FILE");
    declareTop(command, options.perRule, "Findings of each rule in the printed list; 0 = all");
}

/// What the config's reader and the rules of its target find, beside what the model's own rules do.
void addConfigFindings(CommandSession& session, const CheckOptions& options, results::CheckResult& result)
{
    const auto& path = options.quantization.config;
    const auto file = config::ConfigFile::open(path);
    const auto graph = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.graph({options.request.model}, ctx); });
    for (auto& finding : config::findingsOf(file, graph.get()))
        result.findings.push_back({finding.severity, "config-" + finding.rule, finding.subject,
                                   config::findingText(finding, path), finding.remedy, finding.line, finding.column});
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const auto& a, const auto& b) { return a.severity > b.severity; });
}

int runCheck(CommandSession& session, CheckOptions& options)
{
    options.request.images = options.request.samples.images;
    // A config alone is read, and nothing is run.
    if (!options.quantization.data.empty() || !options.quantization.record.empty())
        options.request.quantization = options.quantization;
    const auto result =
        std::make_shared<results::CheckResult>(*answerTo(session, options.request, &engine::Engine::check));
    tellMissingStack(options.request.withStack, result->layers);
    if (!options.quantization.config.empty())
        addConfigFindings(session, options, *result);
    present<results::CheckResult>(session, result,
                                  {report::checkJson,
                                   [&](const auto& shown) { return report::checkText(shown, options.perRule); },
                                   report::writeCheckFiles});
    if (!options.sarif.empty())
        writeFileAtomically(options.sarif, report::checkSarif(*result, options.quantization.config));
    return statusOf(session, "check", result->findings, options.failOn, options.junit);
}

} // namespace

Command checkCommand()
{
    return {"check",
            "Check a model's structure and quantization, and samples for it",
            declared<CheckOptions, declareOptions, runCheck>,
            Purpose::Analyze,
            false,
            {{"what is odd about a quantized model", "quantloupe-cli check int8.onnx"},
             {"fail a build on errors; code hosts show the findings",
              "quantloupe-cli check int8.onnx --fail-on error --sarif findings.sarif"}}};
}

} // namespace ql::cli
