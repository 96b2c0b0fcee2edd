// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/fit_options.h"
#include "app/cli/options/option_groups.h"
#include "app/cli/options/options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"

#include <CLI/CLI.hpp>

#include <map>

namespace ql::cli {

void declareQuantizationWithData(CLI::App& command, results::QuantizationOptions& options)
{
    declareQuantizationOptions(command, options, "--data");
    command.get_option("--record")->remove_excludes(command.get_option("--data"));
    command.get_option("--data")->remove_excludes(command.get_option("--record"));
}

void declareFittedModels(CLI::App& command, results::ModelPair& models, const char* baselineHelp,
                         const char* analysisHelp)
{
    takesPath(command.add_option("-b,--baseline", models.baseline, baselineHelp), PathUse::Reads)
        ->type_name("MODEL")
        ->required()
        ->group(kModelOptions);
    takesPath(command.add_option("-a,--analysis", models.analysis, analysisHelp), PathUse::Reads)
        ->type_name("MODEL")
        ->group(kModelOptions);
    declareQuantizationWithData(command, models.quantization);
    command.get_option("--data")->required();
    for (const char* settings : {"--config", "--record"})
        command.get_option("--analysis")->excludes(command.get_option(settings));
}

void declareHeldOut(CLI::App& command, std::string& heldOut, const char* heldOutHelp, results::MetricId& metric,
                    const char* metricHelp)
{
    takesPath(command.add_option("--held-out", heldOut, heldOutHelp), PathUse::Reads)
        ->type_name("DATA")
        ->group(kSampleOptions);
    const std::map<std::string, results::MetricId> metrics{
        {"sqnr_db", results::MetricId::Sqnr}, {"sqnr", results::MetricId::Sqnr}, {"cosine", results::MetricId::Cosine}};
    command.add_option("-m,--metric", metric, metricHelp)
        ->transform(oneOf(metrics))
        ->type_name("sqnr_db|cosine")
        ->default_str("sqnr_db");
}

} // namespace ql::cli
