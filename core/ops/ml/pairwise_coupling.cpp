// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/pairwise_coupling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ql::ops {

namespace {

/// A symmetric matrix, by rows.
struct Square {
    std::size_t size;
    std::vector<double> entries;

    std::span<const double> row(std::size_t i) const { return {entries.data() + i * size, size}; }
};

/// What the probabilities p make as small as can be as p·Qp.
Square disagreement(const std::vector<double>& between, std::size_t count)
{
    Square q{count, std::vector<double>(count * count)};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) {
            const double against = between[j * count + i];
            if (i == j)
                continue;
            q.entries[i * count + i] += against * against;
            q.entries[i * count + j] = -against * between[i * count + j];
        }
    return q;
}

double dot(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

} // namespace

std::vector<double> coupled(const std::vector<double>& between, std::size_t count)
{
    const auto q = disagreement(between, count);
    std::vector<double> p(count, 1.0 / double(count));
    std::vector<double> gradient(count);
    const double enough = 0.005 / double(count);
    const auto mostRounds = std::max<std::size_t>(100, count);
    for (std::size_t round = 0; round < mostRounds; ++round) {
        for (std::size_t i = 0; i < count; ++i)
            gradient[i] = dot(q.row(i), p);
        double whole = dot(p, gradient);
        if (std::ranges::all_of(gradient, [&](double each) { return std::abs(each - whole) < enough; }))
            break;
        for (std::size_t i = 0; i < count; ++i) {
            const double step = (whole - gradient[i]) / q.row(i)[i];
            p[i] += step;
            for (std::size_t j = 0; j < count; ++j) { // so that their sum stays 1
                p[j] /= 1.0 + step;
                gradient[j] = (gradient[j] + step * q.row(i)[j]) / (1.0 + step);
            }
            whole = dot(p, gradient);
        }
    }
    return p;
}

} // namespace ql::ops
