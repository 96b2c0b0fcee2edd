// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/report/profile_sample.h"
#include "tests/core/report/sample_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

namespace ql::tests {

/// Results about one model of any size with numbers like those of a real one: residual blocks of ten layers, every
/// third branch of two; long names, histograms of both sides, advice about every tenth.
class LargeSample {
public:
    explicit LargeSample(std::size_t layers)
        : m_count(layers)
    {
    }

    results::ResultParts parts()
    {
        results::ResultParts parts(comparison(), sensitivity(), attribution(), shadow(), weights(), profile());
        parts.trials = trials();
        return parts;
    }

    /// Each with its change of every layer, and a config of some length.
    std::vector<results::Trial> trials()
    {
        std::vector<results::Trial> tried(30);
        for (std::size_t t = 0; t < tried.size(); ++t) {
            auto change = std::make_shared<results::TrialChange>();
            change->rows.push_back({"scores", "", true, metrics(), metrics(), "", ""});
            for (std::size_t i = 0; i < m_count; ++i)
                change->rows.push_back({nameOf(i), "Conv", false, metrics(), metrics(), "int8", "int16"});
            tried[t].time = fmt::format("2026-11-22T02:{:02}:08.123Z", t);
            tried[t].edits = "Skip " + nameOf(t);
            tried[t].config = "quant.yaml";
            tried[t].text = "skip_layers:\n";
            for (std::size_t i = 0; i <= t; ++i)
                tried[t].text += fmt::format("  - {}\n", nameOf(i));
            tried[t].change = std::move(change);
        }
        return tried;
    }

    std::shared_ptr<results::CompareResult> comparison()
    {
        auto result = sampleWholeComparison();
        const auto sample = result->layers[2]; // conv_2
        result->layers.clear();
        for (std::size_t i = 0; i < m_count; ++i)
            result->layers.push_back(layer(sample, int(i)));
        result->errorOrigin = nameOf(m_count / 2);
        return result;
    }

    static std::string nameOf(std::size_t i)
    {
        return fmt::format("/model/encoder/stage.{}/block.{}/{}_{}", i / 100, i / 10, isJoin(i) ? "Add" : "Conv", i);
    }

private:
    static bool isJoin(std::size_t i) { return i % 10 == 9; }
    double noise(double most) { return std::uniform_real_distribution<double>(0.0, most)(m_random); }

    results::Metrics metrics()
    {
        return {.cosine = 1.0 - noise(0.3),
                .l1 = noise(0.1),
                .atol = noise(2.0),
                .mse = noise(0.01),
                .sqnrDb = 45.0 - noise(40.0),
                .relL2 = noise(0.5),
                .kl = noise(0.2),
                .js = noise(0.1),
                .maxQscaleDiff = noise(90.0)};
    }

    results::LayerRow layer(const results::LayerRow& sample, int i)
    {
        results::LayerRow row = sample;
        row.index = i;
        row.name = nameOf(std::size_t(i));
        row.scope = row.name.substr(0, row.name.rfind('/'));
        row.baseline.node = row.analysis.node = row.name;
        row.baseline.opType = row.analysis.opType = isJoin(std::size_t(i)) ? "Add" : "Conv";
        row.metrics = metrics();
        auto& bins = row.histogram.emplace();
        bins.low = -3.0 - noise(1.0);
        bins.high = 3.0 + noise(1.0);
        for (int bin = 0; bin < 256; ++bin) {
            const double height = 9000.0 * std::exp(-std::pow((bin - 128) / 50.0, 2.0));
            bins.baseline.push_back(std::uint64_t(height + noise(height / 4.0)));
            bins.analysis.push_back(std::uint64_t(height + noise(height / 2.0)));
        }
        if (i % 10 != 0)
            row.advice.clear();
        if (i > 0)
            row.reads.push_back(i - 1);
        if (isJoin(std::size_t(i)) && i > 9)
            row.reads.insert(row.reads.begin(), i - 10);
        return row;
    }

    std::shared_ptr<results::SensitivityResult> sensitivity()
    {
        auto result = sampleSensitivity();
        auto& output = result->outputs.front();
        const auto sample = output.rows[1];
        output.rows.clear();
        for (std::size_t i = 0; i < m_count; ++i)
            for (const char* type : {"activation", "weight"}) {
                output.rows.push_back(sample);
                auto& row = output.rows.back();
                row.opName = nameOf(i);
                row.sensitiveType = type;
                row.metricValue = noise(60.0);
                row.macsShare = noise(0.01);
                row.layers = {row.opName};
            }
        output.cumulative.clear();
        return result;
    }

    std::shared_ptr<results::AttributionResult> attribution()
    {
        auto result = sampleAttribution();
        const auto sample = result->rows.front();
        result->rows.assign(m_count, sample);
        for (std::size_t i = 0; i < m_count; ++i) {
            auto& row = result->rows[i];
            row.index = i;
            row.name = nameOf(i);
            row.accumulatedDb = noise(40.0);
            row.localDb = noise(60.0);
        }
        return result;
    }

    std::shared_ptr<results::ShadowResult> shadow()
    {
        auto result = sampleShadow();
        const auto sample = result->rows.front();
        result->rows.assign(m_count, sample);
        for (std::size_t i = 0; i < m_count; ++i)
            result->rows[i].name = nameOf(i);
        return result;
    }

    /// Input, weight and output of every layer.
    std::shared_ptr<results::ProfileResult> profile()
    {
        auto result = std::make_shared<results::ProfileResult>(profileSample());
        result->model = "int8.onnx";
        const auto sample = result->rows;
        result->rows.clear();
        for (std::size_t i = 0; i < m_count; ++i)
            for (std::size_t part = 0; part < 3; ++part) {
                auto& row = result->rows.emplace_back(sample[part]);
                row.index = int(i);
                row.modName = nameOf(i);
                row.whole.statistics.max = noise(9.0);
                row.whole.histogram.counts.clear();
                for (int bin = 0; bin < 256; ++bin)
                    row.whole.histogram.counts.push_back(std::uint64_t(noise(9000.0)));
            }
        return result;
    }

    std::shared_ptr<results::WeightsResult> weights()
    {
        auto result = sampleWeights();
        const auto sample = result->rows.front();
        result->rows.assign(m_count, sample);
        for (std::size_t i = 0; i < m_count; ++i)
            result->rows[i].baseline.name = nameOf(i) + ".weight";
        return result;
    }

    std::size_t m_count;
    std::mt19937 m_random{7};
};

} // namespace ql::tests
