// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation.h"

#include "core/analysis/config_reading.h"
#include "core/analysis/float_values.h"
#include "core/analysis/image_preprocessing.h"
#include "core/analysis/quantization_settings.h"
#include "core/analysis/tensor_comparison.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/data/file_bytes.h"
#include "core/import/onnx_importer.h"
#include "core/quant/batch_norm_folding.h"
#include "core/quant/bias_correction.h"
#include "core/quant/qdq_graph.h"
#include "core/quant/qoperator_graph.h"
#include "core/quant/record.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::analysis {

namespace {

constexpr int kLeastOpset = 13; ///< the first with per-channel quantizers
constexpr const char* kAutomatic = "automatic";

struct Method {
    const char* name;
    double percentile = 0.0; ///< 0 = not one
};
constexpr Method kMethods[]{{"min_max"}, {"percentile", 0.99995}, {"kl"}, {"mse"}};

std::vector<runtime::Tensor> outputsOf(const graph::Graph& graph, runtime::NamedTensors inputs, JobContext& ctx)
{
    const runtime::Program program(graph);
    runtime::Execution execution(program, std::move(inputs), {{}, {}, ctx.stopToken()});
    while (!execution.isDone()) {
        ctx.throwIfCancelled();
        execution.step();
    }
    return execution.outputs();
}

double worstCosine(const std::vector<runtime::Tensor>& exact, const std::vector<runtime::Tensor>& found)
{
    double worst = 1.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const auto x = floatValues(exact[i]);
        const auto y = floatValues(found[i]);
        const auto count = std::size_t(x.numel());
        worst = std::min(worst, compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), count).metrics.cosine);
    }
    return worst;
}

/// From a file to a calibrated plan.
class Simulator {
public:
    Simulator(const results::QuantizationOptions& options, JobContext& ctx)
        : m_options(options)
        , m_ctx(ctx)
    {
    }

    SimulatedModel simulate(const std::string& path, const results::ImageOptions& images)
    {
        auto graph = import::importOnnxAtLeast(path, kLeastOpset).graph;
        m_ctx.throwIfCancelled();
        quant::QuantSettings settings;
        if (!m_options.config.empty())
            settings = settingsFromConfig(readConfig(m_options.config), graph, m_model.notes);
        applyOptions(m_options, graph, settings);
        m_model.baseline = settings.foldsBatchNorm ? quant::foldBatchNorm(graph, settings.unfolded) : std::move(graph);
        m_model.source = m_model.baseline;
        if (!m_options.record.empty())
            takeRecord(settings);
        else
            calibrate(settings, images);
        if (settings.correctsBias)
            correctBiases();
        return std::move(m_model);
    }

private:
    void takeRecord(const quant::QuantSettings& settings)
    {
        m_model.plan = quant::planFor(m_model.baseline, withoutSearch(settings, "min_max"));
        withContext(m_options.record, [&] {
            const auto bytes = data::fileText(m_options.record);
            quant::applyRecord(m_model.baseline, m_model.plan, quant::parseRecord(bytes));
        });
    }

    quant::CalibrationData samples() const
    {
        return {m_model.sampleCount, [data = m_model.data](std::size_t i) { return data->inputs(i); }};
    }

    void calibrate(const quant::QuantSettings& settings, const results::ImageOptions& images)
    {
        if (m_options.data.empty())
            throw Error(ErrorCode::BadArgument, "nothing to calibrate with", "give --data, or --record for known scales");
        m_model.data = data::openDataset(m_options.data, m_model.baseline, {preprocessingOf(images), {}});
        m_model.sampleCount = m_model.data->size();
        if (m_options.sampleCount != 0)
            m_model.sampleCount = std::min(m_model.sampleCount, m_options.sampleCount);
        if (isSearchAsked(settings)) {
            search(settings);
            return;
        }
        m_ctx.beginStage("calibrating", m_model.sampleCount, 0.0, 0.8);
        m_model.plan = planned(settings);
    }

    quant::QuantPlan planned(const quant::QuantSettings& settings)
    {
        auto plan = quant::planFor(m_model.baseline, settings);
        quant::observe(m_model.baseline, plan, samples(), m_observations, m_ctx);
        quant::settleParameters(m_model.baseline, plan, m_observations);
        return plan;
    }

    static bool isSearchAsked(const quant::QuantSettings& settings)
    {
        return settings.common.activation.observer.method == kAutomatic
               || std::ranges::any_of(settings.layers, [](const auto& layer) {
                      return layer.second.activation.observer.method == kAutomatic;
                  });
    }

    static quant::QuantSettings withoutSearch(quant::QuantSettings settings, const Method& method, bool isPerChannel = false)
    {
        const auto replace = [&](quant::LayerSettings& layer) {
            layer.weight.isPerChannel = layer.weight.isPerChannel || isPerChannel;
            auto& observer = layer.activation.observer;
            if (observer.method != kAutomatic)
                return;
            observer.method = method.name;
            if (method.percentile != 0.0)
                observer.numbers["max_percentile"] = method.percentile;
        };
        replace(settings.common);
        for (auto& [name, layer] : settings.layers)
            replace(layer);
        return settings;
    }

    static quant::QuantSettings withoutSearch(const quant::QuantSettings& settings, const char* method)
    {
        return withoutSearch(settings, Method{method});
    }

    void search(const quant::QuantSettings& settings)
    {
        m_ctx.beginStage("searching a calibration method", m_model.sampleCount * std::size(kMethods), 0.0, 0.8);
        const auto exact = outputsOf(m_model.baseline, m_model.data->inputs(0), m_ctx);
        std::size_t best = 0;
        for (const auto& method : kMethods) {
            for (const bool isPerChannel : {false, true}) {
                auto plan = planned(withoutSearch(settings, method, isPerChannel));
                const auto found = outputsOf(quant::qdqGraph(m_model.baseline, plan), m_model.data->inputs(0), m_ctx);
                const double cosine = worstCosine(exact, found);
                m_model.candidates.push_back({method.name, isPerChannel, cosine, false});
                if (m_model.candidates.size() > 1 && cosine <= m_model.candidates[best].cosine)
                    continue;
                best = m_model.candidates.size() - 1;
                m_model.plan = std::move(plan);
            }
        }
        m_model.candidates[best].isChosen = true;
    }

    void correctBiases()
    {
        if (!m_model.data)
            throw Error(ErrorCode::BadArgument, "bias correction needs data", "calibrate with --data instead of --record");
        m_ctx.beginStage("correcting biases", m_model.sampleCount, 0.8, 0.9);
        quant::correctBiases(m_model.source, m_model.plan, samples(), m_ctx);
    }

    const results::QuantizationOptions& m_options;
    JobContext& m_ctx;
    quant::Observations m_observations;
    SimulatedModel m_model;
};

} // namespace

graph::Graph SimulatedModel::qdq() const
{
    return quant::qdqGraph(source, plan);
}

graph::Graph SimulatedModel::qoperator() const
{
    return quant::qoperatorGraph(source, plan);
}

SimulatedModel simulateModel(const std::string& path, const results::QuantizationOptions& options,
                             const results::ImageOptions& images, JobContext& ctx)
{
    return Simulator(options, ctx).simulate(path, images);
}

} // namespace ql::analysis
