// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/diff/diff_result.h"

#include "core/base/error.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace ql::results {

namespace {

using Change = DiffRow::Verdict;

/// Names need not be unique: the second "conv" is another one than the first.
using Key = std::pair<std::pair<Measurement::Kind, std::string>, std::size_t>;

class Keys {
public:
    Key next(const Measurement& measurement)
    {
        const auto name = std::pair(measurement.kind, measurement.name);
        return {name, m_seen[name]++};
    }

private:
    std::map<std::pair<Measurement::Kind, std::string>, std::size_t> m_seen;
};

std::map<Key, double> measured(const MeasurementTable& table)
{
    std::map<Key, double> values;
    Keys keys;
    for (const auto& measurement : table.measurements)
        if (auto key = keys.next(measurement); measurement.value)
            values.emplace(std::move(key), *measurement.value);
    return values;
}

double changeOf(double before, double after)
{
    return before == after ? 0.0 : after - before;
}

double worseningOf(double before, double after, bool isLowWorst)
{
    if (std::isnan(before) || std::isnan(after))
        return std::isnan(before) == std::isnan(after) ? 0.0 : std::isnan(after) ? kInfinity : -kInfinity;
    return isLowWorst ? changeOf(after, before) : changeOf(before, after);
}

DiffRow rowOf(const Key& key, std::optional<double> before, std::optional<double> after, const DiffResult& result)
{
    DiffRow row{key.first.first, key.first.second, before, after};
    if (!before || !after) {
        row.verdict = before ? Change::Removed : Change::Added;
        return row;
    }
    row.change = changeOf(*before, *after);
    row.worsening = worseningOf(*before, *after, result.before.isLowWorst);
    row.verdict = row.worsening > result.threshold    ? Change::Worse
                  : row.worsening < -result.threshold ? Change::Better
                                                      : Change::Same;
    return row;
}

void requireComparable(const MeasurementTable& before, const MeasurementTable& after)
{
    if (before.command != after.command)
        throw Error(
            ErrorCode::BadArgument,
            Message("{} is a result of {}, {} one of {}", before.file, before.command, after.file, after.command),
            "give two results of the same command");
    if (before.metric != after.metric || before.isLowWorst != after.isLowWorst)
        throw Error(ErrorCode::BadArgument,
                    Message("{} measures {}, {} measures {}", before.file, before.metric, after.file, after.metric),
                    "give two results with the same metric");
}

/// Every measurement of both, in the order of the run before; @p isShared says whether any stands in both.
std::vector<DiffRow> pairedRows(const DiffResult& result, bool& isShared)
{
    const auto before = measured(result.before);
    const auto after = measured(result.after);
    const auto valueIn = [](const std::map<Key, double>& values, const Key& key) {
        const auto found = values.find(key);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<DiffRow> rows;
    std::set<Key> known;
    Keys keys;
    for (const auto& measurement : result.before.measurements) {
        const auto& key = *known.insert(keys.next(measurement)).first;
        const auto old = valueIn(before, key);
        const auto fresh = valueIn(after, key);
        isShared = isShared || (old && fresh);
        if (old || fresh)
            rows.push_back(rowOf(key, old, fresh, result));
    }
    Keys ownKeys;
    for (const auto& measurement : result.after.measurements)
        if (const auto key = ownKeys.next(measurement); measurement.value && !known.contains(key))
            rows.push_back(rowOf(key, std::nullopt, measurement.value, result));
    return rows;
}

} // namespace

std::size_t DiffResult::count(Change verdict) const
{
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [verdict](const DiffRow& row) { return row.verdict == verdict; }));
}

DiffResult diff(MeasurementTable before, MeasurementTable after, double threshold)
{
    requireComparable(before, after);
    DiffResult result{std::move(before), std::move(after), threshold, {}};
    bool isShared = false;
    result.rows = pairedRows(result, isShared);
    if (!isShared)
        throw Error(ErrorCode::BadArgument,
                    Message("{} and {} have no measured layer, sample or output in common", result.before.file,
                            result.after.file),
                    "compare two runs of the same network");
    result.before.measurements.clear();
    result.after.measurements.clear();
    return result;
}

std::vector<const DiffRow*> worstFirst(const DiffResult& result, std::size_t top)
{
    std::vector<const DiffRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    const auto isLone = [](const DiffRow* row) {
        return row->verdict == Change::Added || row->verdict == Change::Removed;
    };
    std::stable_sort(rows.begin(), rows.end(), [&isLone](const DiffRow* a, const DiffRow* b) {
        return isLone(a) != isLone(b) ? isLone(b) : a->worsening > b->worsening;
    });
    if (top > 0 && rows.size() > top)
        rows.resize(top);
    return rows;
}

} // namespace ql::results
