// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"

#include <string_view>
#include <vector>

namespace ql::config {

/// What every dialect asks of the scale of a tensor, of its zero point (an offset, in the words of some) and of the
/// width of its integers: whatever a file says of them is read and judged here. What is wrong is reported at its place
/// with what was expected.

/// A number or lists of numbers, with their places.
struct SaidNumbers {
    std::vector<double> values;
    std::vector<SourcePosition> places;
    std::vector<SourcePosition> lists = {}; ///< that they stand in

    /// Adds another entry's: the next channel's.
    void add(const SaidNumbers& more);
    /// All of them: of the numbers and of the lists.
    std::vector<SourcePosition> allPlaces() const;
};

/// What @p map says under @p key; nothing where it is missing or null. What is no number is reported and left out.
SaidNumbers numbersUnder(Reading& reading, const text::View& map, std::string_view key);

/// A number above 0 that float32 has with all its digits.
bool isScale(double number);
/// Whether every one is that.
bool areScales(Reading& reading, const SaidNumbers& scales);

/// Whole numbers from @p lowest to @p highest. Those that are none, or stray, are reported under the name of @p key and
/// come back as the nearest allowed one. @p scales: how many there are; one zero point serves them all.
std::vector<std::int64_t> zeroPointsIn(Reading& reading, const SaidNumbers& zeros, std::string_view key,
                                       std::size_t scales, std::int64_t lowest, std::int64_t highest);

/// The width of integers, 2 to 32 bits; 8 where nothing is said.
Located<int> integerWidth(Reading& reading, const Located<std::int64_t>& bits);

/// The bounds of @p map under @p lowKey and @p highKey: numbers, the lower one first, as far apart as @p integers steps
/// of the one scale that it says (0 = it says none).
void checkBounds(Reading& reading, const text::View& map, std::string_view lowKey, std::string_view highKey,
                 double scale, double integers);

} // namespace ql::config
