// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/passes/reduced_rows.h"
#include "core/ops/passes/rows.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/thread_parts.h"

#include <utility>

namespace ql::ops::kernels::reduction {

namespace {

using Axes = graph::Shape;
/// Reduces the given axes (at least one), keeping them with size 1.
using Formula = at::Tensor (*)(const at::Tensor& x, const Axes& axes);

at::Tensor sum(const at::Tensor& x, const Axes& axes)
{
    return summed(x, axes);
}

at::Tensor mean(const at::Tensor& x, const Axes& axes)
{
    if (at::isFloatingType(x.scalar_type()))
        return averaged(x, axes);
    std::int64_t count = 1;
    for (const auto axis : axes)
        count *= x.size(axis);
    return at::div(sum(x, axes), std::max<std::int64_t>(count, 1), "trunc");
}

at::Tensor product(const at::Tensor& x, const Axes& axes)
{
    auto result = x;
    for (const auto axis : axes)
        result = at::prod(result, axis, true, x.scalar_type());
    return result;
}

/// The extreme of nothing is the element type's other end.
template <typename Extreme>
at::Tensor extreme(const at::Tensor& x, const Axes& axes, double ofNothing, Extreme reduce)
{
    if (x.numel() > 0)
        return reduce(x, axes);
    auto shape = x.sizes().vec();
    for (const auto axis : axes)
        shape[static_cast<std::size_t>(axis)] = 1;
    if (graph::elementCount(shape) > 0 && !at::isFloatingType(x.scalar_type()))
        throw Error(ErrorCode::ShapeMismatch, "input 0 has no elements to reduce");
    return at::full(shape, ofNothing, x.options());
}

/// Rows shorter than this LibTorch reduces one element after the other.
bool hasShortRows(const at::Tensor& x, const Axes& axes)
{
    constexpr std::int64_t kShort = 1024;
    return areContiguousFloats(x) && x.numel() > 0 && axes.size() == 1 && axes.front() == x.dim() - 1
           && x.size(-1) <= kShort;
}

at::Tensor extremesOfRows(const at::Tensor& x, Extremum extremum)
{
    auto shape = x.sizes().vec();
    const auto size = std::exchange(shape.back(), 1), rows = x.numel() / size;
    auto y = newTensor(shape, at::kFloat);
    forEachPart(rows, x.numel() * kProductsPerElement, [&](std::int64_t begin, std::int64_t end) {
        takeRowExtremes(extremum, x.data_ptr<float>() + begin * size, y.data_ptr<float>() + begin,
                        std::size_t(end - begin), std::size_t(size));
    });
    return y;
}

at::Tensor maximum(const at::Tensor& x, const Axes& axes)
{
    if (hasShortRows(x, axes))
        return extremesOfRows(x, Extremum::Highest);
    return extreme(x, axes, -std::numeric_limits<double>::infinity(),
                   [](const at::Tensor& elements, const Axes& along) { return at::amax(elements, along, true); });
}

at::Tensor minimum(const at::Tensor& x, const Axes& axes)
{
    if (hasShortRows(x, axes))
        return extremesOfRows(x, Extremum::Lowest);
    return extreme(x, axes, std::numeric_limits<double>::infinity(),
                   [](const at::Tensor& elements, const Axes& along) { return at::amin(elements, along, true); });
}

at::Tensor sumOfSquares(const at::Tensor& x, const Axes& axes)
{
    return sum(isMappable(x) ? mapped(UnaryMap::Square, x) : x.mul(x), axes);
}

at::Tensor sumOfMagnitudes(const at::Tensor& x, const Axes& axes)
{
    return sum(x.abs(), axes);
}

at::Tensor euclideanNorm(const at::Tensor& x, const Axes& axes)
{
    if (at::isFloatingType(x.scalar_type()))
        return sumOfSquares(x, axes).sqrt_();
    return sumOfSquares(x.to(at::kDouble), axes).sqrt_();
}

at::Tensor logOfSum(const at::Tensor& x, const Axes& axes)
{
    return sum(x, axes).log();
}

at::Tensor logOfSumOfExponentials(const at::Tensor& x, const Axes& axes)
{
    return at::logsumexp(at::isFloatingType(x.scalar_type()) ? x : x.to(at::kDouble), axes, true);
}

struct Reduction {
    Formula formula = nullptr;
    bool keepsAxes = true;
    bool nothingMeansNone = false; ///< no axes reduce no axis instead of all
    bool hasAxes = false;
    Axes axes;
};

Axes reducedAxes(const KernelCall& call, const Reduction& reduction, std::int64_t rank)
{
    const auto given = axesOf(call, 1, reduction.axes, reduction.hasAxes).value_or(Axes{});
    Axes result;
    for (const auto axis : given)
        result.push_back(normalizedAxis(axis, rank));
    if (given.empty() && !reduction.nothingMeansNone)
        for (std::int64_t axis = 0; axis < rank; ++axis)
            result.push_back(axis);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::vector<Tensor> evaluate(const KernelCall& call, const Reduction& reduction)
{
    const auto& x = call.required(0);
    const auto axes = reducedAxes(call, reduction, x.data.dim());
    // Over nothing, too, the formulas (norms, logarithms) apply: over an axis of one. Earlier texts of the standard let
    // the input of noop_with_empty_axes through; the newest one says this.
    const bool isAlone = axes.empty() || x.data.dim() == 0;
    auto result = reduction.formula(isAlone ? computable(x).unsqueeze(0) : computable(x), isAlone ? Axes{0} : axes);
    if (isAlone)
        result = result.squeeze(0);
    else if (!reduction.keepsAxes)
        for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
            result = result.squeeze(*axis);
    return {storedAs(std::move(result), x.type)};
}

/// The axes are an attribute in older opsets and an input in newer ones; no version has both.
OperatorDefinition definition(std::string name, Formula formula)
{
    return {"", std::move(name), 1, kLatestOpset, [formula](const graph::Node& node) -> Kernel {
                Reduction reduction;
                reduction.formula = formula;
                reduction.keepsAxes = node.attributes.intOr("keepdims", 1) != 0;
                reduction.nothingMeansNone = node.attributes.intOr("noop_with_empty_axes", 0) != 0;
                reduction.hasAxes = node.attributes.has("axes");
                reduction.axes = node.attributes.intsOr("axes", {});
                return [reduction](const KernelCall& call) { return evaluate(call, reduction); };
            }};
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("ReduceL1", sumOfMagnitudes),
            definition("ReduceL2", euclideanNorm),
            definition("ReduceLogSum", logOfSum),
            definition("ReduceLogSumExp", logOfSumOfExponentials),
            definition("ReduceMax", maximum),
            definition("ReduceMean", mean),
            definition("ReduceMin", minimum),
            definition("ReduceProd", product),
            definition("ReduceSum", sum),
            definition("ReduceSumSquare", sumOfSquares)};
}

} // namespace ql::ops::kernels::reduction
