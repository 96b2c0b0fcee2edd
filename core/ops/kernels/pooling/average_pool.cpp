// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"

#include <cmath>

namespace ql::ops::kernels::average_pool {

namespace {

struct PoolAttributes {
    WindowAttributes window;
    bool roundsUp = false;
    bool countsPadding = false;
    std::int64_t order = 2; ///< p of LpPool
};

PoolAttributes poolAttributes(const graph::Node& node)
{
    const bool hasFloatOrder = node.opset == 1 && node.attributes.has("p");
    const auto order = hasFloatOrder ? std::llround(node.attributes.floatOr("p", 2.0)) : node.attributes.intOr("p", 2);
    PoolAttributes attributes{windowAttributes(node), node.attributes.intOr("ceil_mode", 0) != 0,
                              node.attributes.intOr("count_include_pad", 0) != 0, order};
    if (attributes.window.kernel.empty())
        throw Error(ErrorCode::InvalidNode, "attribute kernel_shape is missing");
    if (attributes.order < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute p is {}, expected ≥ 1", attributes.order));
    return attributes;
}

/// A window on one input, with what follows from both.
struct Pooling {
    Window window;
    graph::Shape input;
    graph::Shape output;
};

Pooling poolingOf(const Tensor& x, const PoolAttributes& attributes)
{
    expectFloat(x, "input 0");
    if (x.data.dim() < 3)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3 or more", x.data.dim()));
    Pooling pooling{resolved(attributes.window, x.data.sizes().slice(2), attributes.window.kernel),
                    x.data.sizes().slice(2).vec(),
                    {}};
    for (std::size_t i = 0; i < pooling.input.size(); ++i)
        pooling.output.push_back(pooling.window.outputSize(i, pooling.input[i], attributes.roundsUp));
    return pooling;
}

/// Every window laid out: one axis for each position, then one for each place in the window. A view of the padded
/// input.
at::Tensor windows(const at::Tensor& x, const Pooling& pooling)
{
    const auto& window = pooling.window;
    auto end = window.padsEnd;
    for (std::size_t i = 0; i < window.rank(); ++i)
        end[i] = std::max(end[i], (pooling.output[i] - 1) * window.strides[i] + window.span(i) - pooling.input[i]
                                      - window.padsBegin[i]);
    auto result = padded(x, window.padsBegin, end, 0);
    for (std::size_t i = 0; i < window.rank(); ++i)
        result = result.unfold(static_cast<std::int64_t>(i) + 2, window.span(i), window.strides[i])
                     .narrow(static_cast<std::int64_t>(i) + 2, 0, pooling.output[i])
                     .slice(-1, 0, window.span(i), window.dilations[i]);
    return result;
}

graph::Shape placeAxes(const Window& window)
{
    graph::Shape axes;
    for (std::size_t i = 0; i < window.rank(); ++i)
        axes.push_back(static_cast<std::int64_t>(2 + window.rank() + i));
    return axes;
}

/// How many elements each window averages on one axis.
at::Tensor counts(const Pooling& pooling, std::size_t axis, bool countsPadding)
{
    const auto& window = pooling.window;
    const auto low = countsPadding ? -window.padsBegin[axis] : 0;
    const auto high = pooling.input[axis] + (countsPadding ? window.padsEnd[axis] : 0);
    std::vector<double> result;
    for (std::int64_t position = 0; position < pooling.output[axis]; ++position) {
        double count = 0;
        for (std::int64_t place = 0; place < window.kernel[axis]; ++place) {
            const auto index =
                position * window.strides[axis] - window.padsBegin[axis] + place * window.dilations[axis];
            count += index >= low && index < high ? 1 : 0;
        }
        result.push_back(count);
    }
    return at::tensor(result, at::kDouble);
}

at::Tensor averaged(const at::Tensor& x, const Pooling& pooling, bool countsPadding)
{
    const auto rank = pooling.window.rank();
    auto divisor = at::ones({}, at::kDouble);
    for (std::size_t i = 0; i < rank; ++i) {
        graph::Shape alongAxis(rank, 1);
        alongAxis[i] = -1;
        divisor = divisor.mul(counts(pooling, i, countsPadding).view(alongAxis));
    }
    return windows(x, pooling).sum(placeAxes(pooling.window)).div_(divisor.to(x.device(), x.scalar_type()));
}

/// Whether LibTorch's own average pooling takes the window, which is faster.
bool isPlain(const Pooling& pooling)
{
    const auto& window = pooling.window;
    if (!window.isSymmetric() || window.isDilated() || window.rank() > 3)
        return false;
    for (std::size_t i = 0; i < window.rank(); ++i)
        if (window.padsBegin[i] < 0 || window.padsBegin[i] > window.kernel[i] / 2)
            return false;
    return true;
}

at::Tensor plainlyAveraged(const at::Tensor& x, const Pooling& pooling, const PoolAttributes& attributes)
{
    const auto& window = pooling.window;
    const bool up = attributes.roundsUp;
    const bool all = attributes.countsPadding;
    if (isPoolable(x, window)) {
        graph::Shape sizes{x.size(0), x.size(1)};
        sizes.insert(sizes.end(), pooling.output.begin(), pooling.output.end());
        auto y = newTensor(sizes, at::kFloat);
        takeMean(x.data_ptr<float>(), y.data_ptr<float>(), poolSizes(x, window, pooling.output), all);
        return y;
    }
    switch (window.rank()) {
    case 1: return at::avg_pool1d(x, window.kernel, window.strides, window.padsBegin, up, all);
    case 2: return at::avg_pool2d(x, window.kernel, window.strides, window.padsBegin, up, all);
    default: return at::avg_pool3d(x, window.kernel, window.strides, window.padsBegin, up, all);
    }
}

Kernel bindAverage(const graph::Node& node)
{
    return [attributes = poolAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto pooling = poolingOf(x, attributes);
        const auto elements = computable(x);
        const auto y = isPlain(pooling) ? plainlyAveraged(elements, pooling, attributes)
                                        : averaged(elements, pooling, attributes.countsPadding);
        return {storedAs(y, x.type)};
    };
}

Kernel bindLp(const graph::Node& node)
{
    return [attributes = poolAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto pooling = poolingOf(x, attributes);
        const auto powers = computable(x).abs().pow_(attributes.order);
        const auto sums = windows(powers, pooling).sum(placeAxes(pooling.window));
        return {storedAs(sums.pow(1.0 / static_cast<double>(attributes.order)), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "AveragePool", 1, kLatestOpset, bindAverage}, {"", "LpPool", 1, kLatestOpset, bindLp}};
}

} // namespace ql::ops::kernels::average_pool
