// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/unsupported_remedies.h"

namespace ql::ops {

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
