// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_session.h"
#include "core/report/model/model_report.h"
#include "core/results/run_result.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

Runner declareRun(CLI::App& command)
{
    const auto request = std::make_shared<results::RunRequest>();
    takesPath(command.add_option("MODEL", request->model, "Model file (.onnx, .pt2, .tflite, TorchScript)"),
              PathUse::Reads)
        ->required();
    declareInputOptions(command, request->samples);
    takesPath(command.add_option("--outputs", request->outputsFolder, "Write every output into this folder"),
              PathUse::WritesFolder)
        ->type_name("DIR");
    takesPath(command.add_option("--dump", request->dumpFolder, "Write every value into this folder"),
              PathUse::WritesFolder)
        ->type_name("DIR");
    command
        .add_option("--dump-format", request->dumpFormat, "Of both: npy, or float or txt, which hold a number a line")
        ->check(CLI::IsMember({"npy", "float", "txt"}))
        ->capture_default_str()
        ->type_name("FORMAT");
    command
        .add_option("--target-arithmetic", request->targetArithmetic,
                    "How convolutions and products in 8 bits compute: float-half-even, float-half-away, float-half-up, "
                    "tflite-double, "
                    "tflite-single, power-of-two, accumulator-24, accumulator-16 or avx2-pairs")
        ->type_name("NAME");
    return [request](CommandSession& session) -> int {
        session.complete(*request);
        const auto result =
            session.ask([&request](engine::Engine& engine, JobContext& ctx) { return engine.run(*request, ctx); });
        session.answer("run", report::runText(*result), report::runJson(*result));
        return kDone;
    };
}

} // namespace

Command runCommand()
{
    return {"run",      "Run a model on one input",
            declareRun, Purpose::LookAtModel,
            false,      {{"outputs as .npy files", "quantloupe-cli run model.onnx -i sample.npy --outputs outputs"}}};
}

} // namespace ql::cli
