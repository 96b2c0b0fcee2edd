// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ql::tests {

/// Of each value, where it stands; alike ones share the mean of their places.
inline std::vector<double> placesOf(const std::vector<double>& values)
{
    std::vector<double> places;
    for (const double value : values)
        places.push_back(0.5
                         * double(std::ranges::count_if(values, [=](double each) { return each < value; })
                                  + std::ranges::count_if(values, [=](double each) { return each <= value; })));
    return places;
}

/// Spearman's coefficient of the rows that both rankings have numbers for; 1 = the same order.
inline double spearman(const results::SensitivityOutput& found, const results::SensitivityOutput& expected)
{
    std::vector<double> a, b;
    for (const auto& row : found.rows)
        for (const auto& other : expected.rows)
            if (row.opName == other.opName && row.sensitiveType == other.sensitiveType && !std::isnan(row.metricValue)
                && !std::isnan(other.metricValue)) {
                a.push_back(row.metricValue);
                b.push_back(other.metricValue);
            }
    const auto x = placesOf(a), y = placesOf(b);
    const double mean = 0.5 * double(a.size());
    double xy = 0.0, xx = 0.0, yy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xy / std::sqrt(xx * yy);
}

} // namespace ql::tests
