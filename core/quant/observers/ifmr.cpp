// SPDX-License-Identifier: GPL-3.0-or-later
// IFMR (AMCT, read in its open source): from percentiles of the data as limits, the upper limit is scaled by each of a
// row of ratios; the first of least mean squared error wins. The lower limit is not searched. One
// pass over a sketch instead of all data in memory: exact up to 65,536 values, beyond that as ValueSketch states.
#include "core/base/error.h"
#include "core/quant/observed_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::quant::observers {

namespace {

constexpr double kSmallest = 1.1920928955078125e-07; // float32's epsilon

struct Limits {
    double low = 0.0;
    double high = 0.0;
};

class IfmrObserver final : public SketchObserver {
public:
    explicit IfmrObserver(const ObserverSettings& settings)
        : m_maxPercentile(settings.number("max_percentile", 0.999999, 0.5, 1.0))
        , m_minPercentile(settings.number("min_percentile", 0.999999, 0.5, 1.0))
        , m_start(settings.number("search_start", 0.7, 1e-3, 100.0))
        , m_end(settings.number("search_end", 1.3, 1e-3, 100.0))
        , m_step(settings.number("search_step", 0.01, 1e-4, 100.0))
    {
        if (m_end <= m_start)
            throw Error(ErrorCode::BadArgument, "observer ifmr: search_end must be greater than search_start");
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        if (sketch().count() == 0)
            return parametersFor({}, format);
        const auto limits = percentileLimits();
        return format.isSymmetric ? symmetric(limits, format) : asymmetric(limits, format);
    }

private:
    /// How many values from the outside the limit is, counted from 1.
    std::uint64_t place(double percentile) const
    {
        if (1.0 - percentile < kSmallest)
            return 1;
        const auto count = sketch().count();
        return std::max<std::uint64_t>(1, count - std::uint64_t(std::floor(percentile * double(count))));
    }

    Limits percentileLimits() const
    {
        return {std::min(0.0, sketch().valueAt(place(m_minPercentile) - 1)),
                std::max(0.0, sketch().valueAt(sketch().count() - place(m_maxPercentile)))};
    }

    /// The scale of least squared error; @p candidate gives limits and scale for an upper limit.
    template <typename Candidate>
    double bestScale(double limit, Candidate&& candidate) const
    {
        const auto counted = sketch().counted();
        const auto count = std::size_t(std::ceil((m_end - m_start) / m_step)); // as numpy's arange counts
        double best = 1.0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < count; ++i) {
            auto tried = candidate(limit * (m_start + double(i) * m_step));
            if (tried.scale < kSmallest)
                tried.scale = 1.0;
            const double error = squaredError(counted, tried);
            if (error < least) {
                least = error;
                best = tried.scale;
            }
        }
        return best;
    }

    Parameters asymmetric(const Limits& limits, const IntegerFormat& format) const
    {
        const double steps = double(format.highest() - format.lowest());
        const double scale = bestScale(limits.high, [&](double high) {
            return RoundedRange{limits.low, high, (high - limits.low) / steps};
        });
        return perTensor(scale, format.lowest() - std::int64_t(std::nearbyint(limits.low / scale)));
    }

    Parameters symmetric(const Limits& limits, const IntegerFormat& format) const
    {
        const auto half = double(std::int64_t{1} << (format.bits - 1));
        const double steps = -limits.low > limits.high ? half : half - 1.0;
        const double scale = bestScale(std::max(-limits.low, limits.high), [&](double high) {
            return RoundedRange{-high, high, high / steps};
        });
        return perTensor(scale, format.isSigned ? 0 : std::int64_t(half));
    }

    double m_maxPercentile;
    double m_minPercentile;
    double m_start;
    double m_end;
    double m_step;
};

} // namespace

ObserverDefinition ifmr()
{
    return {"ifmr", "upper limit of least squared error", makeFrom<IfmrObserver>};
}

} // namespace ql::quant::observers
