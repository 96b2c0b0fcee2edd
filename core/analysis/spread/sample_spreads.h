// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/spread/sample_spread.h"

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// What one sample says of several things (outputs, layers), one after the other: every metric of kAllMetrics of each,
/// nothing where it could not be measured.
class SampleMetrics {
public:
    void add(const std::optional<results::Metrics>& metrics);
    std::size_t count() const { return values.size() / results::kAllMetrics.size(); }
    std::optional<double> at(std::size_t thing, std::size_t metric) const
    {
        return values[thing * results::kAllMetrics.size() + metric];
    }

    /// From where to where the numbers of row @p row go.
    void setRange(std::size_t row, double low, double high);

    std::vector<std::optional<double>> values;
    std::vector<double> lows; ///< by row; NaN where nothing is known
    std::vector<double> highs;
    /// What goes from one process to another.
    static auto parts(auto& self) { return std::tie(self.values, self.lows, self.highs); }
};

/// Gathers them over a dataset. Memory doesn't grow with the samples: once kMostKept of them are held for the
/// percentiles, every other one is dropped, so that those of a large dataset are over every second, fourth … sample.
class SampleSpreads {
public:
    static constexpr std::size_t kMostKept = 1024;

    /// In the order of the samples. @pre as many things as in all others
    void add(const SampleMetrics& sample);

    std::uint64_t count() const { return m_samples; }
    std::size_t thingCount() const { return m_series.size() / results::kAllMetrics.size(); }
    std::uint64_t everyNth() const { return m_every; }
    /// A metric that no sample has isn't among them.
    results::MetricSpreads of(std::size_t thing) const;

    struct Worst {
        std::size_t sample = 0;
        std::size_t thing = 0;
    };
    /// Where the SQNR of every @p step'th of @p things from @p first on is least; nothing where none has one.
    std::optional<Worst> worst(std::size_t first, std::size_t things, std::size_t step = 1) const;

    /// By row, over all samples; NaN where nothing is known.
    const std::vector<double>& lows() const { return m_lows; }
    const std::vector<double>& highs() const { return m_highs; }

    /// What a start of a job keeps for the next, or one process has for another: all of it.
    static auto parts(auto& self)
    {
        return std::tie(self.m_samples, self.m_every, self.m_series, self.m_lows, self.m_highs);
    }

private:
    struct Series {
        std::uint64_t samples = 0;
        std::uint64_t infinite = 0;
        std::uint64_t nans = 0;
        double sum = 0.0;      ///< of finite values, and of NaN
        double infinity = 0.0; ///< the last infinite value
        double worst = 0.0;
        std::uint64_t worstSample = 0;
        std::vector<std::optional<double>> kept; ///< of every m_every'th sample

        static auto parts(auto& self)
        {
            return std::tie(self.samples, self.infinite, self.nans, self.sum, self.infinity, self.worst,
                            self.worstSample, self.kept);
        }
    };
    void addValue(Series& series, results::MetricId metric, const std::optional<double>& value);
    void dropEveryOther();

    std::uint64_t m_samples = 0;
    std::uint64_t m_every = 1;
    std::vector<Series> m_series; ///< by thing, then by metric
    std::vector<double> m_lows;
    std::vector<double> m_highs;
};

} // namespace ql::analysis
