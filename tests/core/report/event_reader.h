// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ql::tests {

/// A histogram as a reader of event files finds it.
struct ReadHistogram {
    std::string tag;
    std::uint64_t step = 0;
    double min = 0.0;
    double max = 0.0;
    double count = 0.0;
    double sum = 0.0;
    double sumOfSquares = 0.0;
    std::vector<double> limits;
    std::vector<double> counts;
};

struct ReadEvents {
    std::string fileVersion;       ///< of the first record
    std::vector<double> wallTimes; ///< of every record
    std::vector<ReadHistogram> histograms;
    std::string problem; ///< empty when the file keeps the format
};

/// Reads a TensorBoard event file by its specification alone (TFRecord framing, CRC-32C bit by bit, protocol-buffer
/// wire format, the field numbers of Event, Summary and HistogramProto); shares no code with the writer.
ReadEvents readEvents(const std::string& bytes);

} // namespace ql::tests
