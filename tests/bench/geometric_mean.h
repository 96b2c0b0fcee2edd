// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <string>

namespace ql::bench {

/// Geometric means of ratios, by what they are ratios of.
class GeometricMeans {
public:
    void add(const std::string& group, double ratio)
    {
        auto& sum = m_sums[group];
        sum.logarithms += std::log(ratio);
        sum.worst = std::max(sum.worst, ratio);
        ++sum.count;
    }
    void print(const std::string& title) const
    {
        for (const auto& [group, sum] : m_sums)
            if (!group.starts_with(","))
                fmt::print("geometric mean, {} {:<26} {:>6.2f}, worst {:>6.2f}, of {}\n", title, group + ":",
                           std::exp(sum.logarithms / sum.count), sum.worst, sum.count);
    }

private:
    struct Sum {
        double logarithms = 0.0;
        double worst = 0.0;
        int count = 0;
    };
    std::map<std::string, Sum> m_sums;
};

} // namespace ql::bench
