// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/network_file.h"
#include "core/base/log.h"
#include "core/report/model/model_report.h"
#include "core/results/model_info.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

Runner declareInfo(CLI::App& command)
{
    const auto request = std::make_shared<results::InfoRequest>();
    const auto picture = std::make_shared<std::string>();
    takesPath(command.add_option("MODEL", request->model,
                                 "Model file (.onnx, .pt2, .tflite, TorchScript), or a state dict (.pt, .pth)"),
              PathUse::Reads)
        ->required();
    declareStateDictName(command, request->stateDict);
    auto* quantizable = command.add_flag("--quantizable", request->listsQuantizable,
                                         "Also list the layers that can be quantized, and how");
    takesPath(command.add_option("--capacity", request->capacityFile,
                                 "AMCT's capacity_config.csv: lists operator types of its NO_WEIGHT_QUANT_TYPES and "
                                 "NO_WEIGHT_QUANT_ONNX_TYPES, too"),
              PathUse::Reads)
        ->type_name("FILE")
        ->needs(quantizable);
    takesPath(command.add_option("--svg", *picture, "Draw the network, too: a picture with every layer's name"),
              PathUse::WritesPicture)
        ->type_name("FILE");
    return [request, picture](CommandSession& session) -> int {
        if (const auto& device = session.options().run.device; device != "cpu")
            logWarning(Message("--device {} is left aside: nothing is computed here; run says whether the device is "
                               "there",
                               device));
        const auto info =
            session.ask([&request](engine::Engine& engine, JobContext& ctx) { return engine.info(*request, ctx); });
        session.answer("info", report::infoText(*info), report::infoJson(*info));
        if (!picture->empty())
            drawNetwork(session, {.model = request->model}, *picture);
        return kDone;
    };
}

} // namespace

Command infoCommand()
{
    return {"info",      "Tell what a model file holds, without running it",
            declareInfo, Purpose::LookAtModel,
            false,       {{"inputs, outputs, operators, and what can't be run", "quantloupe-cli info model.onnx"}}};
}

} // namespace ql::cli
