// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/value_source.h"
#include "core/data/dumps/dump_model.h"

namespace ql::analysis {

/// The tensors of a dump, read when they are asked for and not kept.
class DumpValues final : public ValueSource {
public:
    explicit DumpValues(const data::DumpModel& dump);

    std::size_t readyAfter(graph::ValueId) const override { return 0; }
    void keep(graph::ValueId) override {}
    void release(graph::ValueId) override {}
    void advanceTo(std::size_t) override {}
    std::size_t nodeCount() const override { return 0; }
    /// @throws Error as DumpedTensor::read
    runtime::Tensor tensor(graph::ValueId value) const override;
    std::vector<runtime::Tensor> outputs() const override;
    double seconds() const override { return 0.0; }
    const std::vector<std::uint64_t>& macs() const override { return m_macs; }

private:
    graph::Shape shapeOf(graph::ValueId value) const;
    void countMacs();

    const data::DumpModel& m_dump;
    std::vector<std::uint64_t> m_macs;
};

/// The tensors of the graph inputs that the dump holds, by input name.
runtime::NamedTensors inputsIn(const data::DumpModel& dump);

} // namespace ql::analysis
