// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/base/memory/memory_budget.h"
#include "core/quant/training/trainable_network.h"
#include "core/runs/program/program.h"

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace ql::quant {

/// What a network should make, and how large it is.
struct Exact {
    at::Tensor y;
    double power = 0.0; ///< ‖y‖²; 0 where nothing can be compared with it
};

/// The power in float64.
Exact exactly(const at::Tensor& y);

/// ‖y − ŷ‖² / ‖y‖², differentiable with respect to @p found where gradients are recorded; undefined for what
/// can't be compared, and then for what has none.
at::Tensor relativeError(const Exact& exact, const at::Tensor& found);

/// What classes samples are of, where training is to look at that, too.
struct LabelTask {
    std::vector<std::int64_t> labels; ///< by sample; empty = no labels
    std::size_t output = 0;           ///< whose elements are the scores of the classes
    double weight = 1.0;              ///< against the outputs' distance
};

/// −ln p of class @p label, p being the softmax over all elements of @p scores; differentiable. @throws Error
/// (BadArgument) where there is no such class
at::Tensor crossEntropy(const at::Tensor& scores, std::int64_t label);

/// How far a quantized network is from the float one on some samples, and how that changes with its parameters.
struct DistillationTerms {
    double output = 0.0;               ///< mean over outputs of ‖y − ŷ‖² / ‖y‖²
    double layer = 0.0;                ///< mean over layers of the same
    double label = 0.0;                ///< crossEntropy() of the sample's class; 0 without labels
    std::vector<at::Tensor> gradients; ///< by parameter; undefined where the loss doesn't depend on it
};

/// The float network, which says what a quantized one should make of a sample. Several threads may ask it at once.
class DistillationLoss {
public:
    /// Both must outlive it. @p layerWeight: of DistillationTerms::layer, against the outputs.
    DistillationLoss(const graph::Graph& exact, const TrainableNetwork& network, double layerWeight,
                     LabelTask task = {});

    /// Of one sample; @p index names it: what the float network makes of it is kept where memory allows. Every number
    /// is made by one thread, so that none depends on how many there are.
    /// @throws Error as runs::RecordedPass; Error (BadArgument) where nothing can be compared; Cancelled
    DistillationTerms loss(std::size_t index, const runs::NamedTensors& inputs,
                           const std::vector<at::Tensor>& parameters, JobContext& ctx);
    /// DistillationTerms::output alone, by the kernels that forwards run with: in the last bits it may be another
    /// number. @throws as loss()
    double outputError(std::size_t index, const runs::NamedTensors& inputs, const std::vector<at::Tensor>& parameters,
                       JobContext& ctx);
    /// How many numbers the float network makes of a sample. @throws as runs::run()
    std::size_t outputSize(std::size_t index, const runs::NamedTensors& inputs, JobContext& ctx);
    /// Runs of the float network so far.
    std::uint64_t ownRuns() const { return m_ownRuns; }

private:
    struct DistillationTarget {
        std::vector<Exact> outputs;
        std::vector<Exact> layers; ///< as TrainableNetwork::layers()
    };

    DistillationTarget target(std::size_t index, const runs::NamedTensors& inputs, JobContext& ctx);
    DistillationTarget taught(const runs::NamedTensors& inputs, JobContext& ctx) const;

    const TrainableNetwork& m_network;
    double m_layerWeight;
    LabelTask m_task;
    runs::Program m_exact;
    runs::Program m_trained;
    std::mutex m_mutex;
    std::map<std::size_t, DistillationTarget> m_targets;
    MemoryShare m_share;
    std::uint64_t m_ownRuns = 0;
};

} // namespace ql::quant
