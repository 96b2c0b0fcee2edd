// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/row_options.h"

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

void declareRowOptions(CLI::App& command, RowOptions& options)
{
    command.add_option("--sort", options.sort, "Order of the printed table: a metric, worst first, or order")
        ->type_name("METRIC|order")
        ->check(metricProblem)
        ->capture_default_str();
    command.add_option("--top", options.top, "Rows in the printed table; 0 = all")
        ->type_name("K")
        ->capture_default_str();
}

void declareFilterOptions(CLI::App& command, results::LayerFilter& filter)
{
    command.add_option("--prefix", filter.prefixes, "Only layers whose name starts so; repeatable")
        ->type_name("P")
        ->allow_extra_args(false);
    command
        .add_option("--type", filter.operatorTypes,
                    "Only these operator types or PyTorch modules: Conv,LSTM; repeatable")
        ->type_name("T")
        ->delimiter(',')
        ->allow_extra_args(false);
}

} // namespace ql::cli
