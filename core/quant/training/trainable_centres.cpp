// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/trainable_centres.h"

#include "core/base/order.h"
#include "core/quant/fake_quantization.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ql::quant {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::size_t kMostCentres = 16;
constexpr double kLowestCode = -128.0;
constexpr double kHighestCode = 127.0;

/// Centres of one list as codes, rising.
struct CodedList {
    float scale = 1.0f;
    std::vector<std::int32_t> codes;
    std::vector<std::size_t> places; ///< of each code's centre in the list
};

/// At @p scale, or where that takes more than 8 bits at one that spreads the farthest centre over them.
CodedList coded(std::span<const float> centres, float scale)
{
    const auto extent = extentOf(centres);
    const auto lowest = float(extent.low), highest = float(extent.high);
    if (std::nearbyint(lowest / scale) < kLowestCode || std::nearbyint(highest / scale) > kHighestCode)
        scale = float(std::max(std::abs(double(lowest)), std::abs(double(highest))) / kHighestCode);
    CodedList list{.scale = scale, .codes = {}, .places = std::vector<std::size_t>(centres.size())};
    std::iota(list.places.begin(), list.places.end(), std::size_t(0));
    std::ranges::stable_sort(list.places, Rising<NaNs::Last>(), [&](std::size_t place) { return centres[place]; });
    for (const auto place : list.places) {
        const double code = std::nearbyint(centres[place] / scale);
        list.codes.push_back(std::isfinite(code) ? std::int32_t(std::clamp(code, kLowestCode, kHighestCode)) : 0);
    }
    return list;
}

std::vector<CodedList> codedLists(const at::Tensor& centres, const std::vector<float>& scales)
{
    const auto plain = centres.detach().contiguous();
    const auto count = std::size_t(plain.size(1));
    std::vector<CodedList> lists;
    for (std::size_t i = 0; i < scales.size(); ++i)
        lists.push_back(coded({plain.data_ptr<float>() + i * count, count}, scales[i]));
    return lists;
}

/// Neighbours of a tensor that belong to the same list.
std::int64_t innerOf(const at::Tensor& tensor, std::size_t lists, std::int64_t axis)
{
    return lists == 1 ? std::max<std::int64_t>(1, tensor.numel()) : tensor.stride(axis);
}

class NearestCentre : public torch::autograd::Function<NearestCentre> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& weight, const at::Tensor& centres,
                              const std::vector<float>& scales, std::int64_t axis)
    {
        const auto from = weight.contiguous();
        const auto lists = codedLists(centres, scales);
        const auto inner = innerOf(from, lists.size(), axis);
        auto to = at::empty_like(from);
        auto members = at::empty(from.sizes(), at::kLong); // which of all centres each number belongs to
        const auto* source = from.data_ptr<float>();
        auto* target = to.data_ptr<float>();
        auto* member = members.data_ptr<std::int64_t>();
        for (std::int64_t i = 0; i < from.numel(); ++i) {
            const auto index = std::size_t(i / inner) % lists.size();
            const auto& list = lists[index];
            const auto nearest = nearestCode(source[i], list.scale, list.codes);
            target[i] = float(list.codes[nearest]) * list.scale;
            member[i] = std::int64_t(index) * centres.size(1) + std::int64_t(list.places[nearest]);
        }
        context->save_for_backward({centres, members});
        return to;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto by = gradients[0].contiguous();
        auto sums = at::zeros({saved[0].numel()}, at::kDouble);
        const auto* gradient = by.data_ptr<float>();
        const auto* member = saved[1].data_ptr<std::int64_t>();
        auto* sum = sums.data_ptr<double>();
        for (std::int64_t i = 0; i < by.numel(); ++i)
            sum[member[i]] += double(gradient[i]);
        return {by, sums.to(at::kFloat).reshape(saved[0].sizes()), {}, {}};
    }
};

/// [lists, centres]
at::Tensor centresOf(const Parameters& parameters)
{
    std::size_t most = 0;
    for (const auto& codes : parameters.codes)
        most = std::max(most, codes.size());
    std::vector<float> numbers;
    for (std::size_t i = 0; i < parameters.codes.size(); ++i)
        for (std::size_t k = 0; k < most; ++k) {
            const auto& codes = parameters.codes[i];
            numbers.push_back(float(codes[std::min(k, codes.size() - 1)]) * parameters.scales[i]);
        }
    return at::tensor(numbers).reshape({std::int64_t(parameters.codes.size()), std::int64_t(most)});
}

} // namespace

TrainableCentres::TrainableCentres(const PlannedQuantizer& quantizer, const at::Tensor& weight)
    : m_scales(quantizer.parameters.scales)
    , m_axis(quantizer.parameters.isPerTensor() ? -1 : quantizer.channelAxis)
    , m_start(centresOf(quantizer.parameters))
{
    const auto squares = (nearest(weight, m_start) - weight).square();
    const auto lists = std::int64_t(m_scales.size());
    const auto byList = m_axis < 0 ? squares.reshape({1, -1}) : squares.movedim(m_axis, 0).reshape({lists, -1});
    m_unit = byList.mean(1).mul(12.0).sqrt(); // a step's mean square error is its square over 12
}

at::Tensor TrainableCentres::centres(const at::Tensor& by) const
{
    return by.defined() ? m_start + m_unit.unsqueeze(1) * by : m_start;
}

at::Tensor TrainableCentres::nearest(const at::Tensor& weight, const at::Tensor& centres) const
{
    return NearestCentre::apply(weight, centres, m_scales, m_axis);
}

Parameters TrainableCentres::learned(const at::Tensor& by, const Parameters& before) const
{
    auto parameters = before;
    const auto lists = codedLists(centres(by), m_scales);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        parameters.scales[i] = lists[i].scale;
        auto codes = lists[i].codes;
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        parameters.codes[i] = std::move(codes);
    }
    return parameters;
}

bool hasLearnableCentres(const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    const auto isFew = [](const auto& codes) { return !codes.empty() && codes.size() <= kMostCentres; };
    return quantizer.role == QuantizerRole::Weight && !quantizer.settings.number
           && !quantizer.settings.hasPowerOfTwoScales && !parameters.codes.empty()
           && parameters.codes.size() == parameters.scales.size() && std::ranges::all_of(parameters.codes, isFew)
           && std::ranges::count(parameters.zeroPoints, 0) == std::ptrdiff_t(parameters.zeroPoints.size());
}

} // namespace ql::quant
