// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/packed.h"
#include "core/quant/calibration.h"
#include "core/quant/preparation/channel_statistics.h"
#include "core/quant/preparation/input_means.h"
#include "core/quant/quant_settings.h"
#include "core/runs/program/program.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ql::quant {

/// One change of the settings that needs no other weights. Names are those of the graph.
struct SettingsEdit {
    enum class Action {
        PerChannel, ///< a scale per channel of the layer's weight
        Wide,       ///< the layer's activations in 16 bits, its weight in 8
        Float,      ///< the layer, or the graph output `value`, stays in float
        Range       ///< `observer` finds the range of `value`, or without one of all activations
    };

    Action action = Action::PerChannel;
    std::string layer = {};
    std::string value = {};
    ObserverSettings observer = {};
};

/// Adds all that says how a value with @p quantizer is quantized, by @p parameters: what it was learned by.
void addQuantization(Packer& key, const PlannedQuantizer& quantizer, const Parameters& parameters);

/// What was learned of the layers of one graph, by what it was learned from.
struct LearnedParts {
    std::map<std::string, std::vector<runs::NamedTensors>> inputs; ///< of float layers, as layerInputs()
    std::map<std::string, std::vector<Parameters>> ranges;
    std::map<std::string, graph::TensorData> weights;
    InputMeans inputMeans;
};

/// A float network and how it is to be quantized: what fixes change. Copies share what was observed of the same graph
/// and what was learned of it. Not thread-safe.
class FixSubject {
public:
    /// @p statistics of values of the graph, as far as they are known without data.
    FixSubject(std::shared_ptr<const graph::Graph> graph, QuantSettings settings, StatisticsByValue statistics = {});

    const graph::Graph& graph() const { return *m_graph; }
    const QuantSettings& settings() const { return m_settings; }
    const StatisticsByValue& statistics() const { return m_statistics; }
    /// Calibrated when it is asked for first. @throws Error as planFor() and observe()
    const QuantPlan& plan(const CalibrationData& data, JobContext& ctx);

    /// Has all ranges that @p edits find anew observed in one pass over the data for each kind of observer, not in one
    /// for each edit. @throws Error as observe()
    void observeFor(const std::vector<SettingsEdit>& edits, const CalibrationData& data, JobContext& ctx) const;

    /// Likewise of what each of @p layers, quantized alone, has ranges of: also of values that others would quantize
    /// further on. @throws Error as observe()
    void observeAlone(const std::vector<std::string>& layers, const CalibrationData& data, JobContext& ctx) const;

    LearnedParts& learned() const { return *m_learned; }
    /// The network that all began with, and what was learned of it, which copies share whatever becomes of them.
    const graph::Graph& origin() const { return *m_origin; }
    LearnedParts& learnedOfOrigin() const { return *m_learnedOfOrigin; }
    /// Whether the constant @p value is in this network what it was in the first.
    bool isAsInOrigin(graph::ValueId value) const;

    /// Gives the parameters of @p plan, of this graph and these settings, to all that it quantizes, and leaves the rest
    /// in float. Edits free what they are about.
    void fixParameters(const QuantPlan& plan);
    /// @pre the layer or value is there
    void edit(const SettingsEdit& edit);
    /// Gives the range of @p value, or of what it shares one with, for good.
    void setLearned(const std::string& value, const Parameters& parameters);
    /// By value.
    const std::map<std::string, Parameters>& learnedRanges() const { return m_learnedRanges; }
    /// A network that computes the same with other weights: it is calibrated anew. Values keep their ids.
    void setGraph(graph::Graph graph, StatisticsByValue statistics = {});
    /// Other numbers for the same plan, once it is calibrated: they are quantized with its parameters.
    void setRounded(graph::Graph graph);
    /// Leaves every other layer in float.
    void keepOnly(const std::string& layer);
    /// The ranges of what a layer reads and makes are found anew where they were given: its weight has changed.
    void freeRanges(const std::string& layer);

private:
    void editLayer(const SettingsEdit& edit);
    void setRange(const std::string& value, const ObserverSettings& observer);
    void setAllRanges(const ObserverSettings& observer);
    std::set<std::string> valuesAround(const std::string& layer) const;
    QuantPlan uncalibrated() const;
    /// None where the settings leave everything in float.
    std::vector<PlannedQuantizer> quantizersIfAny() const;
    bool touches(graph::ValueId value, const std::string& layer) const;

    std::shared_ptr<const graph::Graph> m_graph;
    QuantSettings m_settings;
    StatisticsByValue m_statistics;
    std::set<std::string> m_floatValues;    ///< stay in float whatever the settings say
    std::vector<PlannedQuantizer> m_others; ///< that the settings don't ask for; theirs stand among the values
    std::shared_ptr<Observations> m_observations;
    std::shared_ptr<LearnedParts> m_learned;
    std::shared_ptr<const graph::Graph> m_origin;
    std::shared_ptr<LearnedParts> m_learnedOfOrigin;
    std::map<std::string, Parameters> m_learnedRanges;
    std::optional<QuantPlan> m_plan;
};

/// Changes @p settings of @p layer as overrides do. @pre the action is about a layer
void overrideLayer(QuantSettings& settings, const std::string& layer, SettingsEdit::Action action);

} // namespace ql::quant
