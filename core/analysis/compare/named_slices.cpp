// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/named_slices.h"

#include "core/analysis/layers/tensor_slice.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace ql::analysis {

namespace {

std::optional<results::Metrics> measuredIn(const std::string& slice, const runs::Tensor& baseline,
                                           const runs::Tensor& analysis)
{
    if (!baseline.isDefined() || !analysis.isDefined() || baseline.shape() != analysis.shape())
        return std::nullopt;
    const auto x = sliceOf(toFloats(baseline), slice);
    const auto y = sliceOf(toFloats(analysis), slice);
    if (!x || !y)
        throw Error(
            ErrorCode::BadArgument,
            Message("{} is no slice of an output with the shape [{}]", slice, fmt::join(baseline.shape(), ", ")),
            "write it as of an array, without steps: y[:, 4:84], y[0], y[-1:]");
    return compareTensors(x->data_ptr<float>(), y->data_ptr<float>(), std::size_t(x->numel())).metrics;
}

} // namespace

void compareSlices(results::CompareResult& result, const std::vector<std::string>& slices, const PairedOutputs& outputs)
{
    for (const auto& text : slices) {
        const auto named = [&result](const std::string& name) {
            return std::ranges::find(result.outputs, name, &results::OutputComparison::name);
        };
        if (named(text) != result.outputs.end())
            continue;
        const auto bracket = std::min(text.rfind('['), text.size());
        const auto output = named(text.substr(0, bracket));
        const auto place = std::size_t(output - result.outputs.begin());
        if (output == result.outputs.end() || place >= outputs.analysis.size())
            throw Error(ErrorCode::BadArgument, Message("no output that was compared is called {}", text),
                        "compare without a condition prints the names");
        const auto slice = text.substr(bracket);
        output->slices.push_back({slice, measuredIn(slice, outputs.baseline[place], outputs.analysis[place])});
    }
}

} // namespace ql::analysis
