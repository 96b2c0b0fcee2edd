// SPDX-License-Identifier: GPL-3.0-or-later
// SNQ (AMCT's guide): cluster centres instead of equal steps, 16 for 4 bits. Lloyd's iteration from one of three
// starts; then each centre is put on the grid of an 8-bit scale, so that a centre is an int8 code times the scale. Over
// a sketch, whose limit of 65,536 exact values holds any channel of a usual weight.
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/quant/observed_values.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace ql::quant::observers {

namespace {

constexpr double kHighestCode = 127.0;

struct Weighted {
    double value;
    double count;
};

class SnqObserver final : public SketchObserver {
public:
    explicit SnqObserver(const ObserverSettings& settings)
        : m_iterations(int(settings.number("max_iteration", 1000, 500, 2000)))
        , m_smallestMove(settings.number("cali_min_distance", 1e-10, 1e-10, 1e-3))
        , m_start(settings.initialization.empty() ? "uniform" : settings.initialization)
    {
        if (m_start != "uniform" && m_start != "gaussian" && m_start != "d2sampling")
            throw Error(ErrorCode::BadArgument,
                        Message("observer snq: init_algo is {}, expected uniform, gaussian or d2sampling", m_start));
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        std::vector<Weighted> values;
        sketch().forEach([&](double value, double count) { values.push_back({value, count}); });
        const auto centres = values.empty() ? std::vector{0.0} : clustered(values, std::size_t(1) << format.bits);
        const double limit = std::max(std::abs(centres.front()), std::abs(centres.back()));
        auto parameters = perTensor(limit > 0.0 ? limit / kHighestCode : 1.0, 0);
        std::vector<std::int32_t> codes;
        for (const double centre : centres)
            codes.push_back(std::int32_t(std::nearbyint(centre / parameters.scales.front())));
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        parameters.codes.push_back(std::move(codes));
        return parameters;
    }

private:
    std::vector<double> clustered(const std::vector<Weighted>& values, std::size_t count) const
    {
        auto centres = startingCentres(values, count);
        for (int i = 0; i < m_iterations; ++i)
            if (move(centres, values) <= m_smallestMove)
                break;
        return centres;
    }

    std::vector<double> startingCentres(const std::vector<Weighted>& values, std::size_t count) const
    {
        std::vector<double> centres;
        const double low = values.front().value;
        const double high = values.back().value;
        if (m_start == "uniform")
            for (std::size_t i = 0; i < count; ++i)
                centres.push_back(low + (high - low) * double(i) / double(count - 1));
        else if (m_start == "gaussian")
            centres = gaussianCentres(values, count);
        else
            centres = distantCentres(values, count);
        std::ranges::sort(centres, Rising<NaNs::Last>());
        return centres;
    }

    static std::vector<double> gaussianCentres(const std::vector<Weighted>& values, std::size_t count)
    {
        double sum = 0.0;
        double squares = 0.0;
        double total = 0.0;
        for (const auto& each : values) {
            sum += each.count * each.value;
            squares += each.count * each.value * each.value;
            total += each.count;
        }
        const double mean = sum / total;
        std::mt19937 random; // the default seed: calibration must give the same result each time
        std::normal_distribution<double> distribution(mean, std::sqrt(std::max(1e-30, squares / total - mean * mean)));
        std::vector<double> centres(count);
        std::generate(centres.begin(), centres.end(), [&] { return distribution(random); });
        return centres;
    }

    /// Each next centre is a value drawn with the square of its distance to the nearest centre as weight.
    static std::vector<double> distantCentres(const std::vector<Weighted>& values, std::size_t count)
    {
        std::mt19937 random;
        std::vector<double> centres{values[values.size() / 2].value};
        std::vector<double> weights(values.size());
        while (centres.size() < count) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                double nearest = std::abs(values[i].value - centres.front());
                for (const double centre : centres)
                    nearest = std::min(nearest, std::abs(values[i].value - centre));
                weights[i] = values[i].count * nearest * nearest + 1e-300;
            }
            centres.push_back(
                values[std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(random)].value);
        }
        return centres;
    }

    /// Each centre becomes the mean of the values nearest to it. Gives the largest move.
    static double move(std::vector<double>& centres, const std::vector<Weighted>& values)
    {
        double largest = 0.0;
        std::size_t i = 0;
        const auto before = centres;
        for (std::size_t centre = 0; centre < centres.size(); ++centre) {
            const bool isLast = centre + 1 == centres.size();
            const double border = isLast ? 0.0 : (before[centre] + before[centre + 1]) / 2.0;
            double sum = 0.0;
            double count = 0.0;
            for (; i < values.size() && (isLast || values[i].value <= border); ++i) {
                sum += values[i].count * values[i].value;
                count += values[i].count;
            }
            if (count > 0.0)
                centres[centre] = sum / count;
            largest = std::max(largest, std::abs(centres[centre] - before[centre]));
        }
        return largest;
    }

    int m_iterations;
    double m_smallestMove;
    std::string m_start;
};

} // namespace

ObserverDefinition snq()
{
    return {"snq", "cluster centres, 4-bit non-uniform", makeFrom<SnqObserver>};
}

} // namespace ql::quant::observers
