// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/constants/axis_factors.h"

#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kLarge = 0.25;                 ///< of the channel's largest number: rounding moves it little
constexpr double kSameLog = 0.1;                ///< logarithms of factors that are the same but for rounding
constexpr double kMostOff = 0.1;                ///< of the numbers that the factors may not explain
constexpr std::int64_t kFewest = 2;             ///< numbers of an input channel that is given a factor
constexpr std::int64_t kMostLookedAt = 1 << 22; ///< numbers of a constant
constexpr int kRounds = 2;                      ///< of medians along both axes in turn

double medianOf(std::vector<double>& numbers)
{
    if (numbers.empty())
        return kNaN;
    const auto middle = numbers.begin() + std::ptrdiff_t(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

/// log(y / x) of one large number, and where it stands.
struct Ratio {
    std::int64_t output;
    std::int64_t input;
    double log;
};

/// The large numbers of two constants [outputs, inputs, others]. @p opposite counts those of opposite signs.
std::vector<Ratio> ratiosOf(const at::Tensor& xs, const at::Tensor& ys, std::size_t& opposite)
{
    std::vector<Ratio> ratios;
    const auto outputs = xs.size(0), others = xs.size(2), each = xs.size(1) * others;
    const auto every = xs.numel() / kMostLookedAt + 1; // begun elsewhere in each channel, so that all inputs are met
    const auto* x = xs.data_ptr<float>();
    const auto* y = ys.data_ptr<float>();
    for (std::int64_t o = 0; o < outputs; ++o, x += each, y += each) {
        float farthest = 0.0F;
        for (std::int64_t i = o % every; i < each; i += every)
            farthest = std::fmax(farthest, std::abs(y[i]));
        for (std::int64_t i = o % every; i < each; i += every) {
            if (!(std::abs(y[i]) >= kLarge * farthest) || y[i] == 0.0F || x[i] == 0.0F || !std::isfinite(x[i]))
                continue;
            if ((x[i] > 0.0F) == (y[i] > 0.0F))
                ratios.push_back({o, i / others, std::log(double(y[i]) / double(x[i]))});
            else
                ++opposite;
        }
    }
    return ratios;
}

/// Median of what is left of each place's ratios by @p rest.
template <typename Place, typename Rest>
std::vector<double> mediansBy(const std::vector<Ratio>& ratios, std::int64_t count, Place place, Rest rest)
{
    std::vector<std::vector<double>> groups;
    groups.resize(std::size_t(count));
    for (const auto& ratio : ratios)
        groups[std::size_t(place(ratio))].push_back(rest(ratio));
    std::vector<double> medians;
    for (auto& group : groups)
        medians.push_back(medianOf(group));
    return medians;
}

std::vector<double> exponentials(std::vector<double> logs)
{
    for (double& log : logs)
        log = std::exp(log);
    return logs;
}

/// Logarithms of the factors of both axes. The axis that has the greater factors is to be @p first: the medians of the
/// other's then start from what is left.
class AxisLogs {
public:
    enum class First { Outputs, Inputs };

    AxisLogs(const std::vector<Ratio>& ratios, std::int64_t outputs, std::int64_t inputs, First first)
        : m_hasInputs(inputs > 1 && outputs >= kFewest)
        , m_output(std::size_t(outputs), 0.0)
        , m_input(std::size_t(inputs), 0.0)
    {
        if (m_hasInputs && first == First::Inputs)
            findInputs(ratios);
        for (int round = 0; round < (m_hasInputs ? kRounds : 1); ++round) {
            findOutputs(ratios);
            if (m_hasInputs)
                findInputs(ratios);
        }
    }

    bool explains(const Ratio& ratio) const
    {
        return std::abs(ratio.log - at(m_output, ratio.output) - at(m_input, ratio.input)) <= kSameLog;
    }
    AxisFactors factors() const
    {
        return {exponentials(m_output), m_hasInputs ? exponentials(m_input) : std::vector<double>()};
    }

    bool hasInputs() const { return m_hasInputs; }

private:
    void findOutputs(const std::vector<Ratio>& ratios)
    {
        m_output = mediansBy(
            ratios, std::int64_t(m_output.size()), [](const Ratio& ratio) { return ratio.output; },
            [this](const Ratio& ratio) { return ratio.log - at(m_input, ratio.input); });
    }
    void findInputs(const std::vector<Ratio>& ratios)
    {
        m_input = mediansBy(
            ratios, std::int64_t(m_input.size()), [](const Ratio& ratio) { return ratio.input; },
            [this](const Ratio& ratio) { return ratio.log - at(m_output, ratio.output); });
    }

    static double at(const std::vector<double>& logs, std::int64_t place)
    {
        const double log = logs[std::size_t(place)];
        return std::isnan(log) ? 0.0 : log;
    }

    bool m_hasInputs;
    std::vector<double> m_output;
    std::vector<double> m_input;
};

/// [outputs, inputs, others]
at::Tensor byAxes(const at::Tensor& constant, std::optional<std::int64_t> output, std::optional<std::int64_t> input)
{
    if (!output || constant.dim() < 2)
        return constant.reshape({-1, 1, 1}).contiguous();
    if (!input)
        return constant.movedim(*output, 0).flatten(1).unsqueeze(1).contiguous();
    const auto front = constant.movedim({*output, *input}, {0, 1});
    return front.reshape({front.size(0), front.size(1), -1}).contiguous();
}

} // namespace

bool AxisFactors::differ(const std::vector<double>& factors)
{
    double low = kNaN, high = kNaN;
    for (const double factor : factors) {
        low = std::fmin(low, factor);
        high = std::fmax(high, factor);
    }
    return low > 0.0 && std::log(high / low) > kSameLog;
}

std::optional<AxisFactors> axisFactors(const at::Tensor& baseline, const at::Tensor& analysis,
                                       std::optional<std::int64_t> outputAxis, std::optional<std::int64_t> inputAxis)
{
    if (baseline.numel() == 0)
        return std::nullopt;
    const auto xs = byAxes(baseline, outputAxis, inputAxis);
    std::size_t opposite = 0;
    const auto ratios = ratiosOf(xs, byAxes(analysis, outputAxis, inputAxis), opposite);
    const double most = kMostOff * double(ratios.size() + opposite);
    if (ratios.empty() || double(opposite) > most)
        return std::nullopt;
    for (const auto first : {AxisLogs::First::Outputs, AxisLogs::First::Inputs}) {
        const AxisLogs logs(ratios, xs.size(0), xs.size(1), first);
        const auto off = std::ranges::count_if(ratios, [&logs](const Ratio& ratio) { return !logs.explains(ratio); });
        if (double(off) + double(opposite) <= most)
            return logs.factors();
        if (!logs.hasInputs())
            break;
    }
    return std::nullopt;
}

std::optional<std::int64_t> inputAxisOf(const at::Tensor& weight, std::optional<std::int64_t> outputAxis)
{
    if (!outputAxis || weight.dim() < 2)
        return std::nullopt;
    return *outputAxis == 0 ? 1 : *outputAxis - 1;
}

} // namespace ql::analysis
