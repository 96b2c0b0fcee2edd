// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/fit_options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/network_file.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/report/calibrate/calibrate_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct CalibrateOptions {
    results::CalibrateRequest request;
    std::size_t top = 20;
    bool drawsNetworks = false;
    ThresholdOptions thresholds;
};

/// Each output, simulated; the one that classifies also by how often it is right.
std::vector<Measured> measuredIn(const results::CalibrateResult& result)
{
    std::vector<Measured> outputs;
    for (const auto& output : result.outputs) {
        auto& measured = outputs.emplace_back(Measured{.name = output.name,
                                                       .values = {{"sqnr_db", output.fakeSqnrDb},
                                                                  {"cosine", output.fakeCosine},
                                                                  {"integer_sqnr_db", output.realSqnrDb},
                                                                  {"integer_cosine", output.realCosine}}});
        if (!result.accuracy || result.accuracy->output != output.name)
            continue;
        const auto& accuracy = *result.accuracy;
        const auto isRight = accuracy.share(accuracy.fakeCorrect);
        measured.values.emplace("accuracy", isRight);
        measured.values.emplace("accuracy_drop", accuracy.share(accuracy.floatCorrect) - isRight);
        measured.values.emplace("integer_accuracy", accuracy.share(accuracy.realCorrect));
    }
    return outputs;
}

/// As AMCT calls them: the network as it is, and with the quantizers that were found. @p files are the written ones.
void drawNetworks(CommandSession& session, const results::CalibrateRequest& request,
                  const std::vector<std::string>& files)
{
    drawNetwork(session, {.model = request.model}, session.outFolder() / "float.svg");
    const bool isWritten = files.size() > 1; // else there is the record alone
    results::GraphRequest quantized{.model = isWritten ? files.front() : request.model};
    if (!isWritten) {
        quantized.quantization = request.quantization;
        quantized.quantization.data.clear();
        quantized.quantization.record = files.back();
    }
    drawNetwork(session, std::move(quantized), session.outFolder() / "quant.svg");
}

int runCalibrate(CommandSession& session, CalibrateOptions& options)
{
    if (options.drawsNetworks && !session.writesReports())
        throw Error(ErrorCode::BadArgument, "--svg has nowhere to put its pictures", "name a folder with --out");
    options.request.folder = session.outFolder().string();
    const auto result = answerTo(session, options.request, &engine::Engine::calibrate);
    present(session, result,
            {report::calibrateJson, [&](const auto& shown) { return report::calibrateText(shown, options.top); },
             report::writeCalibrateFiles});
    if (options.drawsNetworks && session.isReporter())
        drawNetworks(session, options.request, result->files);
    return statusOf(session, "calibrate", judged(measuredIn(*result), {}, options.thresholds),
                    options.thresholds.junit);
}

/// A record and samples stand in for each other, unless some layers are to be calibrated anew.
void declareRecalibration(CLI::App& command, results::CalibrateRequest& request)
{
    auto& quantization = request.quantization;
    command
        .add_option("--recalibrate", quantization.recalibrated,
                    "With --record and --data, of one task's head for instance: find the scales of layers whose name "
                    "or scope starts so anew, all others stay as recorded; repeatable")
        ->type_name("P")
        ->allow_extra_args(false);
    command.final_callback([&request] {
        const auto& given = request.quantization;
        if (given.data.empty() && given.record.empty())
            throw CLI::RequiredError("--data or --record");
        const bool areBoth = !given.data.empty() && !given.record.empty();
        if (areBoth && given.recalibrated.empty())
            throw CLI::ExcludesError("--record", "--data");
        if (!areBoth && !given.recalibrated.empty())
            throw CLI::RequiresError("--recalibrate", "--record and --data");
        if (areBoth && request.observed != results::Observed::InFloat)
            throw CLI::ExcludesError("--observe-quantized", "--recalibrate");
    });
}

void declareOptions(CLI::App& command, CalibrateOptions& options)
{
    auto& quantization = options.request.quantization;
    takesPath(command.add_option("model", options.request.model, "High-precision model"), PathUse::Reads)
        ->type_name("MODEL")
        ->required();
    declareQuantizationWithData(command, quantization);
    declareImageOptions(command, options.request.images);
    command
        .add_option("--file-names", options.request.names,
                    "Whose names the written files have: amct = MODEL_deploy_model.onnx (integers), "
                    "MODEL_fake_quant_model.onnx, MODEL_quant_param_record.txt")
        ->transform(oneOf(choicesOf<results::FileNames>()))
        ->type_name("quantloupe|amct");
    command.add_flag("--per-layer", options.request.comparesLayers,
                     "Also every layer against the float model's, simulated and computed in integers");
    declarePortOptions(command, options.request.ports);
    command.add_flag_callback(
        "--observe-quantized", [&options] { options.request.observed = results::Observed::Quantized; },
        "Calibrate in the quantized network: layers further on see what those before give, quantized by what "
        "was observed so far (AMCT: calibration and fake_quant)");
    command.add_flag("--svg", options.drawsNetworks,
                     "Draw the network before and after into --out: float.svg and quant.svg, with every layer's name");
    takesPath(command.add_option(
                  "--eval-data", options.request.evaluationData,
                  "Samples to hold the quantized model against the float model on; default: those to calibrate with"),
              PathUse::Reads)
        ->type_name("DATA");
    command
        .add_option("--eval-samples", options.request.evaluationCount,
                    "At most so many of them; 0 = 16, or all that have labels")
        ->type_name("N");
    takesPath(
        command.add_option("--labels", options.request.labels,
                           "Their right classes, .npy or text: top-1 of the float model, simulated and in integers"),
        PathUse::Reads)
        ->type_name("FILE");
    command.add_option("--label-output", options.request.labelOutput, "The output that classifies; default: the first")
        ->type_name("NAME");
    declareTop(command, options.top, "Values in the printed table; 0 = all");
    declareRecalibration(command, options.request);
    declareThresholds(command, options.thresholds, Conditions::OnOutputs,
                      {"accuracy", "accuracy_drop", "integer_sqnr_db", "integer_cosine", "integer_accuracy"});
}

} // namespace

Command calibrateCommand()
{
    return {"calibrate",
            "Quantize a float model: find its scales, write it as ONNX",
            declared<CalibrateOptions, declareOptions, runCalibrate>,
            Purpose::ChangeModel,
            true,
            {{"quantize by a config, written as ONNX into quantized/",
              "quantloupe-cli calibrate float.onnx -c config.yaml -d samples -o quantized"},
             {"try every method, and say how often each form is right",
              "quantloupe-cli calibrate float.onnx -d samples --observer automatic --eval-data tests --labels "
              "labels.npy"}}};
}

} // namespace ql::cli
