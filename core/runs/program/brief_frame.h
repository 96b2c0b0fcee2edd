// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/frame.h"

#include <vector>

namespace ql::runs {

/// A frame that runs few nodes of a program. It takes over the storage of the last one on this thread: in a network of
/// thousands of nodes, making that anew takes longer than they do.
class BriefFrame {
public:
    BriefFrame(const Program& program, const std::stop_token& stop);
    ~BriefFrame();
    BriefFrame(const BriefFrame&) = delete;
    BriefFrame& operator=(const BriefFrame&) = delete;

    void set(graph::ValueId value, Tensor tensor);
    void keep(graph::ValueId value) { m_frame.keep(value); }
    /// @throws Error as Frame::execute()
    void execute(graph::NodeId node);
    const Tensor& tensor(graph::ValueId value) const { return m_frame.tensor(value); }

private:
    const Program& m_program;
    Frame m_frame;
    std::vector<graph::ValueId> m_touched;
    bool m_hasRunBodies = false; ///< in which more is set
};

} // namespace ql::runs
