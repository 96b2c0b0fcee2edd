// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/channels_last.h"

#include "core/base/error.h"

namespace ql::ops {

Kernel channelsLast(Kernel kernel)
{
    return [kernel = std::move(kernel)](const KernelCall& call) {
        const auto& x = call.required(0);
        if (x.data.dim() < 3)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3 or more", x.data.dim()));
        std::vector<Tensor> inputs(call.inputs.begin(), call.inputs.end());
        inputs[0].data = x.data.movedim(-1, 1).contiguous();
        auto results = kernel({inputs, call.runBody});
        results.at(0).data = results[0].data.movedim(1, -1).contiguous();
        return results;
    };
}

} // namespace ql::ops
