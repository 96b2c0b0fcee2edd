// SPDX-License-Identifier: GPL-3.0-or-later
// Of the domain quantloupe: QLinearConv, QLinearMatMul, QGemm, QLinearAdd and QLinearMul on integers of up to 16 bits,
// with the inputs of the operators that others know by these names. The attribute `bits` tells how wide the result is.
// ConvInteger and MatMulInteger likewise, with sums in int64. Sums are exact: doubles hold every integer up to 2^53.
#include "core/base/error.h"
#include "core/ops/quantization/exact_integer.h"
#include "core/ops/registry.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::wide_integers {

namespace {

using graph::DataType;

struct Width {
    explicit Width(const graph::Node& node)
        : bits(node.attributes.intOr("bits", kWidest))
    {
        if (bits < 2 || bits > kWidest)
            throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2 to 16", bits));
    }

    static constexpr std::int64_t kWidest = 16;
    std::int64_t bits;
};

/// Integers less their zero points, and what one of them is worth.
struct Operand {
    at::Tensor numbers; ///< whole, as doubles
    std::vector<float> scales;
};

/// One per index of @p axis, to be added to or multiplied by a tensor of @p rank.
at::Tensor along(const at::Tensor& perChannel, std::int64_t axis, std::int64_t rank)
{
    if (perChannel.numel() == 1 || rank == 0)
        return perChannel.reshape({});
    std::vector<std::int64_t> shape(std::size_t(rank), 1);
    shape[std::size_t(axis < 0 ? axis + rank : axis)] = perChannel.numel();
    return perChannel.view(shape);
}

Operand operandOf(const KernelCall& call, std::size_t slot, const Message& name, std::int64_t axis,
                  Granularity granularity)
{
    const Tensor& values = call.required(slot);
    expectType(values, name, {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16});
    const auto rank = values.data.dim();
    const auto position = axis < 0 ? axis + rank : axis;
    const bool isPerChannel = granularity == Granularity::PerChannel && position >= 0 && position < rank;
    auto parameters = readParameters(call.required(slot + 1), call.input(slot + 2), name, values.type,
                                     isPerChannel ? values.data.size(position) : 1, position);
    const auto zeroPoints = at::tensor(parameters.zeroPoints, at::kDouble);
    return {values.data.to(at::kDouble).sub(along(zeroPoints, position, rank)), std::move(parameters.scales)};
}

/// What the operator is told about its result.
struct Result {
    Result(const KernelCall& call, std::size_t slot, const Width& width)
        : type(call.required(slot + 1).type)
    {
        const auto parameters = readPerTensor(call.required(slot), call.required(slot + 1), "y", type);
        scale = parameters.scales.front();
        zeroPoint = parameters.zeroPoints.front();
        const bool isSigned = graph::lowestOf(type) < 0;
        lowest = std::max(isSigned ? -(std::int64_t{1} << (width.bits - 1)) : 0, graph::lowestOf(type));
        highest = std::min((std::int64_t{1} << (isSigned ? width.bits - 1 : width.bits)) - 1, graph::highestOf(type));
    }

    /// @p steps of the result's scale, rounded half to even.
    std::vector<Tensor> of(const at::Tensor& steps) const
    {
        const auto integers = at::round(steps).add(double(zeroPoint)).clamp(double(lowest), double(highest));
        return {{integers.to(storageType(type)), type}};
    }

    DataType type;
    double scale = 1.0;
    std::int64_t zeroPoint = 0;
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
};

/// Integers less their zero points where no scale is told.
at::Tensor numbersOf(const KernelCall& call, std::size_t slot, const Message& name, std::int64_t axis,
                     Granularity granularity)
{
    const Tensor& values = call.required(slot);
    expectType(values, name, {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16});
    const auto rank = values.data.dim();
    const auto position = axis < 0 ? axis + rank : axis;
    const Message what("{}_zero_point", name);
    const auto zeroPoints = readZeroPoints(call.input(slot + 2), what, values.type);
    const bool isPerChannel = granularity == Granularity::PerChannel && position >= 0 && position < rank;
    expectParameterCount(zeroPoints.size(), isPerChannel ? values.data.size(position) : 1, what, position);
    return values.data.to(at::kDouble).sub(along(at::tensor(zeroPoints, at::kDouble), position, rank));
}

/// Steps of the result in one of the sums, per channel of @p w.
at::Tensor multipliers(const Operand& x, const Operand& w, double yScale)
{
    return at::tensor(w.scales, at::kDouble).mul(double(x.scales.front()) / yScale);
}

at::Tensor biasOf(const KernelCall& call, std::size_t slot)
{
    if (!call.has(slot))
        return at::zeros({1}, at::kDouble);
    expectType(call.input(slot), Message("input {} (bias)", slot), {DataType::Int32});
    return call.input(slot).data.to(at::kDouble);
}

struct Convolution : Width {
    explicit Convolution(const graph::Node& node)
        : Width(node)
        , integers(node)
    {
    }

