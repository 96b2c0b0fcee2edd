// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::ops {

/// LibTorch's engines for quantized operators that this build of it has ("onednn", "qnnpack", "fbgemm" …), best first.
std::vector<std::string> quantizedEngines();
/// While it lives LibTorch's quantized operators and packing calls are those of one engine, which decides on the
/// numbers. LibTorch keeps the engine in one variable of the process: threads that want the same one work at the same
/// time, those that want another wait. A thread that has one may take the same one again, never another.
class QuantizedEngineUse {
public:
    /// @throws Error (BadArgument) naming the engines there are
    explicit QuantizedEngineUse(std::string_view name);
    ~QuantizedEngineUse();
    QuantizedEngineUse(const QuantizedEngineUse&) = delete;
    QuantizedEngineUse& operator=(const QuantizedEngineUse&) = delete;
};

} // namespace ql::ops
