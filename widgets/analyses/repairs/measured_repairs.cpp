// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/repairs/measured_repairs.h"

#include "core/results/compare_result.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::widgets {

namespace {

constexpr double kAlikeDb = 3.0;
constexpr double kSameNetworkDb = 1.0;
constexpr double kBroken = -std::numeric_limits<double>::infinity();

double numberOf(double db)
{
    return std::isnan(db) ? kBroken : db;
}

} // namespace

std::optional<WorstPart> worstPart(const results::CompareResult& compared)
{
    std::optional<WorstPart> worst;
    for (const auto& output : compared.verdict.outputs) {
        if (output.quality == results::Quality::Unknown)
            continue;
        WorstPart part{output.name, output.quality == results::Quality::Broken ? kBroken : numberOf(output.sqnrDb),
                       output.quality};
        if (const auto& slice = output.worstSlice; slice && numberOf(slice->sqnrDb) < part.sqnrDb) {
            part.name += slice->slice;
            part.sqnrDb = numberOf(slice->sqnrDb);
        }
        if (!worst || part.sqnrDb < worst->sqnrDb)
            worst = std::move(part);
    }
    return worst;
}

bool MeasuredRepairs::isOtherNetwork() const
{
    return simulatedDb && !(std::abs(*simulatedDb - before.sqnrDb) <= kSameNetworkDb) && *simulatedDb != before.sqnrDb;
}

const WorstPart* MeasuredRepairs::afterOf(const std::string& find) const
{
    const auto row = std::ranges::find(rows, find, &MeasuredRepair::text);
    if (row != rows.end())
        return &row->after;
    const auto found = std::ranges::find(finds, find, &MeasuredFind::what);
    return found == finds.end() ? nullptr : &found->after;
}

bool isGain(const MeasuredRepairs& repairs, const WorstPart& after)
{
    return after.sqnrDb > repairs.before.sqnrDb + kLeastGainDb;
}

void addMeasured(MeasuredRepairs& repairs, MeasuredRepair repair)
{
    ++repairs.tried;
    if (!isGain(repairs, repair.after))
        return;
    repairs.rows.push_back(std::move(repair));
    double best = kBroken;
    for (const auto& row : repairs.rows)
        best = std::max(best, row.after.sqnrDb);
    const auto isAlike = [best](const MeasuredRepair& row) { return row.after.sqnrDb >= best - kAlikeDb; };
    std::ranges::stable_sort(repairs.rows, [&](const MeasuredRepair& a, const MeasuredRepair& b) {
        if (isAlike(a) != isAlike(b))
            return isAlike(a);
        if (isAlike(a) && a.forbidden.empty() != b.forbidden.empty())
            return a.forbidden.empty();
        if (isAlike(a) && a.macShare != b.macShare)
            return a.macShare < b.macShare;
        return a.after.sqnrDb > b.after.sqnrDb;
    });
}

} // namespace ql::widgets
