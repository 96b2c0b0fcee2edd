// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/request_parts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

// In all that follows x is an element of the baseline's tensor and y the same element of the analysis model's, integers
// as the real numbers that they stand for. A pair is finite when both are; other pairs are counted and left out.

enum class LayerTensor { Output, Weight };

/// Absolute: |y − x|. Signed: y − x. Relative: |y − x| / |x|, where x = 0: 0 when y is 0 too, else +inf.
enum class ErrorKind { Absolute, Signed, Relative };

/// Asks for pairs of values.
struct PairsChoice {
    std::size_t most = 20'000;     ///< no more than so many one by one
    std::size_t mostWorst = 1'000; ///< so many of them are those of the largest |y − x|

    bool operator==(const PairsChoice&) const = default;
};

/// Asks for the errors of a slice with two axes.
struct MapChoice {
    std::optional<std::int64_t> rowAxis;    ///< nothing: of the axes with more than one element the last but one
    std::optional<std::int64_t> columnAxis; ///< nothing: of these the last
    /// By axis, where the slice lies; those of the two axes are ignored. Empty: where the largest |y − x| is.
    std::vector<std::int64_t> at;
    ErrorKind error = ErrorKind::Absolute;
    std::size_t mostRows = 512;
    std::size_t mostColumns = 512;

    bool operator==(const MapChoice&) const = default;
};

/// Asks for the channels.
struct ChannelsChoice {
    std::optional<std::int64_t> axis;        ///< nothing: the quantizer's, else that of the output channels
    std::size_t most = 1'024;                ///< summaries of the worst so many
    std::optional<std::int64_t> histogramOf; ///< a channel

    bool operator==(const ChannelsChoice&) const = default;
};

/// Asks for the values of one layer in both models, as much of them as somebody looks at.
struct LayerValuesRequest {
    ModelPair models;
    InputSelection samples; ///< one, no dataset
    std::string mapFile;    ///< as of the comparison
    std::string layer;      ///< the row's name in the comparison
    LayerTensor tensor = LayerTensor::Output;
    std::optional<PairsChoice> pairs;
    std::optional<MapChoice> map;
    std::optional<ChannelsChoice> channels;
    RunOptions options;

    bool operator==(const LayerValuesRequest&) const = default;
};

struct ValuePair {
    std::uint64_t element = 0; ///< its place in the flattened tensor
    float baseline = 0.0F;
    float analysis = 0.0F;
    bool isExtreme = false; ///< among the worst, or the least or greatest x or y
};

/// Every finite pair, counted in square cells: x falls into column ⌊(x − low)·bins / (high − low)⌋, y into the row of
/// the same formula, and what equals high into the last. With low = high all fall into the first cell.
struct PairDensity {
    static constexpr std::size_t kBins = 256;

    double low = 0.0; ///< of all x and y of finite pairs
    double high = 0.0;
    std::vector<std::uint64_t> counts; ///< row by row from the lowest y; empty without a finite pair
};

/// The pairs of a tensor.
struct ValuePairs {
    PairDensity density;
    /// In order of the elements: every finite pair if they are few enough; else the worst, the least and greatest x and
    /// y, and one from each of as many equal stretches of elements as there is room for, at a place within it that
    /// depends on its number alone. The same tensors give the same pairs.
    std::vector<ValuePair> sample;
};

/// The errors of a slice. A cell stands for rows ⌊i·R/rows⌋ … ⌊(i + 1)·R/rows⌋ − 1 of R, columns likewise, so for one
/// element where the slice is small enough.
struct ErrorMap {
    std::optional<std::int64_t> rowAxis;    ///< nothing: the slice is one row
    std::optional<std::int64_t> columnAxis; ///< nothing: it is one element
    std::vector<std::int64_t> at;           ///< by axis
    std::int64_t rowExtent = 1;             ///< R
    std::int64_t columnExtent = 1;
    ErrorKind error = ErrorKind::Absolute;
    std::size_t rows = 0; ///< of cells; 0 for an empty tensor
    std::size_t columns = 0;
    std::vector<float> worst;    ///< by cell, row by row: the error furthest from 0; NaN where a pair isn't finite
    std::vector<float> mean;     ///< over the cell's finite pairs; NaN without
    std::vector<float> baseline; ///< x of the worst
    std::vector<float> analysis; ///< y of the worst
    double low = 0.0;            ///< least and greatest finite worst
    double high = 0.0;
    std::uint64_t nonFinite = 0; ///< cells without a finite worst
};

/// Of the finite elements of one side, NaN without any. Quantile q of n sorted elements is the one at (n − 1)·q, linear
/// in between.
struct FiveNumbers {
    double min = 0.0;
    double lowerQuartile = 0.0;
    double median = 0.0;
    double upperQuartile = 0.0;
    double max = 0.0;
};

/// A slice of the tensor along its channel axis.
struct ChannelValues {
    std::int64_t channel = 0;
    FiveNumbers baseline;
    FiveNumbers analysis;
    double sqnrDb = 0.0;         ///< 20·log10(‖x‖ / ‖x − y‖) over the finite pairs, as of a whole tensor
    double meanError = 0.0;      ///< mean of y − x: what it is shifted by
    std::uint64_t nonFinite = 0; ///< pairs
    std::optional<double> scale; ///< its quantizer's, where each channel has one
    double rangeRatio = 0.0;     ///< max |x| over the median channel's
    bool isOutlier = false;      ///< rangeRatio is far off, see kOutlierRatio; only said of weights
};

/// The channels of a tensor.
struct LayerChannels {
    std::optional<std::int64_t> axis; ///< nothing: a scalar has no channels
    std::int64_t count = 0;           ///< of all channels
    std::vector<ChannelValues> worst; ///< lowest SQNR first, then by number
    std::optional<std::int64_t> histogramOf;
    HistogramPair histogram; ///< 256 bins over the union of both ranges of that channel
};

/// The answer to "what do the two tensors look like?". Of a fixed size at most, however large they are.
struct LayerValues {
    std::string baseline;
    std::string analysis;
    std::string layer;
    LayerTensor tensor = LayerTensor::Output;
    bool isThere = true; ///< false: the layer has no weight in both models; then the rest is empty
    std::string name;    ///< of the value or the weight in the baseline
    std::vector<std::int64_t> shape;
    std::uint64_t elements = 0;
    std::uint64_t nonFinite = 0; ///< pairs
    std::optional<QuantizerInfo> quantizer;
    std::optional<ValuePairs> pairs; ///< these three as asked for
    std::optional<ErrorMap> map;
    std::optional<LayerChannels> channels;
    std::uint64_t executedNodes = 0; ///< of both models
};

} // namespace ql::results
