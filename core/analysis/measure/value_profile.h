// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/growing_histogram.h"
#include "core/ops/tensor.h"
#include "core/results/profile_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::analysis {

/// Takes in the statistics of elements that follow, by Chan's rule.
void mergeStatistics(results::TensorStatistics& into, const results::TensorStatistics& next);

/// The distribution of one value over any number of samples, in memory that doesn't grow with them.
class ValueProfile {
public:
    /// With @p channelAxis also per slice along that axis, as long as every sample has as many.
    explicit ValueProfile(std::optional<std::int64_t> channelAxis = {});

    /// @p floats is contiguous float32.
    void add(const at::Tensor& floats);
    bool isEmpty() const { return !m_hasSample; }
    /// -1 where samples differ; empty where they differ in rank.
    const std::vector<std::int64_t>& shape() const { return m_shape; }
    results::Distribution whole() const { return m_whole.distribution(); }
    /// Not negative; nothing without channels.
    std::optional<std::int64_t> channelAxis() const;
    std::vector<results::Distribution> channels() const;

private:
    struct Part {
        results::TensorStatistics statistics;
        GrowingHistogram histogram;

        explicit Part(std::size_t bins)
            : histogram(bins)
        {
        }
        void add(const at::Tensor& floats);
        results::Distribution distribution() const;
    };

    void addShape(const at::Tensor& floats);
    void addChannels(const at::Tensor& floats);

    std::optional<std::int64_t> m_channelAxis;
    bool m_hasSample = false;
    std::vector<std::int64_t> m_shape;
    Part m_whole;
    std::vector<Part> m_channels;
};

} // namespace ql::analysis
