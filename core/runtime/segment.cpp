// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/segment.h"

#include "core/base/error.h"
#include "core/runtime/frame.h"

#include <algorithm>

namespace ql::runtime {

Tensor runSegment(const Program& program, std::span<const graph::NodeId> nodes,
                  const std::vector<std::pair<graph::ValueId, Tensor>>& given, graph::ValueId wanted,
                  std::stop_token stop)
{
    Frame frame(program, {{}, {}, stop}, std::string());
    for (const auto& [value, tensor] : given)
        frame.set(value, tensor);
    frame.keep(wanted);
    std::vector<std::size_t> positions;
    for (const auto node : nodes)
        positions.push_back(program.positions()[node.position()]);
    std::ranges::sort(positions);
    for (const auto position : positions) {
        if (stop.stop_requested())
            throw Cancelled();
        frame.seek(position);
        frame.step();
    }
    return frame.tensor(wanted);
}

} // namespace ql::runtime
