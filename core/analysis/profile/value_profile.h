// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/growing_histogram.h"
#include "core/ops/tensor.h"
#include "core/results/profile_result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// Takes in the statistics of elements that follow, by Chan's rule.
void mergeStatistics(results::TensorStatistics& into, const results::TensorStatistics& next);

/// Statistics on their way to another process.
struct SummedValues : results::TensorStatistics {
    static auto parts(auto& self)
    {
        return std::tie(self.count, self.nanCount, self.infCount, self.min, self.max, self.mean, self.variance);
    }
};

/// What one sample's value is, but for its histograms.
struct ValueSummary {
    std::vector<std::int64_t> shape;
    SummedValues whole;
    std::int64_t channelAxis = -1; ///< of the channels; -1 = none
    std::vector<SummedValues> channels;

    static auto parts(auto& self) { return std::tie(self.shape, self.whole, self.channelAxis, self.channels); }
};

/// The distribution of one value over any number of samples, in memory that doesn't grow with them.
class ValueProfile {
public:
    /// With @p channelAxis also per slice along that axis, as long as every sample has as many.
    explicit ValueProfile(std::optional<std::int64_t> channelAxis = {});

    /// @p floats is contiguous float32.
    void add(const at::Tensor& floats) { take(count(floats)); }
    /// add() in two steps, for processes that share the samples: each counts some of them, in any order, and takes what
    /// was found of all, in theirs.
    ValueSummary count(const at::Tensor& floats);
    void take(const ValueSummary& summary);
    /// What was counted, for absorb() in another process. @pre both took the same
    std::string counts() const;
    /// @throws Error (FileCorrupt) for bytes of anything else
    void absorb(std::string_view counts);
    /// Counts nothing from now on but what comes: another process has absorbed the rest.
    void forgetCounts();
    /// What was taken, without what was counted: for take() by one that has taken nothing.
    ValueSummary taken() const;

    bool isEmpty() const { return !m_hasSample; }
    /// -1 where samples differ; empty where they differ in rank.
    const std::vector<std::int64_t>& shape() const { return m_shape; }
    results::Distribution whole() const { return distributionOf(m_whole, m_histogram); }
    /// Not negative; nothing without channels.
    std::optional<std::int64_t> channelAxis() const;
    std::vector<results::Distribution> channels() const;

private:
    static results::Distribution distributionOf(const results::TensorStatistics& statistics,
                                                const GrowingHistogram& histogram);
    void countChannels(const at::Tensor& floats, ValueSummary& summary);
    void takeShape(const std::vector<std::int64_t>& shape);
    void takeChannels(const ValueSummary& summary);

    std::optional<std::int64_t> m_wantedAxis; ///< negative = from the last one on
    bool m_hasSample = false;
    std::vector<std::int64_t> m_shape;
    results::TensorStatistics m_whole;
    std::int64_t m_channelAxis = -1;
    std::vector<results::TensorStatistics> m_channels; ///< empty once samples differ in them
    GrowingHistogram m_histogram;
    std::vector<GrowingHistogram> m_channelHistograms; ///< as many as channels, or anything where these differ
};

} // namespace ql::analysis
