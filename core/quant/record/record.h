// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::quant {

/// What a quantization-factor record says of one input of a layer. Offsets belong to the signed integers.
struct RecordedActivation {
    float scale = 1.0f;
    std::int64_t offset = 0;
    int index = 0; ///< which input of the layer
    int bits = 8;
};

/// One entry of a text-proto ScaleOffsetRecord.
struct LayerRecord {
    std::string key; ///< a node, or for a quantized graph output that no layer reads the output's name
    std::vector<RecordedActivation> activations;
    std::vector<float> weightScales;
    std::vector<std::int64_t> weightOffsets;
    int weightBits = 8;
    bool skipsFusion = false;
    /// The integers of a 4-bit non-uniform weight: one list for all scales, or one after the other for each.
    std::vector<std::int64_t> params;
    std::vector<float> centroids; ///< the same in a unit of the writer's own; empty = params times the scale
    std::vector<std::int64_t> shiftBits;
    std::optional<float> weightClipMax; ///< that training learned
};

/// The record of a calibrated plan, one entry per layer that reads something quantized. @pre plan.isCalibrated()
std::vector<LayerRecord> recordOf(const graph::Graph& graph, const QuantPlan& plan);

/// Takes over from @p read, which @p records were applied from, what a plan doesn't know: skip_fusion, shift_bit, and
/// of weights that are still quantized alike weight_clip_max and the centroids.
void keepFields(const graph::Graph& graph, std::vector<LayerRecord>& records, const std::vector<LayerRecord>& read);

/// The text form, in the fields of AMCT's guide (record_d, scale_w, offset_w, num_bits_w, params, centroids).
std::string recordText(const std::vector<LayerRecord>& records);

/// Reads both dialects by field name: record_d { scale_d offset_d index num_bits_d } of the guide, flat scale_d and
/// offset_d and dst_type of the open AMCT; other fields are passed over. @throws Error (FileCorrupt) with line and what
/// was expected, also for a field that may stand once and stands twice
std::vector<LayerRecord> parseRecord(std::string_view text);

/// Takes parameters and widths from @p records instead of calibrating. Quantizers that the record says nothing about
/// leave the plan; inputs of layers that @p settings quantize, and values that such a layer makes or reads, join it
/// when the record says how they are quantized; what it says of layers in float is passed over. Where the settings name
/// a layer and ask for another width or granularity, the recorded range is kept and spread anew. @throws Error
/// (BadArgument) naming a layer that the graph lacks, or when scales don't fit its weight
void applyRecord(const graph::Graph& graph, QuantPlan& plan, const std::vector<LayerRecord>& records,
                 const QuantSettings& settings = {});

/// Puts what @p recorded, a plan of the same graph to which a record was applied, says of every layer into a calibrated
/// @p plan, except of layers that @p isNew means: what these make and their weights stay as they are in @p plan.
/// @pre both are calibrated
void keepRecorded(const graph::Graph& graph, QuantPlan& plan, const QuantPlan& recorded,
                  const std::function<bool(const graph::Node&)>& isNew);

} // namespace ql::quant
