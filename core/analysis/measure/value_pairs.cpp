// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/value_pairs.h"

#include "core/base/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

namespace ql::analysis {

namespace {

using results::PairDensity;
using results::ValuePair;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
bool isFinite(const FloatPair& tensors, std::size_t i)
{
    return std::isfinite(tensors.x[i]) && std::isfinite(tensors.y[i]);
}

double sizeOfError(const FloatPair& tensors, std::size_t i)
{
    return std::abs(double(tensors.y[i]) - double(tensors.x[i]));
}

/// The finite pairs' number and the places of the least and greatest x and y, the first of equals.
struct Extremes {
    std::size_t finite = 0;
    float lowX = float(kInfinity);
    float highX = -float(kInfinity);
    float lowY = float(kInfinity);
    float highY = -float(kInfinity);
    std::array<std::size_t, 4> places{kNone, kNone, kNone, kNone};

    void take(float x, float y, std::size_t place)
    {
        const auto keep = [place](float& known, float value, bool isFurther, std::size_t& at) {
            if (!isFurther)
                return;
            known = value;
            at = place;
        };
        ++finite;
        keep(lowX, x, x < lowX, places[0]);
        keep(highX, x, x > highX, places[1]);
        keep(lowY, y, y < lowY, places[2]);
        keep(highY, y, y > highY, places[3]);
    }
};

Extremes extremesOf(const FloatPair& tensors)
{
    Extremes extremes;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (isFinite(tensors, i))
            extremes.take(tensors.x[i], tensors.y[i], i);
    return extremes;
}

PairDensity densityOf(const FloatPair& tensors, const Extremes& extremes)
{
    PairDensity density;
    if (extremes.finite == 0)
        return density;
    constexpr std::size_t bins = PairDensity::kBins;
    density.low = std::min(extremes.lowX, extremes.lowY);
    density.high = std::max(extremes.highX, extremes.highY);
    density.counts.assign(bins * bins, 0);
    const double span = density.high - density.low;
    const double perUnit = span > 0.0 ? double(bins) / span : 0.0;
    const auto binOf = [&](float value) {
        return std::min(bins - 1, static_cast<std::size_t>((double(value) - density.low) * perUnit));
    };
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (isFinite(tensors, i))
            ++density.counts[binOf(tensors.y[i]) * bins + binOf(tensors.x[i])];
    return density;
}

/// The places of the @p most largest errors; of equal ones the first.
std::vector<std::size_t> worstPlaces(const FloatPair& tensors, std::size_t most)
{
    struct Found {
        double error;
        std::size_t place;
        bool operator>(const Found& other) const
        {
            return error != other.error ? error > other.error : place < other.place;
        }
    };
    std::priority_queue<Found, std::vector<Found>, std::greater<>> kept; // the least of them on top
    for (std::size_t i = 0; most > 0 && i < tensors.size(); ++i) {
        const double error = sizeOfError(tensors, i);
        if (!(error > 0.0) || !isFinite(tensors, i) || (kept.size() == most && error <= kept.top().error))
            continue;
        if (kept.size() == most)
            kept.pop();
        kept.push({error, i});
    }
    std::vector<std::size_t> places;
    for (; !kept.empty(); kept.pop())
        places.push_back(kept.top().place);
    return places;
}

/// Scatters consecutive numbers over all 64 bits (splitmix64), so that no stretch of elements repeats its place.
std::uint64_t scattered(std::uint64_t number)
{
    number += 0x9e3779b97f4a7c15ULL;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebULL;
    return number ^ (number >> 31);
}

std::vector<std::size_t> spreadPlaces(std::size_t size, std::size_t count)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::size_t>(double(size) * double(i) / double(count));
        const auto end = static_cast<std::size_t>(double(size) * double(i + 1) / double(count));
        if (begin < end)
            places.push_back(begin + scattered(i) % (end - begin));
    }
    return places;
}

std::vector<ValuePair> sampleOf(const FloatPair& tensors, const Extremes& extremes, const results::PairsChoice& choice)
{
    auto extreme = worstPlaces(tensors, std::min(choice.mostWorst, choice.most));
    for (const auto place : extremes.places)
        if (place != kNone && extreme.size() < choice.most)
            extreme.push_back(place);
    std::ranges::sort(extreme);
    extreme.erase(std::ranges::unique(extreme).begin(), extreme.end());
    const std::size_t size = tensors.size();
    auto places = extreme;
    const auto ordinary =
        extremes.finite <= choice.most ? spreadPlaces(size, size) : spreadPlaces(size, choice.most - extreme.size());
    places.insert(places.end(), ordinary.begin(), ordinary.end());
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    std::vector<ValuePair> sample;
    for (const auto place : places)
        if (isFinite(tensors, place))
            sample.push_back({place, tensors.x[place], tensors.y[place], std::ranges::binary_search(extreme, place)});
    return sample;
}

} // namespace

std::size_t FloatPair::size() const
{
    std::size_t product = 1;
    for (const auto extent : shape)
        product *= static_cast<std::size_t>(extent);
    return product;
}

results::ValuePairs pairValues(const FloatPair& tensors, const results::PairsChoice& choice)
{
    const auto extremes = extremesOf(tensors);
    return {densityOf(tensors, extremes), sampleOf(tensors, extremes, choice)};
}

} // namespace ql::analysis
