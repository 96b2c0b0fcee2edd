// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/base/job_context.h"
#include "core/import/onnx/onnx_importer.h"
#include "core/results/compare_result.h"
#include "core/results/requests.h"
#include "core/runtime/executor.h"

#include <functional>
#include <memory>

namespace ql::analysis {

/// How the caller opens models and reads a model's inputs.
struct ModelAccess {
    std::function<std::shared_ptr<const import::ImportedModel>(const std::string& path)> open;
    std::function<runtime::NamedTensors(const import::ImportedModel& model)> readInputs;
};

/// Whether @p path is a folder, and so a dump rather than a model file.
bool isDump(const std::string& path);

/// What there is to open.
struct DumpedPair {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs; ///< `--input` words; of which access.readInputs() knows what they mean
};

/// Opens a pair of which at least one side is a dump and hands it to @p use. A model beside a dump runs on the inputs,
/// or, without any, on those that the dump holds. @throws Error as data::DumpModel, (BadArgument) for inputs that
/// nothing would read, and whatever @p use throws
void withOpenedPair(const DumpedPair& pair, const ModelAccess& access, JobContext& ctx,
                    const std::function<void(const ComparedSide& baseline, const ComparedSide& analysis)>& use);

/// compareModels() where at least one side is a dump. @throws Error as compareModels() and withOpenedPair();
/// (BadArgument) for request.replaysDecisions
std::shared_ptr<const results::CompareResult> compareWithDumps(const results::CompareRequest& request,
                                                               const ModelAccess& access, JobContext& ctx);

} // namespace ql::analysis
