// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/calibration_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/advice/needed_range.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kMostCut = 0.2;       ///< of the needed range, beyond the quantizer's: more isn't another sample's
constexpr double kMostWidth = 3.0;     ///< times the needed range: likewise
constexpr std::size_t kLookedAt = 6;   ///< layers behind the input; deeper ones forget what the picture was
constexpr std::size_t kLeastOff = 3;   ///< of these, where the input's range tells nothing
constexpr double kAlikePicture = 0.02; ///< of a range that pictures have
constexpr double kPixel = 255.0;
constexpr double kLeastFactor = 8.0; ///< that pixels are away from what is normalised

enum class Off { No, TooNarrow, TooWide };

bool isMeasured(const LayerRowSource& source)
{
    const auto& quantizer = source.row.quantizer;
    return source.row.metrics && source.analysis != kNoLayer && quantizer && quantizer->scales.size() == 1;
}

Off offOf(const LayerRowSource& source, const MatchedModels& models)
{
    const auto needed = neededRange(source, models);
    const double width = needed.high - needed.low;
    if (!(width > 0.0) || std::isinf(width))
        return Off::No;
    const auto [low, high] = quantizerRange(*source.row.quantizer);
    if (std::max(low - needed.low, needed.high - high) > kMostCut * width)
        return Off::TooNarrow;
    const double reach = std::max(std::abs(needed.low), std::abs(needed.high));
    const bool isWide = std::max(std::abs(low), std::abs(high)) > kMostWidth * reach;
    return isWide ? Off::TooWide : Off::No;
}

/// Nothing but movement of data stands between it and the model's inputs.
bool isInputMoved(const std::vector<Layer>& layers, std::size_t layer)
{
    constexpr int kMostMoves = 8;
    for (int moves = 0; moves < kMostMoves; ++moves) {
        if (layers[layer].isInput())
            return true;
        if (layers[layer].kind != graph::OpKind::DataMovement || layers[layer].producers.size() != 1)
            return false;
        layer = layers[layer].producers.front();
    }
    return false;
}

/// How many of the quantized layers after row @p input are off, and of how many that were looked at.
struct Followers {
    std::size_t off = 0;
    std::size_t all = 0;
};

Followers followersOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models, std::size_t input, Off off)
{
    Followers followers;
    for (std::size_t i = input + 1; i < rows.size() && followers.all < kLookedAt; ++i) {
        if (!isMeasured(rows[i]) || isInputMoved(models.analysis, rows[i].analysis))
            continue;
        ++followers.all;
        followers.off += offOf(rows[i], models) == off ? 1 : 0;
    }
    return followers;
}

bool spans(const results::QuantizerInfo& quantizer, double low, double high)
{
    const auto [first, last] = quantizerRange(quantizer);
    const double tolerance = kAlikePicture * (high - low);
    return std::abs(first - low) <= tolerance && std::abs(last - high) <= tolerance;
}

Message preparationOf(const results::QuantizerInfo& quantizer, const ValueRange& data)
{
    const auto [low, high] = quantizerRange(quantizer);
    const double factor = std::max(std::abs(low), std::abs(high)) / std::max(std::abs(data.low), std::abs(data.high));
    if (spans(quantizer, 0.0, kPixel))
        return Message("as pixels of 0 … 255 do that nobody normalised, {} times as large", number(factor));
    if (spans(quantizer, 0.0, 1.0))
        return "as pixels of 0 … 1 do without the model's mean and standard deviation";
    return Message("{} times as large", number(factor));
}

Message sentenceOn(const results::LayerRow& row, const ValueRange& data, const Followers& followers)
{
    const auto [low, high] = quantizerRange(*row.quantizer);
    const auto quantizer = spanOf(low, high), given = spanOf(data.low, data.high);
    const auto preparation = preparationOf(*row.quantizer, data);
    return followers.off == 0
               ? Message("it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the "
                         "data spans {}.",
                         quantizer, preparation, given)
               : Message("it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the "
                         "data spans {}; {} of the next {} quantized layers are off the same way.",
                         quantizer, preparation, given, followers.off, followers.all);
}

Message originAt(const results::LayerRow& row, const ValueRange& data, const Followers& followers)
{
    const auto [low, high] = quantizerRange(*row.quantizer);
    const auto quantizer = spanOf(low, high), given = spanOf(data.low, data.high);
    const auto preparation = preparationOf(*row.quantizer, data);
    const auto own = decibels(row.metrics->sqnrDb);
    return followers.off == 0
               ? Message("the error starts here, at {}, as it was calibrated on data that was prepared otherwise: its "
                         "quantizer spans {}, {}, while the data spans {}.",
                         own, quantizer, preparation, given)
               : Message("the error starts here, at {}, as it was calibrated on data that was prepared otherwise: its "
                         "quantizer spans {}, {}, while the data spans {}; {} of the next {} quantized layers are off "
                         "the same way.",
                         own, quantizer, preparation, given, followers.off, followers.all);
}

bool isWrong(const LayerRowSource& source, const ValueRange& data, const Followers& followers)
{
    const auto& quantizer = *source.row.quantizer;
    const double reach = std::max(std::abs(data.low), std::abs(data.high));
    if (spans(quantizer, 0.0, kPixel) && kLeastFactor * reach < kPixel)
        return true;
    return followers.off >= (spans(quantizer, 0.0, 1.0) ? std::size_t{1} : kLeastOff);
}

} // namespace

std::optional<WrongCalibration> wrongCalibration(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& source = rows[i];
        if (!isMeasured(source) || !isBad(source.row) || !isInputMoved(models.analysis, source.analysis))
            continue;
        const auto off = offOf(source, models);
        const auto data = neededRange(source, models);
        const auto followers = followersOf(rows, models, i, off);
        if (off == Off::No || !isWrong(source, data, followers))
            continue;
        return WrongCalibration{i, sentenceOn(source.row, data, followers), originAt(source.row, data, followers),
                                Message("Calibrate again with data prepared as the model expects it: here it spans {}.",
                                        spanOf(data.low, data.high))};
    }
    return std::nullopt;
}

} // namespace ql::analysis
