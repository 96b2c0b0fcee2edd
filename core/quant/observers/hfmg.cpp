// SPDX-License-Identifier: GPL-3.0-or-later
// The bounds that lose least over a histogram of `bins` (2,048) bins, values evenly spread within a bin: the share of
// values that may be cut grows by 1e-5 at a time, on the side that gives up more bins, until the error rises. One pass
// over a sketch.
#include "core/quant/observed_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::quant::observers {

namespace {

constexpr double kShareStep = 1e-5;

/// ∫ density · x² over [begin, end].
double squaredDistance(double begin, double end, double density)
{
    return density * (end * end * end - begin * begin * begin) / 3.0;
}

struct Cut {
    std::size_t first = 0;
    std::size_t last = 0;
    bool operator==(const Cut&) const = default;
};

class ThresholdSearch {
public:
    ThresholdSearch(const ValueSketch& sketch, std::size_t bins, double levels)
        : m_range(sketch.range())
        , m_width((m_range.highest - m_range.lowest) / double(bins))
        , m_levels(levels)
        , m_counts(sketch.histogram(m_range.lowest, m_range.highest, bins))
        , m_sums(bins)
    {
        std::partial_sum(m_counts.begin(), m_counts.end(), m_sums.begin());
    }

    Range best() const
    {
        const double total = m_sums.back();
        Cut cut{0, m_counts.size() - 1};
        double low = 0.0;
        double high = 1.0;
        double least = std::numeric_limits<double>::infinity();
        while (low < high) {
            const auto left = firstReaching((low + kShareStep) * total, cut);
            const auto right = lastWithin((high - kShareStep) * total, cut);
            Cut next = cut;
            if (left - cut.first > cut.last - right) {
                next.first = left;
                low += kShareStep;
            } else {
                next.last = right;
                high -= kShareStep;
            }
            if (next == cut)
                continue;
            const double lost = loss(next);
            if (lost > least)
                break;
            least = lost;
            cut = next;
        }
        return {m_range.lowest + m_width * double(cut.first), m_range.lowest + m_width * double(cut.last + 1)};
    }

private:
    std::size_t firstReaching(double count, const Cut& cut) const
    {
        auto bin = cut.first;
        while (bin < cut.last && m_sums[bin] < count)
            ++bin;
        return bin;
    }

    std::size_t lastWithin(double count, const Cut& cut) const
    {
        auto bin = cut.last;
        while (bin > cut.first && m_sums[bin] > count)
            --bin;
        return bin;
    }

    double loss(const Cut& cut) const
    {
        const double step = m_width * double(cut.last - cut.first + 1) / m_levels;
        if (step == 0.0)
            return 0.0;
        const auto levelOf = [&](double x) { return std::clamp(std::floor(x / step), 0.0, m_levels - 1.0); };
        double sum = 0.0;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            const double begin = (double(i) - double(cut.first)) * m_width;
            const double end = begin + m_width;
            const double density = m_counts[i] / m_width;
            const double firstLevel = levelOf(begin);
            const double lastLevel = levelOf(end);
            sum += squaredDistance(begin - (firstLevel + 0.5) * step, step / 2.0, density);
            sum += (lastLevel - firstLevel - 1.0) * squaredDistance(-step / 2.0, step / 2.0, density);
            sum += squaredDistance(-step / 2.0, end - (lastLevel + 0.5) * step, density);
        }
        return sum;
    }

    Range m_range;
    double m_width;
    double m_levels;
    std::vector<double> m_counts;
    std::vector<double> m_sums;
};

class HfmgObserver final : public SketchObserver {
public:
    explicit HfmgObserver(const ObserverSettings& settings)
        : m_bins(std::size_t(settings.number("bins", 2048, 2, 65536)))
        , m_smallestScale(settings.smallestScale())
    {
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto range = sketch().range();
        if (range.highest <= range.lowest)
            return parametersFor(range, format, m_smallestScale);
        const double levels = double(format.highest() - format.lowest() + 1);
        return parametersFor(ThresholdSearch(sketch(), m_bins, levels).best(), format, m_smallestScale);
    }

private:
    std::size_t m_bins;
    double m_smallestScale;
};

} // namespace

ObserverDefinition hfmg()
{
    return {"hfmg", "bounds that lose least over a histogram of everything seen", makeFrom<HfmgObserver>};
}

} // namespace ql::quant::observers
