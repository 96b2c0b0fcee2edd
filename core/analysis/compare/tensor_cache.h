// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/layer_tensors.h"
#include "core/analysis/workspace/workspace.h"

#include <memory>
#include <string>

namespace ql::analysis {

/// Which tensors of two models a request asks for.
struct TensorKey {
    std::string layer;
    results::LayerTensor tensor = results::LayerTensor::Output;
    std::string mapFile;
    runs::NamedTensors inputs;

    bool operator==(const TensorKey& other) const;
};

/// The two tensors that were looked at last, so that another slice or channel of them costs no run.
using TensorCache = DerivedCache<LayerTensors, TensorKey>;

/// What @p request asks for, of models or dumps. @throws Error as layerTensors() and layerOfDumps(), Cancelled
std::shared_ptr<const LayerTensors> layerTensors(Workspace& workspace, TensorCache& cache,
                                                 const results::LayerValuesRequest& request, JobContext& ctx);

/// What @p request wants to know of the two tensors. @throws Error (BadArgument) for an axis, index or channel that
/// they don't have; Cancelled
std::shared_ptr<const results::LayerValues> inspectLayer(const LayerTensors& tensors,
                                                         const results::LayerValuesRequest& request, JobContext& ctx);

} // namespace ql::analysis
