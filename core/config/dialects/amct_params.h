// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"
#include "core/config/edit/tree_editor.h"
#include "core/config/quant_config.h"

namespace ql::config {

/// The "hotwheels" form of a tensor's settings, shared by the simple YAML and the fx JSON:
/// {quantizer: UlqFakeQuantize, quantizer_args: {observer: IFMRObserver, num_bits: 8, …}}.

/// What AMCT takes where nothing is said: 8 bits, affine IFMR/ULQ activations, symmetric per-channel ARQ weights.
LayerSettings amctDefaults();

/// Reads `activation_quant_params` (a map for every input, or a list with one per input) and `weight_quant_params` of
/// @p layer into @p settings; @p batchCount takes IFMR's batch_num.
void readAmctParams(Reading& reading, const text::View& layer, LayerSettings& settings, Located<int>& batchCount);

/// One {quantizer, quantizer_args}.
TensorSettings readAmctTensor(Reading& reading, const text::View& params, bool isWeight, Located<int>& batchCount);

/// Puts what @p wanted says into the {quantizer, quantizer_args} at @p path, or of every item when a list stands there.
/// @throws Error (BadArgument) naming what AMCT can't say
void editAmctTensors(edit::TreeEditor& editor, const text::Path& path, const TensorSettings& wanted, bool isWeight);

/// {quantizer, quantizer_args} that says @p settings. What it can't say becomes a word in @p losses.
text::Value writeAmctTensor(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses);

} // namespace ql::config
