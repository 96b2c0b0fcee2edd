// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/program/program.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace ql::runs {

/// One pass through a program, node by node. Values die at their last use unless kept. Not thread-safe.
class Pass {
public:
    /// @p inputs by graph input name; element types and ranks are checked against the declaration.
    /// @throws Error (BadArgument) for a missing or unknown input, (ShapeMismatch, TypeMismatch) otherwise.
    Pass(const Program& program, NamedTensors inputs, Hooks hooks = {});
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    bool isDone() const;
    /// The node that step() will execute. @pre !isDone()
    graph::NodeId next() const;
    /// Executes one node. @throws Error with the node's description as context.
    void step();
    /// As step(), but where no tap, interceptor or keep() looks at what is between, nodes behind this one may be run
    /// along with it: their steps do nothing then, and what keep() protects must be said before. No bit depends on it.
    /// Gives the value that has the shape of the node's first result: that, or the last one's that ran along.
    graph::ValueId fusedStep();
    /// Runs to the end in fused steps; counts one ctx step per node. @throws Cancelled
    void finish(JobContext& ctx);
    /// Protects @p value from being freed until release(). Call before it is produced.
    void keep(graph::ValueId value);
    void release(graph::ValueId value);
    /// The tensor of a live value (input, constant, produced and not freed), else undefined.
    const Tensor& tensor(graph::ValueId value) const;
    /// Output tensors in graph order. @pre isDone()
    std::vector<Tensor> outputs() const;

protected:
    std::unique_ptr<class Frame> m_frame;
};

/// What @p run, a Pass or one like it, has of @p values; empty for what isn't there.
template <typename Run>
std::vector<graph::Shape> shapesOf(const Run& run, const std::vector<graph::ValueId>& values)
{
    std::vector<graph::Shape> shapes;
    shapes.reserve(values.size());
    for (const auto value : values) {
        const auto& tensor = run.tensor(value);
        shapes.push_back(tensor.isDefined() ? tensor.shape() : graph::Shape{});
    }
    return shapes;
}

/// Whether @p event is the first that its node causes: results may be left out.
inline bool isFirstResult(const ValueEvent& event)
{
    const auto& outputs = event.node.outputs;
    const auto first = std::ranges::find_if(outputs, [](graph::ValueId value) { return value.isValid(); });
    return first == outputs.begin() + std::ptrdiff_t(event.output);
}

} // namespace ql::runs
