// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/boards/bare_tensor.h"

namespace ql::data {

/// One way to take a file's numbers, and how well they then fit the expected ones.
struct BareCandidate {
    graph::DataType type = graph::DataType::Undefined;
    BareLayout layout;
    double similarity = 0.0;

    std::string name() const { return std::string(graph::name(type)) + ' ' + layout.name; }
};

/// Every type and layout in which the file holds as many elements as it must, the best fit first; of equal ones those
/// without padding, and those of the more usual type.
std::vector<BareCandidate> rankedCandidates(const BareNumbers& numbers, const ExpectedTensor& expected);

/// How integers of @p candidate become the real numbers that were expected: fills in fractionBits, or fittedScale and
/// zeroPoint. By least squares on a sample.
void fitScale(BareReading& reading, const BareCandidate& candidate, const BareNumbers& numbers,
              const ExpectedTensor& expected);

} // namespace ql::data
