// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "core/report/calibrate/calibrate_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct CalibrateOptions {
    results::CalibrateRequest request;
    std::size_t top = 20;
};

int runCalibrate(CommandSession& session, CalibrateOptions& options)
{
    options.request.folder = session.outFolder().string();
    const auto result = answerTo(session, options.request, &engine::Engine::calibrate);
    present(session, result,
            {report::calibrateJson, [&](const auto& shown) { return report::calibrateText(shown, options.top); },
             report::writeCalibrateFiles});
    return kDone;
}

void declareOptions(CLI::App& command, CalibrateOptions& options)
{
    auto& quantization = options.request.quantization;
    command.add_option("model", options.request.model, "High-precision model")->type_name("MODEL")->required();
    declareQuantizationOptions(command, quantization, "--data");
    declareImageOptions(command, options.request.images);
    command
        .add_option("--file-names", options.request.names,
                    "Whose names the written files have: amct = MODEL_deploy_model.onnx (integers), "
                    "MODEL_fake_quant_model.onnx, MODEL_quant_param_record.txt")
        ->transform(CLI::CheckedTransformer(choicesOf<results::FileNames>()).description(""))
        ->type_name("quantloupe|amct");
    command.add_flag("--per-layer", options.request.comparesLayers,
                     "Also every layer against the float model's, simulated and computed in integers");
    declarePortOptions(command, options.request.ports);
    declareTop(command, options.top, "Values in the printed table; 0 = all");
    command.final_callback([&quantization] {
        if (quantization.data.empty() && quantization.record.empty())
            throw CLI::RequiredError("--data or --record");
    });
}

} // namespace

Command calibrateCommand()
{
    return {"calibrate", "Quantize a float model: find its scales, write it as ONNX",
            declared<CalibrateOptions, declareOptions, runCalibrate>, Purpose::ChangeModel, true};
}

} // namespace ql::cli
