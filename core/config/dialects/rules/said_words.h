// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"
#include "core/config/name_pattern.h"
#include "core/config/quant_config.h"

#include <optional>
#include <string>
#include <string_view>

namespace ql::config {

/// What dialects that list rules about layers have in common: words for types of numbers, patterns of names, and lists
/// of what stays in float.

/// Whether @p word names a type of numbers, in whichever spelling ("QUInt8", "uint8", "U8", "s16", "int4", "FP32",
/// "bfloat16", "float8_e4m3fn", "fp8", "mxfp4", "nvfp4"); then @p settings have it, at @p place.
bool takeType(std::string_view word, SourcePosition place, TensorSettings& settings);
/// The same of a member of @p map; nothing where it is missing, a finding where it is no type.
void readType(Reading& reading, const text::View& map, std::string_view key, TensorSettings& settings);
/// A width in bits, with groups where @p groupSize is above 0: "int4_g128". Beyond 16 bits nothing is rounded.
void takeWidth(const Located<std::int64_t>& bits, const Located<std::int64_t>& groupSize, TensorSettings& settings);

/// "MinMax", "Percentile", "Entropy", "KL", "MSE" and their spellings; nothing for another.
std::optional<ObserverKind> observerNamed(std::string_view word);
void readObserver(Reading& reading, const text::View& map, std::string_view key, TensorSettings& settings);

/// Without regard to case, and without blanks, dashes and underlines: "Per-Channel" is "perchannel".
std::string plainWord(std::string_view word);

/// What leaves a tensor as it is while the layer is quantized: a float of 16 bits, so that the other one counts.
TensorSettings leftInHalf(SourcePosition place);

/// Nothing but whether a layer is quantized.
LayerSettings switched(bool isQuantized, SourcePosition place);

/// Patterns, each at @p place. Nothing for an expression that can't be followed, which is reported.
Selector globSelector(std::string glob, SourcePosition place);
std::optional<Selector> expressionSelector(Reading& reading, const std::string& expression, NamePattern::Extent extent,
                                           SourcePosition place);
/// Of a name that may have `*`, `?` or `[` in it: a pattern, or a layer.
Selector globOrName(std::string name, SourcePosition place);

/// Every name of the list under @p key is skipped, as @p kind.
void skipNames(Reading& reading, const text::View& map, std::string_view key, Selector::Kind kind, QuantConfig& config);
/// The same, where names may be globs.
void skipGlobs(Reading& reading, const text::View& map, std::string_view key, QuantConfig& config);

} // namespace ql::config
