// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/weights_only.h"

#include <cstdint>

namespace ql::data {

/// The block type that GGUF's files number @p type, or null.
const importers::BlockFormat* blockFormat(std::uint32_t type);

// Blocks of 256 elements of GGUF files that choose groups of numbers from tables. Each writes the elements of one.

void expandIq1S(const std::uint8_t* block, float* elements);
void expandIq1M(const std::uint8_t* block, float* elements);
void expandIq2Xxs(const std::uint8_t* block, float* elements);
void expandIq2Xs(const std::uint8_t* block, float* elements);
void expandIq2S(const std::uint8_t* block, float* elements);
void expandIq3Xxs(const std::uint8_t* block, float* elements);
void expandIq3S(const std::uint8_t* block, float* elements);

} // namespace ql::data
