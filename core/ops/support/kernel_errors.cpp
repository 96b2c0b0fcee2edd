// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/kernel_errors.h"

#include "core/graph/ir/data_type.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace ql::ops {

namespace {

std::string described(const Tensor& tensor)
{
    if (tensor.isDefined() || tensor.holdsStrings())
        return fmt::format("{}[{}]", graph::name(tensor.holdsStrings() ? graph::DataType::String : tensor.type),
                           graph::toString(tensor.shape()));
    if (tensor.isSequence())
        return fmt::format("sequence[{}]", tensor.items->size());
    return tensor.isPresent() ? "object" : "-";
}

} // namespace

Message describedInputs(std::span<const Tensor> inputs)
{
    std::string text;
    for (const auto& input : inputs)
        text += (text.empty() ? "" : ", ") + described(input);
    return Message::text(text.empty() ? "()" : text);
}

void refuse(std::string_view words, Message refusal)
{
    spdlog::debug("LibTorch: {}", words);
    throw Error(ErrorCode::Engine, std::move(refusal), "hold their types and shapes against the operator's own page");
}

Message remedyForUnsupported(const std::string& domain, const std::string& opType, const std::string& node)
{
    if (domain == "pico_ops")
        return Message(
            "{} is one of AMCT's own operators (torch.ops.pico_ops), whose formula is not published: give it "
            "with --op-library, or export the model with the torch.nn module that amct.nn stands for",
            opType);
    if (domain == "tflite" && opType == "CONV_3D")
        return Message("TensorFlow Lite itself convolves volumes in floats only: keep {} in floats", node);
    if (domain == "tflite" && opType.ends_with("LSTM"))
        return Message(
            "LSTMs run with tanh, in one or two directions on floats, in one on integers of 8 bits whose cell "
            "and gates have 16, and on 16-bit data without projection and layer normalization");
    if (domain == "com.microsoft.nchwc")
        return Message(
            "ONNX Runtime wrote this file for one kind of processor, its weights in blocks whose size the file "
            "doesn't tell: take the model it was made from, or save it at optimization level \"extended\"");
    return Message("`quantloupe-cli info` lists every unsupported node");
}

} // namespace ql::ops
