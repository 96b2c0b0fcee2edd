// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/data/boards/bare_layout.h"
#include "core/data/boards/bare_numbers.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ql::data {

/// The tensor that a bare file should hold, as the other model has it.
struct ExpectedTensor {
    std::span<const float> numbers; ///< in C order
    graph::Shape shape;
    bool isWhole = false;        ///< integers, which no scale changes
    bool isChannelsLast = false; ///< its channels lie on the last axis
};

/// What the numbers of a file without description were taken for. Found by how well they resemble the expected ones,
/// so that a wrong scale doesn't show where the scale was fitted.
struct BareReading {
    graph::DataType type = graph::DataType::Undefined;
    std::string layout;
    double similarity = 0.0;           ///< Pearson's correlation with what was expected, on a sample
    std::optional<int> fractionBits;   ///< integers in fixed point: value = integer / 2^bits
    std::optional<double> fittedScale; ///< other integers: value = (integer - zero point) · scale
    std::int64_t zeroPoint = 0;        ///< beside fittedScale
    std::vector<std::string> rivals;   ///< "int8 NHWC": what fits as well and holds other numbers
    bool isAsOthers = false;           ///< chosen among rivals for it is what other files were clearly
    Message problem;                   ///< why it could not be read; then all else is empty
};

struct BareTensor {
    std::vector<float> numbers; ///< in the order of the expected ones; empty where there is a problem
    BareReading reading;
};

struct BareCandidate;

/// Reads the files of one folder, and remembers what those were that were clear.
class BareReader {
public:
    /// Never throws for what the file holds.
    BareTensor read(const BareNumbers& numbers, const ExpectedTensor& expected);

private:
    using Times = std::pair<int, int>; ///< of type and layout, and of the type in any layout
    Times timesClear(const BareCandidate& candidate) const;
    /// Leaves those as good as the first, which is the best, and what other files are where none is clear.
    void keepGood(std::vector<BareCandidate>& candidates, std::size_t count) const;

    std::map<std::string, int> m_clear; ///< by type and layout, and by type
};

} // namespace ql::data
