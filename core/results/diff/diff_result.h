// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// One number of a result: what a layer, a sample or an output scores.
struct Measurement {
    enum class Kind {
        Output, ///< of the whole model
        Row     ///< of a layer, a sensitivity row, a sample
    };
    Kind kind = Kind::Row;
    std::string name;
    std::optional<double> value; ///< nothing where it could not be measured
};

/// The numbers of one result under one metric.
struct MeasurementTable {
    std::string file; ///< where it was read from
    std::string command;
    std::string baseline;
    std::string analysis;
    std::string metric;
    bool isLowWorst = false; ///< small values are the bad ones
    std::vector<Measurement> measurements;

    void addOutput(const std::string& output, std::optional<double> value)
    {
        measurements.push_back({Measurement::Kind::Output, output, value});
    }
    void addRow(const std::string& row, std::optional<double> value)
    {
        measurements.push_back({Measurement::Kind::Row, row, value});
    }
};

/// What became of one measurement.
struct DiffRow {
    enum class Verdict { Worse, Better, Same, Added, Removed };

    Measurement::Kind kind = Measurement::Kind::Row;
    std::string name;
    std::optional<double> before;
    std::optional<double> after;
    Verdict verdict = Verdict::Same;
    double change = 0.0;    ///< after - before; 0 for equal infinities and for added and removed rows
    double worsening = 0.0; ///< the change with its sign turned so that more is worse; +inf where NaN came up
};

constexpr auto wordsOf(DiffRow::Verdict)
{
    using enum DiffRow::Verdict;
    return std::array{Word{Worse, "worse"}, Word{Better, "better"}, Word{Same, "same"}, Word{Added, "added"},
                      Word{Removed, "removed"}};
}

/// The answer to "what got better or worse from one run to the next?".
struct DiffResult {
    MeasurementTable before; ///< without its measurements
    MeasurementTable after;
    double threshold = 0.0;
    std::vector<DiffRow> rows; ///< in the order of the run before, added ones after them

    std::size_t count(DiffRow::Verdict verdict) const;
};

/// Pairs the measurements of two tables by kind and name (of equal names the first with the first) and judges each:
/// worse or better by more than @p threshold, else the same. What neither run could measure is left out.
/// @throws Error (BadArgument) for tables of different commands or metrics, or with nothing in common
DiffResult diff(MeasurementTable before, MeasurementTable after, double threshold);

/// The rows by worsening, worst first; removed and added ones last. @p top 0 = all
std::vector<const DiffRow*> worstFirst(const DiffResult& result, std::size_t top);

} // namespace ql::results
