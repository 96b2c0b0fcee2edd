// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/registry.h"

#include <functional>
#include <string>
#include <vector>

namespace ql::ops {

using RecurrentActivation = std::function<at::Tensor(const at::Tensor&)>;

/// The attributes that LSTM, GRU and RNN share.
struct RecurrentAttributes {
    std::int64_t hiddenSize = 0;
    std::vector<bool> isBackward;                 ///< one per direction
    std::vector<RecurrentActivation> activations; ///< those of the first direction, then those of the second
    bool hasDefaults = false;                     ///< each activation is the operator's own
    double clip = 0.0;                            ///< 0 = none
    bool isBatchFirst = false;
    std::size_t outputCount = 1; ///< outputs that the node names

    std::int64_t directions() const { return static_cast<std::int64_t>(isBackward.size()); }
    /// The @p i-th activation of a direction.
    const RecurrentActivation& activation(std::size_t direction, std::size_t i) const
    {
        return activations[direction * (activations.size() / isBackward.size()) + i];
    }
    /// @p x bounded by the clip attribute.
    at::Tensor clipped(const at::Tensor& x) const { return clip > 0.0 ? x.clamp(-clip, clip) : x; }
};
/// @p defaults: the operator's activations for one direction. @throws Error (InvalidNode)
RecurrentAttributes readRecurrent(const graph::Node& node, const std::vector<std::string>& defaults);

/// Where the operators keep their common inputs, checked and brought to one layout.
struct RecurrentInputs {
    at::Tensor x;       ///< [steps, batch, features]
    at::Tensor lengths; ///< [batch] of int64; undefined when every sequence has all steps

    std::int64_t batch() const { return x.size(1); }
};
RecurrentInputs readInputs(const KernelCall& call, const RecurrentAttributes& attributes, std::size_t lengthsInput);
/// An initial state as [directions, batch, hidden]; zeros when omitted.
at::Tensor readInitial(const KernelCall& call, std::size_t input, const Message& what,
                       const RecurrentAttributes& attributes, const RecurrentInputs& inputs);
/// An optional or required weight of the shape [directions, …]. @throws Error (ShapeMismatch, TypeMismatch)
at::Tensor readWeight(const Tensor& weight, const Message& what, const graph::Shape& expected,
                      const RecurrentInputs& inputs);

/// What one direction carries from step to step, each [batch, hidden]; the first is the step's output.
using RecurrentState = std::vector<at::Tensor>;
/// From the step's projected input [batch, gates] and the state before it to the state after it.
using RecurrentStep = std::function<RecurrentState(const at::Tensor& projected, const RecurrentState& state)>;

struct RecurrentRun {
    at::Tensor outputs; ///< [steps, batch, hidden], 0 beyond a sequence's length
    RecurrentState last;
};
/// Walks over @p projected [steps, batch, gates] from the front or, per sequence, from its end.
RecurrentRun runSteps(const at::Tensor& projected, RecurrentState initial, const at::Tensor& lengths, bool isBackward,
                      const RecurrentStep& step);
/// From a step's projected input [batch, gates] and the output before it, [batch, hidden], to the output after it.
using DirectStep = std::function<void(const float* projected, at::Tensor& state)>;
/// Whether steps may be passes over memory: nobody differentiates, all is float32 on the processor, sequences have all
/// steps, and nothing but the operator's own functions is applied to gates.
bool areDirect(const KernelCall& call, const RecurrentAttributes& attributes, const RecurrentInputs& inputs);
/// Part @p direction of a state or weight of such: [directions, …].
at::Tensor ofDirection(const at::Tensor& all, std::int64_t direction);
/// Its numbers in a tensor of their own, contiguous.
at::Tensor ownFloats(const at::Tensor& x);
/// runSteps() of such, with the output's state alone.
RecurrentRun runDirectly(const at::Tensor& projected, const at::Tensor& initial, bool isBackward,
                         const DirectStep& step);
/// @p run(direction) for each direction of such: on several threads where they are worth it. @p products: of all of
/// them (thread_parts.h).
std::vector<RecurrentRun> runDirections(std::int64_t directions, std::int64_t products,
                                        const std::function<RecurrentRun(std::int64_t)>& run);

/// The node's outputs (Y, then each state) from one run per direction.
std::vector<Tensor> joinedOutputs(const std::vector<RecurrentRun>& runs, const RecurrentAttributes& attributes);

} // namespace ql::ops
