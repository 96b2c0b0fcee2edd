// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::ops {

/// LibTorch's engines for quantized operators that this build of it has ("onednn", "qnnpack", "fbgemm" …), best first.
std::vector<std::string> quantizedEngines();
/// The engine now in use. It decides how weights are packed when a model is loaded, and so the numbers.
std::string quantizedEngine();
/// @throws Error (BadArgument) naming the engines there are
void useQuantizedEngine(std::string_view name);

} // namespace ql::ops
