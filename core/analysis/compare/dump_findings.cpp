// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/compare/findings.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::DumpReading;
using results::LayerRow;
using results::Severity;

Diagnostic unreadable(const DumpReading& reading)
{
    return advised(Severity::Warning, "dump-unreadable",
                   Message("the file {} could not be read as this layer's: {}.", reading.file, reading.problem),
                   "Describe it by NAME.shape.json, or pair it with another layer by a map file.");
}

Diagnostic ambiguous(const DumpReading& reading)
{
    const auto rivals = Message::names(reading.rivals, ", ");
    return advised(Severity::Warning, "dump-ambiguous",
                   reading.isAsOthers
                       ? Message("the file {} fits {} {} as well as {}; it was read as the former, as other files.",
                                 reading.file, reading.dtype, reading.layout, rivals)
                       : Message("the file {} fits {} {} as well as {}; it was read as the former, which is a guess.",
                                 reading.file, reading.dtype, reading.layout, rivals),
                   "Describe it by NAME.shape.json.");
}

Diagnostic fitted(const DumpReading& reading)
{
    if (reading.fractionBits)
        return advised(Severity::Info, "dump-scale",
                       Message("the {} of {} were read in fixed point with {} fraction bits, which fit best.",
                               reading.dtype, reading.file, *reading.fractionBits),
                       "");
    return advised(Severity::Info, "dump-scale",
                   Message("the scale {:.6g} and zero point {} of the {} in {} were fitted to the other model.",
                           *reading.fittedScale, *reading.fittedZeroPoint, reading.dtype, reading.file),
                   "An error of the scale doesn't show. NAME.shape.json can tell the true one.");
}

void addTo(LayerRow& row)
{
    const auto& reading = *row.reading;
    if (!reading.problem.empty()) {
        row.state = LayerRow::State::ShapeMismatch;
        row.advice.push_back(unreadable(reading));
        return;
    }
    if (!reading.rivals.empty())
        row.advice.push_back(ambiguous(reading));
    if (reading.fractionBits || reading.fittedScale)
        row.advice.push_back(fitted(reading));
}

} // namespace

void addDumpFindings(std::vector<LayerRowSource>& rows, const MatchedModels& models, const runs::ValueSource& baseline,
                     const runs::ValueSource& analysis, results::CompareResult& result)
{
    for (const auto& notes : {baseline.notes(), analysis.notes()})
        for (const auto& note : notes)
            result.dumpFindings.push_back(advised(Severity::Info, "dump-folder", note, ""));
    std::map<std::pair<std::string, std::string>, int> counts;
    int unread = 0;
    for (auto& source : rows) {
        if (source.baseline == kNoLayer || source.analysis == kNoLayer)
            continue;
        const auto* reading = analysis.readingOf(models.analysis[source.analysis].value);
        if (!reading)
            reading = baseline.readingOf(models.baseline[source.baseline].value);
        if (!reading)
            continue;
        source.row.reading = *reading;
        addTo(source.row);
        reading->problem.empty() ? ++counts[{reading->dtype, reading->layout}] : ++unread;
    }
    for (const auto& [how, count] : counts)
        result.dumpFindings.push_back(
            advised(Severity::Info, "dump-layout",
                    Message("Files without description that were read as {} {}, which fits best: {}.", how.first,
                            how.second, count),
                    ""));
    if (unread > 0)
        result.dumpFindings.push_back(advised(Severity::Warning, "dump-unreadable",
                                              Message("Files that could not be read as their rows say: {}.", unread),
                                              ""));
}

} // namespace ql::analysis
