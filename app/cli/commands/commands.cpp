// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"

namespace ql::cli {

namespace {

constexpr Command kCommands[]{
    {"info", "Tell what a model file holds, without running it", declareInfo},
    {"run", "Run a model on one input", declareRun},
    {"compare", "Compare two models layer by layer on one input", declareCompare},
    {"badcase", "Find the samples on which two models differ most", declareBadCase},
    {"sensitivity", "Rank layers by what quantizing each alone does to the outputs", declareSensitivity},
    {"attribution", "Take the error of each quantized layer apart by its causes", declareAttribution},
    {"shadow", "Measure each quantized layer's own error, on the other model's inputs", declareShadow},
    {"weights", "Compare the weights of two models", declareWeights},
    {"profile", "Tell how the values of every layer are spread", declareProfile},
    {"check", "Check a model's structure and quantization without running it", declareCheck},
    {"config", "Show, check, edit and convert quantization configs", declareConfig},
    {"project", "Ask everything that a project file asks for", declareProject},
    {"diff", "Compare two results of the same command: what got better or worse", declareDiff},
    {"report", "Make one HTML page of the JSON documents of several commands", declareReport},
    {"calibrate", "Quantize a float model: find its scales, write it as ONNX", declareCalibrate},
    {"tune", "Search the fewest layers that must leave 8 bits for a target", declareTune},
    {"demo", "Show on the embedded example how a bad layer is found", declareDemo},
};

} // namespace

std::span<const Command> commands()
{
    return kCommands;
}

} // namespace ql::cli
