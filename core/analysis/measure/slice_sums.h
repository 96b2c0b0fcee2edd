// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/graph/ir/graph.h"
#include "core/results/layers/worst_slice.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::analysis {

/// What one slice of two tensors says.
struct SliceEnergy {
    double sum = 0.0;           ///< of the baseline's elements
    double signal = 0.0;        ///< of their squares
    double error = 0.0;         ///< of the squared differences
    std::uint64_t elements = 0; ///< that count: finite in both, and no mask
    std::uint64_t broken = 0;   ///< finite in one alone

    void add(const SliceEnergy& other);
    /// NaN where elements are broken.
    double db() const;
};

/// What the slices of one kind say together.
struct SliceGrade {
    double db = 0.0; ///< that the quality goes by
    results::WorstSlice worst;
};

/// Signal and error of a value of two models, slice by slice.
///
/// A slice carries signal if the baseline's elements in it vary, there are at least eight of them, and their mean
/// square is, of a part, 1e-12 of the whole's (what less has is float's rounding); of a channel, 1e-4 of the mean of
/// the channels of its part; of a row, 1e-2 of the median row's. Elements from 1e30 on are masks and count nowhere, nor
/// do those that withMasksMarked() finds before a Softmax.
class SliceSums {
public:
    struct Part {
        std::size_t axis = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::string text; ///< "[:, 4:84]"
        std::string name; ///< the value that begins or ends there

        friend bool operator==(const Part&, const Part&) = default;
    };

    static constexpr std::uint64_t kLeastElements = 8; ///< of a slice

    SliceSums() = default;
    /// One pass over two contiguous arrays of @p shape, on the caller's thread. Rows of images (four axes and more,
    /// with places behind the channels) are many, of few elements each: they are left out unless @p withPixels.
    SliceSums(const float* x, const float* y, const graph::Shape& shape, const SliceAxes& axes, bool withPixels)
        : SliceSums(x, y, shape, axes, withPixels, {})
    {
    }
    /// Without the pass where @p lines, of lineLength(), already hold the sums. Not @p withPixels.
    SliceSums(const float* x, const float* y, const graph::Shape& shape, const SliceAxes& axes,
              std::span<const PairSums> lines)
        : SliceSums(x, y, shape, axes, false, lines)
    {
    }
    /// Of lines whose sums are all that slices without pixels are made of; 0 where there are none or only short ones.
    static std::size_t lineLength(const graph::Shape& shape, const SliceAxes& axes);

    /// Takes in another sample; what its shape divides otherwise is left out from then on.
    void add(const SliceSums& sample);
    /// The lowest of all that carry signal; nothing without a slice, or without an error.
    std::optional<results::WorstSlice> worst() const;
    /// What the quality goes by: the worst part; or 5 dB over the lower quartile of the channels, or of the rows. Of
    /// these the lowest. Nothing as in worst(). @p channelsDecide is false where a decision is among the channels.
    std::optional<SliceGrade> grade(bool channelsDecide = true) const;

    /// Those that carry signal.
    std::vector<Part> parts() const;

private:
    SliceSums(const float* x, const float* y, const graph::Shape& shape, const SliceAxes& axes, bool withPixels,
              std::span<const PairSums> lines);
    void addParts(const SliceAxes& axes, const std::vector<SliceEnergy>& channels,
                  const std::vector<SliceEnergy>& places);
    std::vector<SliceEnergy> rowsOf(std::vector<SliceEnergy> places);
    bool hasError() const;
    SliceEnergy restOf(results::SliceKind kind, std::size_t slice) const;
    /// The slices of a kind that carry signal, by index, with their error over signal, and which of them is worst.
    struct Ranking {
        results::SliceKind kind{};
        std::vector<std::size_t> slices;
        std::vector<double> ratios;
        std::size_t worst = 0;
        double worstDb = 0.0;
    };
    /// Nothing where none does, or nothing else is there.
    std::optional<Ranking> rankingOf(results::SliceKind kind) const;
    results::WorstSlice describe(const Ranking& ranking) const;
    /// What the quality goes by, of one kind.
    double gradeOf(Ranking ranking) const;
    /// By index.
    std::vector<std::size_t> carriers(results::SliceKind kind) const;
    double leastSignal(results::SliceKind kind, std::size_t slice) const;
    std::string textOf(results::SliceKind kind, std::size_t slice) const;
    const std::vector<SliceEnergy>& energies(results::SliceKind kind) const { return m_energies[std::size_t(kind)]; }

    graph::Shape m_shape;     ///< of the first sample
    std::size_t m_axis = 0;   ///< of the channels
    bool m_sumsBatch = false; ///< rows are over all entries of axis 0
    SliceEnergy m_whole;
    std::array<std::vector<SliceEnergy>, 3> m_energies; ///< by kind
    std::vector<Part> m_parts;
    std::vector<SliceEnergy> m_rests; ///< what lies outside of each
};

} // namespace ql::analysis
