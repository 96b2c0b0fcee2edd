// SPDX-License-Identifier: GPL-3.0-or-later
// What torch 1.13's HistogramObserver gives, bit for bit as far as its rounding goes: a histogram of `bins` (2,048)
// bins in float32, spread anew whenever a batch widens the range, and the bounds that lose least over it. As there, a
// batch is counted between the whole parts of the limits: what lies beyond them is in no bin.
#include "core/base/error.h"
#include "core/quant/observer.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>

namespace ql::quant::observers {

namespace {

constexpr double kTorchShareStep = 1e-5;

float cube(float x)
{
    return x * x * x;
}

/// floor(@p x / @p step), exact where the quotient rounds up to a whole number.
float wholeSteps(float x, float step)
{
    const float rest = std::fmod(x, step);
    float quotient = (x - rest) / step;
    if (rest < 0.0f)
        quotient -= 1.0f;
    const float whole = std::floor(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
}

/// Counts between two limits.
struct RunningHistogram {
    std::vector<float> counts;
    float lowest = 0.0f;
    float highest = 0.0f;

    float width() const { return (highest - lowest) / float(counts.size()); }
};

/// The search for the limits that lose least when each bin's values lie evenly in it.
class LimitSearch {
public:
    LimitSearch(const RunningHistogram& seen, double levels)
        : m_seen(seen)
        , m_width((double(seen.highest) - double(seen.lowest)) / double(seen.counts.size()))
        , m_levels(levels)
        , m_sums(seen.counts.size())
        , m_losses(seen.counts.size())
    {
        const auto counts = at::from_blob(const_cast<float*>(seen.counts.data()), {std::int64_t(seen.counts.size())});
        m_total = counts.sum().item<float>();
        const auto sums = counts.cumsum(0);
        std::copy_n(sums.data_ptr<float>(), m_sums.size(), m_sums.begin());
    }

    Range best()
    {
        std::size_t first = 0;
        std::size_t last = m_sums.size() - 1;
        double low = 0.0;
        double high = 1.0;
        float least = std::numeric_limits<float>::infinity();
        while (low < high) {
            auto nextFirst = first;
            auto nextLast = last;
            while (nextFirst < last && m_sums[nextFirst] < float((low + kTorchShareStep) * m_total))
                ++nextFirst;
            while (nextLast > first && m_sums[nextLast] > float((high - kTorchShareStep) * m_total))
                --nextLast;
            const bool isFromBelow = nextFirst - first > last - nextLast;
            (isFromBelow ? low : high) += isFromBelow ? kTorchShareStep : -kTorchShareStep;
            (isFromBelow ? nextLast : nextFirst) = isFromBelow ? last : first;
            if (nextFirst == first && nextLast == last)
                continue;
            const float lost = loss(nextFirst, nextLast);
            if (lost > least)
                break;
            least = lost;
            first = nextFirst;
            last = nextLast;
        }
        const float width = m_seen.width();
        return {m_seen.lowest + width * float(first), m_seen.lowest + width * float(last + 1)};
    }

private:
    float loss(std::size_t first, std::size_t last)
    {
        const double wholeStep = m_width * double(last - first + 1) / m_levels;
        if (wholeStep == 0.0)
            return 0.0f;
        const auto width = float(m_width);
        const auto step = float(wholeStep);
        const auto half = float(wholeStep / 2.0);
        const float ofWholeLevel = (cube(half) - cube(-half)) / 3.0f;
        const auto levelOf = [&](float x) { return std::clamp(wholeSteps(x, step), 0.0f, float(m_levels - 1.0)); };
        for (std::size_t i = 0; i < m_losses.size(); ++i) {
            const float begin = float(std::int64_t(i) - std::int64_t(first)) * width;
            const float end = begin + width;
            const float density = m_seen.counts[i] / width;
            const float firstLevel = levelOf(begin);
            const float lastLevel = levelOf(end);
            float lost = density * ((cube(half) - cube(begin - (firstLevel + 0.5f) * step)) / 3.0f);
            lost += (lastLevel - firstLevel - 1.0f) * (density * ofWholeLevel);
            lost += density * ((cube(end - (lastLevel * step + half)) - cube(-half)) / 3.0f);
            m_losses[i] = lost;
        }
        return at::from_blob(m_losses.data(), {std::int64_t(m_losses.size())}).sum().item<float>();
    }

    const RunningHistogram& m_seen;
    double m_width;
    double m_levels;
    double m_total = 0.0;
    std::vector<float> m_sums;
    std::vector<float> m_losses;
};

class HistogramObserver final : public Observer {
public:
    explicit HistogramObserver(const ObserverSettings& settings)
        : m_upsampling(std::int64_t(settings.number("upsample_rate", 128, 1, 65536)))
        , m_smallestScale(settings.smallestScale())
    {
        m_seen.counts.resize(std::size_t(settings.number("bins", 2048, 2, 65536)));
    }

    void observe(std::span<const float> values) override
    {
        std::vector<float> finite;
        std::ranges::copy_if(values, std::back_inserter(finite), [](float value) { return std::isfinite(value); });
        if (finite.empty())
            return;
        const auto [least, most] = std::ranges::minmax(finite);
        const auto batch = at::from_blob(finite.data(), {std::int64_t(finite.size())});
        if (!m_hasSeenValues || m_seen.lowest == m_seen.highest)
            m_seen = {countsOf(batch, least, most), least, most};
        else
            join(batch, std::min(least, m_seen.lowest), std::max(most, m_seen.highest));
        m_hasSeenValues = true;
    }

    Sharing sharing() const override { return Sharing::BatchByBatch; }
    std::string digest(std::span<const float> values) const override
    {
        return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
    }
    /// The running histogram and one byte, by which absorb() tells it from a batch's values.
    std::string seen() const override
    {
        auto numbers = m_seen.counts;
        numbers.insert(numbers.end(), {m_seen.lowest, m_seen.highest});
        return digest(numbers) + (m_hasSeenValues ? '\1' : '\0');
    }
    void absorb(std::string_view bytes) override
    {
        if (bytes.size() == (m_seen.counts.size() + 2) * sizeof(float) + 1) {
            m_hasSeenValues = bytes.back() == '\1';
            std::memcpy(m_seen.counts.data(), bytes.data(), m_seen.counts.size() * sizeof(float));
            std::memcpy(&m_seen.lowest, bytes.data() + m_seen.counts.size() * sizeof(float), sizeof(float));
            std::memcpy(&m_seen.highest, bytes.data() + bytes.size() - 1 - sizeof(float), sizeof(float));
            return;
        }
        if (bytes.size() % sizeof(float) != 0)
            throw Error(ErrorCode::FileCorrupt, "what another process observed can't be read");
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        observe(values);
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        const bool isWide = format.storage() == graph::DataType::Int16 || format.storage() == graph::DataType::UInt16;
        const Range whole{m_seen.lowest, m_seen.highest};
        const auto range = whole.highest > whole.lowest ? LimitSearch(m_seen, isWide ? 65536.0 : 256.0).best() : whole;
        const double limit = std::max({-range.lowest, range.highest, 0.0});
        if (!format.isSymmetric || !format.isSigned || limit == 0.0)
            return parametersFor(range, format, m_smallestScale);
        // As wide as an affine range: 127.5 steps each way of 8 bits.
        return perTensor(std::max(2.0 * limit / double(format.highest() - format.lowest()), m_smallestScale), 0);
    }

private:
    std::vector<float> countsOf(const at::Tensor& batch, float least, float most) const
    {
        const auto counts = at::histc(batch, std::int64_t(m_seen.counts.size()), std::trunc(least), std::trunc(most));
        return {counts.data_ptr<float>(), counts.data_ptr<float>() + counts.numel()};
    }

    /// @p least and @p most: of all that was seen and the batch.
    void join(const at::Tensor& batch, float least, float most)
    {
        const auto bins = float(m_seen.counts.size());
        const float fine = (m_seen.highest - m_seen.lowest) / float(std::int64_t(m_seen.counts.size()) * m_upsampling);
        const float ratio = std::ceil((most - least) / (bins * fine));
        if (!(ratio < 1e15f)) { // what was seen is a single point beside the batch
            m_seen = {countsOf(batch, least, most), least, most};
            return;
        }
        // Only the upper limit gives way, so that a range from 0 stays one.
        most += ratio * (bins * fine) - (most - least);
        auto counts = countsOf(batch, least, most);
        if (least == m_seen.lowest && most == m_seen.highest)
            std::ranges::transform(counts, m_seen.counts, counts.begin(), std::plus<>());
        else
            addSpread(counts, std::int64_t(ratio), std::int64_t(std::nearbyint((m_seen.lowest - least) / fine)));
        m_seen = {std::move(counts), least, most};
    }

    /// Adds what was seen, each bin spread over `upsample_rate` fine ones, the first at @p start, of which @p perBin
    /// make a bin of @p counts.
    void addSpread(std::vector<float>& counts, std::int64_t perBin, std::int64_t start) const
    {
        std::vector<double> sums(m_seen.counts.size() + 1);
        for (std::size_t i = 0; i < m_seen.counts.size(); ++i)
            sums[i + 1] = sums[i] + double(m_seen.counts[i]) * double(m_upsampling);
        const auto below = [&](std::int64_t fine) {
            const auto place = std::clamp<std::int64_t>(fine - start, 0, std::int64_t(sums.size() - 1) * m_upsampling);
            const auto bin = std::size_t(place / m_upsampling);
            const auto rest = double(place % m_upsampling);
            return sums[bin] + (rest > 0.0 ? rest * double(m_seen.counts[bin]) : 0.0);
        };
        float before = 0.0f;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            const double upTo = below(std::int64_t(k + 1) * perBin);
            counts[k] += float((upTo - double(before)) / double(m_upsampling));
            before = float(upTo);
        }
    }

    RunningHistogram m_seen;
    std::int64_t m_upsampling;
    double m_smallestScale;
    bool m_hasSeenValues = false;
};

} // namespace

ObserverDefinition histogram()
{
    return {"histogram", "torch's HistogramObserver: bounds that lose least over a histogram",
            makeFrom<HistogramObserver>};
}

} // namespace ql::quant::observers
