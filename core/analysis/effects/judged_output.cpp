// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/judged_output.h"

#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace ql::analysis {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

std::optional<std::int64_t> integerIn(std::string_view text)
{
    text = trimmed(text);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// The indices of an axis of @p size that @p text, "4:84", ":" or "3", means.
std::optional<Range> rangeIn(std::string_view text, std::int64_t size)
{
    const auto colon = text.find(':');
    const auto bound = [size](std::string_view word, std::int64_t otherwise) -> std::optional<std::int64_t> {
        if (trimmed(word).empty())
            return otherwise;
        const auto number = integerIn(word);
        return number ? std::optional(std::clamp(*number < 0 ? *number + size : *number, std::int64_t(0), size))
                      : std::nullopt;
    };
    if (colon == std::string_view::npos) {
        const auto index = integerIn(text);
        const auto place = index && *index < 0 ? *index + size : index.value_or(size);
        return place >= 0 && place < size ? std::optional(Range{place, place + 1}) : std::nullopt;
    }
    const auto begin = bound(text.substr(0, colon), 0);
    const auto end = bound(text.substr(colon + 1), size);
    return begin && end && *begin < *end ? std::optional(Range{*begin, *end}) : std::nullopt;
}

double worstOf(const results::OutputComparison& output)
{
    const double whole = output.metrics->sqnrDb;
    if (!output.worstSlice)
        return whole;
    return std::min(whole, output.worstSlice->sqnrDb, Rising<NaNs::First>());
}

} // namespace

std::optional<at::Tensor> sliceOf(const at::Tensor& tensor, std::string_view slice)
{
    std::string_view text = trimmed(slice);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    auto part = tensor;
    for (std::int64_t axis = 0; !text.empty(); ++axis) {
        const auto comma = std::min(text.find(','), text.size());
        const auto range = axis < tensor.dim() ? rangeIn(text.substr(0, comma), tensor.size(axis)) : std::nullopt;
        if (!range)
            return std::nullopt;
        part = part.slice(axis, range->begin, range->end);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return part.contiguous();
}

at::Tensor slicedAs(const at::Tensor& tensor, const std::string& slice)
{
    return sliceOf(tensor, slice).value_or(tensor);
}

double JudgedOutput::analysisDb(const ops::Tensor& baseline, const ops::Tensor& analysis) const
{
    const auto x = measurable(baseline);
    const auto y = measurable(analysis);
    if (!x.isDefined() || !y.isDefined())
        return kNaN;
    const auto numbers = turnedBack(toFloats(y, dequantizer ? &*dequantizer : nullptr), x.shape(), LayoutChange::None);
    return numbers.sizes() == x.data.sizes() ? measure(toFloats(x), numbers) : kNaN;
}

double JudgedOutput::baselineDb(const ops::Tensor& baseline, const ops::Tensor& other) const
{
    const auto x = measurable(baseline);
    const auto y = measurable(other);
    if (!x.isDefined() || !y.isDefined() || x.shape() != y.shape())
        return kNaN;
    return measure(toFloats(x), toFloats(y));
}

std::optional<JudgedOutput> judgedOutputOf(const results::CompareResult& result, const MatchedModels& models)
{
    const auto partners = pairOutputs(models.baselineGraph, models.analysisGraph);
    const results::OutputComparison* worst = nullptr;
    JudgedOutput judged;
    for (std::size_t i = 0; i < std::min(partners.size(), result.outputs.size()); ++i) {
        const auto& output = result.outputs[i];
        if (!partners[i] || !output.metrics)
            continue;
        if (worst && !Rising<NaNs::First>()(worstOf(output), worstOf(*worst)))
            continue;
        worst = &output;
        judged.baseline = i;
        judged.analysis = *partners[i];
    }
    if (!worst)
        return std::nullopt;
    judged.name = worst->name;
    judged.knownDb = worstOf(*worst);
    const bool isSliceWorse =
        worst->worstSlice && Rising<NaNs::First>()(worst->worstSlice->sqnrDb, worst->metrics->sqnrDb);
    judged.slice = isSliceWorse ? worst->worstSlice->slice : std::string();
    judged.dequantizer = outputDequantizer(models.baselineGraph, models.baselineGraph.outputs()[judged.baseline],
                                           models.analysisGraph, models.analysisGraph.outputs()[judged.analysis]);
    judged.measure = [slice = judged.slice](const at::Tensor& baseline, const at::Tensor& other) {
        ErrorEnergy energy;
        energy.add({slicedAs(baseline, slice), graph::DataType::Float},
                   {slicedAs(other, slice), graph::DataType::Float});
        return energy.db();
    };
    return judged;
}

} // namespace ql::analysis
