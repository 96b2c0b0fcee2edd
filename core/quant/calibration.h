// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/rank_group.h"
#include "core/quant/quant_plan.h"
#include "core/runs/program/program.h"

#include <deque>
#include <functional>
#include <unordered_map>

namespace ql {
class Journal;
}

namespace ql::quant {

/// The samples to calibrate with, read one at a time.
struct CalibrationData {
    std::size_t count = 0;
    std::function<runs::NamedTensors(std::size_t index)> read;
};

/// The network that runs while observers watch its activations.
enum class CalibrationState {
    Calibration,         ///< the float network
    CalibrationFakeQuant ///< activations quantized by what was observed so far, weights quantized
};

/// The calibration observers of one float graph, shared between quantization plans: the data is run again only for
/// values that no observer with the wanted settings has seen.
class Observations {
public:
    /// Parameters that were worked out before for a value with these very settings.
    const Parameters* findParameters(const PlannedQuantizer& quantizer) const;
    void addParameters(const PlannedQuantizer& quantizer);
    /// How many quantization parameters were computed rather than found here.
    std::size_t workedOutCount() const { return m_workedOut; }

    const TensorObserver* find(graph::ValueId value, const ObserverSettings& settings) const;
    TensorObserver& add(graph::ValueId value, const ObserverSettings& settings);
    /// Adds an observer that needs no more than another has seen of @p value, if there is one; as of
    /// Observer::takeOver().
    void derive(graph::ValueId value, const ObserverSettings& settings);

private:
    struct Known {
        QuantizerSettings settings;
        std::int64_t channelAxis = 0;
        Parameters parameters;
    };

    std::unordered_map<graph::ValueId, std::deque<std::pair<ObserverSettings, TensorObserver>>> m_observers;
    std::unordered_map<graph::ValueId, std::deque<Known>> m_parameters;
    std::size_t m_workedOut = 0;
};

/// Runs @p graph over @p data, once, with an observer on every activation of @p plan that @p observations lack; not at
/// all when none do. Memory is that of one sample and the observers. @p ranks share the samples; then every rank has
/// what one would have observed alone. @throws Error (BadArgument) without samples, and for an observer that several
/// ranks can't share; Error as runs::run(); Cancelled
void observe(const graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, Observations& observations,
             JobContext& ctx, CalibrationState state = CalibrationState::Calibration, RankGroup& ranks = aloneGroup());

/// The same, which goes on from what @p journal knows of the very same observers and keeps there, now and then, what
/// they see: the result is the same bit for bit. The journal must be of this graph and these samples. Collective.
void observe(const graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, Observations& observations,
             Journal& journal, JobContext& ctx, CalibrationState state, RankGroup& ranks);

/// Fills in the parameters of all quantizers, weights included. Quantizers of values that turned out not to be float32
/// leave the plan. Weights whose bias would not fit into int32 get a larger scale, as in ONNX Runtime. Only what
/// @p observations don't know yet is worked out.
void settleParameters(const graph::Graph& graph, QuantPlan& plan, Observations& observations);
/// The same, where @p ranks share what is to be worked out.
void settleParameters(const graph::Graph& graph, QuantPlan& plan, Observations& observations, RankGroup& ranks,
                      JobContext& ctx);

/// Whether calibration has to find one: not where blocks have their own, or numbers need none.
bool needsScale(const QuantizerSettings& settings);
/// The parameters of a weight, from its values.
Parameters weightParameters(const graph::Graph& graph, const PlannedQuantizer& quantizer);

/// observe() and settleParameters().
void calibrate(const graph::Graph& graph, QuantPlan& plan, const CalibrationData& data, JobContext& ctx,
               CalibrationState state = CalibrationState::Calibration);

} // namespace ql::quant
