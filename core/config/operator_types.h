// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::config {

/// The ONNX operator that torch's @p type becomes: "torch.nn.Conv2d" → "Conv", "Tensor.add" → "Add". A spelling without
/// an entry comes back as it is, without its domain.
std::string onnxType(std::string_view type);

/// torch's usual spelling of an ONNX type ("Conv" → "torch.nn.Conv2d"); the type itself when there is none.
std::string torchType(std::string_view onnxType);

/// Whether torch calls an operator so: "Conv2d", or its class wherever that lies, "torch.nn.modules.conv.Conv2d".
bool isTorchType(std::string_view type);

/// Whether both spellings mean the same operator.
bool isSameType(std::string_view a, std::string_view b);

} // namespace ql::config
