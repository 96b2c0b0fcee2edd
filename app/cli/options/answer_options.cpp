// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/option_groups.h"
#include "app/cli/options/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

std::string metricProblem(const std::string& word)
{
    if (word == "order" || results::metricFromKey(word))
        return {};
    std::string known;
    for (const auto metric : results::kAllMetrics)
        known += fmt::format("{}, ", results::key(metric));
    return fmt::format("unknown metric {}: expected {}or order", word, known);
}

} // namespace

void declareRowOptions(CLI::App& command, RowOptions& options, bool haveSlices)
{
    command
        .add_option("-s,--sort", options.sort,
                    haveSlices ? "Order of the printed table: a metric, worst_slice, worst first, or order"
                               : "Order of the printed table: a metric, worst first, or order")
        ->type_name(haveSlices ? "METRIC|worst_slice|order" : "METRIC|order")
        ->check([haveSlices](const std::string& word) {
            return haveSlices && word == RowOptions::kWorstSlice ? std::string() : metricProblem(word);
        })
        ->capture_default_str()
        ->group(kAnswerOptions);
    declareTop(command, options.top);
}

void declareStack(CLI::App& command, bool& withStack)
{
    command
        .add_flag("--with-stack", withStack,
                  "Also where the code makes each layer, as TorchScript files tell; ONNX files don't")
        ->group(kAnswerOptions);
}

void declareIterations(CLI::App& command, bool& showsIterations)
{
    command.add_flag("--iterations", showsIterations, "Also each iteration of layers in the body of a Loop or Scan")
        ->group(kAnswerOptions);
}

void declareTop(CLI::App& command, std::size_t& top, const char* help)
{
    command.add_option("-n,--top", top, help)->type_name("K")->group(kAnswerOptions)->capture_default_str();
}

} // namespace ql::cli
