// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ql::tests {

/// A histogram's shares over the documented 2,048 bins; values are placed in float, as the program does it.
inline std::vector<double> binShares(const std::vector<float>& values, double low, double high)
{
    constexpr int kBins = 2048;
    std::vector<double> shares(kBins);
    const auto scale = high > low ? float(kBins / (high - low)) : 0.0f;
    for (const float value : values)
        shares[std::size_t(std::clamp(int((value - float(low)) * scale), 0, kBins - 1))] += 1.0 / double(values.size());
    return shares;
}

/// The metrics of finite tensors, written down from their definitions in plain loops: what the program's own
/// passes are held against.
inline std::map<std::string, double> referenceMetrics(const std::vector<float>& x, const std::vector<float>& y)
{
    double xx = 0, yy = 0, xy = 0, absolute = 0, squared = 0, largest = 0;
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = x[i];
        const double b = y[i];
        xx += a * a;
        yy += b * b;
        xy += a * b;
        absolute += std::abs(a - b);
        squared += (a - b) * (a - b);
        largest = std::max(largest, std::abs(a - b));
        low = std::min({low, a, b});
        high = std::max({high, a, b});
    }
    const auto p = binShares(x, low, high);
    const auto q = binShares(y, low, high);
    double kl = 0;
    double js = 0;
    for (std::size_t bin = 0; bin < p.size(); ++bin) {
        if (p[bin] == 0 && q[bin] == 0)
            continue;
        const double a = p[bin] > 0 ? p[bin] : 1e-12;
        const double b = q[bin] > 0 ? q[bin] : 1e-12;
        kl += a * std::log(a / b);
        js += 0.5 * a * std::log(2 * a / (a + b)) + 0.5 * b * std::log(2 * b / (a + b));
    }
    const double n = double(x.size());
    return {{"cosine", xy / std::sqrt(xx * yy)},
            {"l1", absolute / n},
            {"atol", largest},
            {"mse", squared / n},
            {"rel_l2", std::sqrt(squared / xx)},
            {"sqnr_db", 10 * std::log10(xx / squared)},
            {"kl", kl},
            {"js", js}};
}

} // namespace ql::tests
