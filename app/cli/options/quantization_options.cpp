// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/quantization_options.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

void declareQuantizationOptions(CLI::App& command, results::QuantizationOptions& options, const char* dataOption,
                                const char* perChannelOption)
{
    const auto group = "Quantization";
    command.add_option("--config", options.config, "Quantization config")->type_name("FILE")->group(group);
    auto* data =
        command.add_option(dataOption, options.data, "Samples to calibrate with")->type_name("DATA")->group(group);
    command.add_option("--record", options.record, "Quantization-factor record in place of samples")
        ->type_name("FILE")
        ->group(group)
        ->excludes(data);
    command.add_option("--num-samples", options.sampleCount, "Calibrate with at most so many; 0 = all")
        ->type_name("N")
        ->group(group);
    command
        .add_option("--batch-size", options.batchSize,
                    "Samples in a batch: calibrate with the config's batch_num of them")
        ->type_name("N")
        ->group(group);
    command
        .add_option(
            "--observer", options.observer,
            "How activation ranges are found: min_max, moving_average, percentile, entropy, kl, mse, histogram, "
            "ifmr, arq, luq_mse, or automatic (best output cosine)")
        ->type_name("METHOD")
        ->group(group);
    command.add_option("--activation-bits", options.activationBits, "4, or 8 to 16")->type_name("N")->group(group);
    command.add_option("--weight-bits", options.weightBits, "4 or 8")->type_name("N")->group(group);
    command.add_flag(perChannelOption, options.isPerChannel, "A scale per output channel of weights")->group(group);
    command.add_flag("--symmetric", options.isSymmetric, "Zero points 0 for activations too")->group(group);
    command.add_flag("--unsigned", options.isUnsigned, "uint8 instead of int8 activations")->group(group);
    command
        .add_flag("--bias-correction", options.correctsBias, "Take the mean error of quantized weights out of biases")
        ->group(group);
    command.add_option("--skip", options.skippedLayers, "Leave this layer in float; repeatable")
        ->type_name("LAYER")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--quantize-only", options.onlyPrefixes,
                    "Quantize only layers whose name or scope starts so, and leave the others in float; repeatable")
        ->type_name("P")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--quantize-type", options.operatorTypes, "Quantize only this operator type; repeatable")
        ->type_name("T")
        ->allow_extra_args(false)
        ->group(group);
}

void declareModelPair(CLI::App& command, results::ModelPair& models, bool takesDumps)
{
    const std::string orDump = takesDumps ? ", or a dump" : "";
    const auto* type = takesDumps ? "MODEL|DIR" : "MODEL";
    command.add_option("--baseline", models.baseline, "High-precision model" + orDump)->type_name(type)->required();
    command.add_option("--analysis", models.analysis, "Lower-precision model" + orDump)->type_name(type);
    declareQuantizationOptions(command, models.quantization, "--calibration-data");
    command.final_callback([&models] {
        if (models.analysis.empty() && !models.quantization.areGiven())
            throw CLI::RequiredError("--analysis or --config");
    });
}

} // namespace ql::cli
