// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/whole_passes.h"

#include "core/base/error.h"
#include "core/runs/program/pass.h"

#include <algorithm>

namespace ql::runs {

std::vector<Tensor> WholePasses::tensors(std::span<const graph::ValueId> values,
                                         const std::vector<Interceptor>& interceptors,
                                         const std::stop_token& stop) const
{
    Pass execution(m_program, m_inputs, {{}, interceptors, stop});
    std::ranges::for_each(values, [&execution](graph::ValueId value) { execution.keep(value); });
    const auto isMade = [&execution](graph::ValueId value) { return execution.tensor(value).isPresent(); };
    while (!execution.isDone() && !std::ranges::all_of(values, isMade)) {
        if (stop.stop_requested())
            throw Cancelled();
        execution.step();
    }
    std::vector<Tensor> found;
    for (const auto value : values)
        found.push_back(execution.tensor(value));
    return found;
}

std::vector<Tensor> WholePasses::outputs(const std::vector<Interceptor>& interceptors,
                                         const std::stop_token& stop) const
{
    return tensors(m_program.graph().outputs(), interceptors, stop);
}

} // namespace ql::runs
