// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"
#include "core/config/text/value.h"

namespace ql::config::encodings_json {

/// Scales of a weight's blocks: kinds PER_BLOCK and LPBQ of version 1.0.0, which lists them channel by channel. Fills
/// in the scales, and of LPBQ the width of the integers, which is `compressed_bw` there. What doesn't go together is
/// reported, and no scale filled in. @pre settings.bits
void readBlocks(Reading& reading, const text::View& entry, TensorSettings& settings);

/// Version 2's, which nests the lists as a tensor of the scales has its axes; `axis` is the one that the blocks lie
/// along. @pre settings.bits and settings.isUnsigned
void readVersionTwoBlocks(Reading& reading, const text::View& entry, TensorSettings& settings);

/// What version 1.0.0 and version 2 say of the same, beside name and type. @pre settings.fixed->blocks
void addBlocks(text::Value& entry, const TensorSettings& settings);
void addVersionTwoBlocks(text::Value& entry, const TensorSettings& settings);

} // namespace ql::config::encodings_json
