// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ql::cli {

namespace {

std::string deviceProblem(const std::string& device)
{
    const auto number = device.starts_with("cuda:") ? device.substr(5) : std::string();
    const bool isCuda = !number.empty() && number.size() < 4
                        && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    return device == "cpu" || isCuda ? std::string() : "expected cpu or cuda:N, found " + device;
}

} // namespace

void declareCommonOptions(CLI::App& command, CommonOptions& options)
{
    const auto add = [&command](CLI::Option* option) { option->group("Common options")->capture_default_str(); };
    add(command.add_flag("--json", options.isJson, "Print the result as one JSON document and nothing else"));
    add(command.add_option("--out", options.outFolder, "Write the reports into this folder")->type_name("DIR"));
    add(command.add_option("--threads", options.run.threads, "Threads to compute with; 0 = all cores")
            ->type_name("N")
            ->check(CLI::Range(0, 1024)));
    add(command.add_option("--device", options.run.device, "Where to compute")
            ->type_name("cpu|cuda:N")
            ->check(deviceProblem));
    add(command
            .add_option("--op-library", options.engine.operatorLibraries,
                        "Shared library with more operators (quantloupe/operators.h); repeatable")
            ->type_name("FILE.so")
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
    add(command.add_option("--seed", options.run.seed, "Seed of random inputs")->type_name("N"));
    add(command.add_option("--log-level", options.logLevel, "How much to log on standard error")
            ->type_name("LEVEL")
            ->check(CLI::IsMember({"trace", "debug", "info", "warning", "error", "critical", "off"})));
    add(command.add_option("--progress", options.progress, "Progress bar on standard error; auto = on a terminal")
            ->type_name("auto|always|never")
            ->check(CLI::IsMember({"auto", "always", "never"})));
    add(command.add_option("--lang", options.language, "Language of report.html")
            ->type_name("en|zh_CN")
            ->check(CLI::IsMember({"en", "zh_CN"})));
}

} // namespace ql::cli