    ConvolutionAttributes integers;
};

at::Tensor convolved(const at::Tensor& x, const at::Tensor& w, const ConvolutionAttributes& attributes)
{
    const auto rank = x.dim();
    if (rank < 3 || rank > 5 || w.dim() != rank)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("x has rank {} and w has rank {}, expected the same, 3 to 5", rank, w.dim()));
    const auto window = resolved(attributes.window, x.sizes().slice(2), w.sizes().slice(2));
    const std::vector<std::int64_t> none(window.rank(), 0);
    const auto picture = padded(x, window.padsBegin, window.padsEnd, 0.0);
    return at::convolution(picture, w, {}, window.strides, none, window.dilations, false, none, attributes.groups);
}

std::vector<Tensor> convolve(const KernelCall& call, const Convolution& attributes)
{
    const auto x = operandOf(call, 0, "x", 0, Granularity::PerTensor);
    const auto w = operandOf(call, 3, "w", 0, Granularity::PerChannel);
    const auto rank = x.numbers.dim();
    const auto sums = convolved(x.numbers, w.numbers, attributes.integers).add(along(biasOf(call, 8), 1, rank));
    const Result y(call, 6, attributes);
    return y.of(sums.mul(along(multipliers(x, w, y.scale), 1, rank)));
}

std::vector<Tensor> convolveToSums(const KernelCall& call, const ConvolutionAttributes& attributes)
{
    const auto x = numbersOf(call, 0, "x", 0, Granularity::PerTensor);
    const auto w = numbersOf(call, 1, "w", 0, Granularity::PerChannel);
    return {{convolved(x, w, attributes).to(at::kLong), DataType::Int64}};
}

std::vector<Tensor> multiplyToSums(const KernelCall& call)
{
    const auto a = numbersOf(call, 0, "a", 0, Granularity::PerTensor);
    const bool hasColumns = call.required(1).data.dim() > 1;
    const auto b = numbersOf(call, 1, "b", -1, hasColumns ? Granularity::PerChannel : Granularity::PerTensor);
    return {{at::matmul(a, b).to(at::kLong), DataType::Int64}};
}

std::vector<Tensor> multiplyMatrices(const KernelCall& call, const Width& width)
{
    const auto a = operandOf(call, 0, "a", 0, Granularity::PerTensor);
    const bool hasColumns = call.required(3).data.dim() > 1;
    const auto b = operandOf(call, 3, "b", -1, hasColumns ? Granularity::PerChannel : Granularity::PerTensor);
    const auto sums = at::matmul(a.numbers, b.numbers);
    const Result y(call, 6, width);
    return y.of(sums.mul(along(multipliers(a, b, y.scale), -1, sums.dim())));
}

struct Gemm : Width {
    explicit Gemm(const graph::Node& node)
        : Width(node)
        , transposesA(node.attributes.intOr("transA", 0) != 0)
        , transposesB(node.attributes.intOr("transB", 0) != 0)
        , alpha(node.attributes.floatOr("alpha", 1.0))
    {
    }

    bool transposesA;
    bool transposesB;
    double alpha;
};

std::vector<Tensor> gemm(const KernelCall& call, const Gemm& attributes)
{
    expectRank(call.required(0), "input 0 (A)", 2);
    expectRank(call.required(3), "input 3 (B)", 2);
    const auto a = operandOf(call, 0, "a", 0, Granularity::PerTensor);
    const auto b = operandOf(call, 3, "b", attributes.transposesB ? 0 : 1, Granularity::PerChannel);
    const auto sums =
        at::mm(attributes.transposesA ? a.numbers.t() : a.numbers, attributes.transposesB ? b.numbers.t() : b.numbers)
            .add(biasOf(call, 6));
    const Result y(call, 7, attributes);
    return y.of(sums.mul(multipliers(a, b, y.scale / attributes.alpha)));
}

template <bool isSum>
std::vector<Tensor> elementWise(const KernelCall& call, const Width& width)
{
    const auto a = operandOf(call, 0, "A", 0, Granularity::PerTensor);
    const auto b = operandOf(call, 3, "B", 0, Granularity::PerTensor);
    const auto left = a.numbers.mul(double(a.scales.front()));
    const auto right = b.numbers.mul(double(b.scales.front()));
    const Result y(call, 6, width);
    return y.of((isSum ? left.add(right) : left.mul(right)).div(y.scale));
}

OperatorDefinition own(const char* name, Kernel (*bind)(const graph::Node&))
{
    return {"quantloupe", name, 1, kLatestOpset, bind};
}

} // namespace

OperatorDefinitions definitions()
{
    return {own("ConvInteger", boundTo<ConvolutionAttributes, convolveToSums>),
            own("MatMulInteger", stateless<multiplyToSums>),
            own("QGemm", boundTo<Gemm, gemm>),
            own("QLinearAdd", boundTo<Width, elementWise<true>>),
            own("QLinearConv", boundTo<Convolution, convolve>),
            own("QLinearMatMul", boundTo<Width, multiplyMatrices>),
            own("QLinearMul", boundTo<Width, elementWise<false>>)};
}

} // namespace ql::ops::kernels::wide_integers
