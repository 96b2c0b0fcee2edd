// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/job_context.h"
#include "core/data/boards/bare_tensor.h"
#include "core/data/dumps/dump_model.h"
#include "core/results/compare_result.h"
#include "core/runs/pairs/value_source.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace ql::analysis {

/// The tensors of a dump, read when they are asked for and not kept.
class DumpValues final : public runs::ValueSource {
public:
    explicit DumpValues(const data::DumpModel& dump);

    std::size_t readyAfter(graph::ValueId) const override { return 0; }
    void keep(graph::ValueId) override {}
    void release(graph::ValueId) override {}
    void advanceTo(std::size_t) override {}
    std::size_t nodeCount() const override { return 0; }
    /// @throws Error as DumpedTensor::read
    runs::Tensor tensor(graph::ValueId value) const override;
    /// Undefined where the file can't be read so; readingOf() says why.
    runs::Tensor tensorLike(graph::ValueId value, const runs::Tensor& other) override;
    const results::DumpReading* readingOf(graph::ValueId value) const override;
    std::vector<Message> notes() const override { return m_dump.notes(); }
    std::vector<runs::Tensor> outputs() const override;
    double seconds() const override { return 0.0; }
    const std::vector<std::uint64_t>& macs() const override { return m_macs; }

private:
    runs::Tensor read(const data::DumpedTensor& dumped, const runs::Tensor& other,
                      std::optional<results::DumpReading>& reading);
    graph::Shape shapeOf(graph::ValueId value) const;
    void countMacs();

    const data::DumpModel& m_dump;
    data::BareReader m_reader;
    std::map<std::size_t, results::DumpReading> m_readings; ///< by value index
    std::vector<std::uint64_t> m_macs;
};

/// The tensors of the graph inputs that the dump holds, by input name.
runs::NamedTensors inputsIn(const data::DumpModel& dump);

/// Whether @p path is a folder, and so a dump rather than a model file.
bool isDump(const std::string& path);

/// How a model beside a dump is opened, and what it runs on.
struct ModelAccess {
    std::function<ModelPointer(const std::string& path)> open;
    std::function<runs::NamedTensors(const importers::ImportedModel& model)> readInputs;
};
/// Through what all analyses share. Refers to its arguments.
ModelAccess accessTo(Workspace& workspace, const results::InputSelection& samples, const results::RunOptions& options,
                     const JobContext& ctx);

/// Opens a pair of which at least one side is a dump and hands it to @p use. A model beside a dump runs on the inputs,
/// or, without any, on those that the dump holds. @throws Error as data::DumpModel, (BadArgument) for inputs that
/// nothing would read, and whatever @p use throws
void withOpenedPair(const results::ModelPair& models, bool areInputsGiven, const ModelAccess& access, JobContext& ctx,
                    const std::function<void(const ComparedSide& baseline, const ComparedSide& analysis)>& use);

/// compareModels() where at least one side is a dump. @throws Error as compareModels() and withOpenedPair();
/// (BadArgument) for request.replaysDecisions
std::shared_ptr<const results::CompareResult> compareWithDumps(const results::CompareRequest& request,
                                                               const ModelAccess& access, JobContext& ctx);

} // namespace ql::analysis
