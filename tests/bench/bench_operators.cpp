// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that aren't products, one thread, against LibTorch's plain call and, where they are large, against
// std::copy of the output. Aim: below 0.5 of LibTorch for 16 elements, at most 1 for any size.
#include "core/ops/registry.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/bench/stopwatch.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cmath>

namespace {

using ql::ops::Tensor;

constexpr std::int64_t kChannels = 8;

/// One operator on inputs of some size, and the call of LibTorch that does the same.
struct Case {
    const char* type;
    std::vector<Tensor> inputs;
    std::function<at::Tensor()> plain;
    std::vector<std::pair<const char*, ql::graph::AttributeValue>> attributes = {};
    std::string note = {};
};

ql::ops::Kernel bound(const Case& each)
{
    ql::graph::Node node;
    node.opType = each.type;
    node.opset = 17;
    node.inputs.assign(each.inputs.size(), ql::graph::ValueId{0});
    node.outputs.assign(1, ql::graph::ValueId{0});
    for (const auto& [name, value] : each.attributes)
        node.attributes.set(name, value);
    return ql::ops::Registry::builtIn().find({}, node.opType, node.opset)->bind(node);
}

template <typename Body>
double nanoseconds(int rounds, std::int64_t elements, const Body& body)
{
    const auto repeats = std::max<std::int64_t>(1, 50000 / (elements + 500));
    const auto all = ql::bench::leastSeconds(rounds, [&] {
        for (std::int64_t i = 0; i < repeats; ++i)
            body();
    });
    return all / double(repeats) * 1e9;
}

std::vector<Case> arithmetic(const at::Tensor& x)
{
    const Tensor a(x), b(x.add(1)), one(at::full({}, 1.5)), channel(at::rand({kChannels, 1, 1}) + 1);
    const Tensor scalar(one.data.to(at::kFloat));
    return {{"Add", {a, b}, [=] { return at::add(a.data, b.data); }},
            {"Mul", {a, scalar}, [=] { return at::mul(a.data, scalar.data); }, {}, "by one number"},
            {"Sub", {a, channel}, [=] { return at::sub(a.data, channel.data); }, {}, "of channels"},
            {"Div", {a, b}, [=] { return at::div(a.data, b.data); }},
            {"Max", {a, b}, [=] { return at::maximum(a.data, b.data); }},
            {"Pow", {a, Tensor(at::full({}, 2.0f, at::kFloat))}, [=] { return at::pow(a.data, 2); }, {}, "of 2"}};
}

std::vector<Case> unary(const at::Tensor& x)
{
    const Tensor a(x), low(at::full({}, 0.0f, at::kFloat)), high(at::full({}, 6.0f, at::kFloat));
    return {{"Relu", {a}, [=] { return at::relu(a.data); }},
            {"LeakyRelu", {a}, [=] { return at::leaky_relu(a.data, 0.01); }},
            {"Clip", {a, low, high}, [=] { return at::clamp(a.data, 0, 6); }},
            {"Sigmoid", {a}, [=] { return at::sigmoid(a.data); }},
            {"Tanh", {a}, [=] { return at::tanh(a.data); }},
            {"HardSwish", {a}, [=] { return at::hardswish(a.data); }},
            {"Sqrt", {a}, [=] { return at::sqrt(a.data); }},
            {"Exp", {a}, [=] { return at::exp(a.data); }},
            {"Erf", {a}, [=] { return at::erf(a.data); }}};
}

std::vector<Case> windows(const at::Tensor& x)
{
    using Ints = std::vector<std::int64_t>;
    const Tensor a(x), scale(at::rand({kChannels})), shift(at::rand({kChannels})), mean(at::rand({kChannels}));
    const Tensor variance(at::rand({kChannels}) + 1), row(at::rand({x.size(3)}));
    const std::vector<std::pair<const char*, ql::graph::AttributeValue>> twos = {{"kernel_shape", Ints{1, 2}},
                                                                                 {"strides", Ints{1, 2}}};
    const auto normalized = [=] {
        return at::batch_norm(a.data, scale.data, shift.data, mean.data, variance.data, false, 0, 1e-5, false);
    };
    return {{"MaxPool",
             {a},
             [=] {
                 return at::max_pool2d(a.data, {1, 2}, {1, 2});
             },
             twos},
            {"AveragePool",
             {a},
             [=] {
                 return at::avg_pool2d(a.data, {1, 2}, {1, 2});
             },
             twos},
            {"GlobalAveragePool",
             {a},
             [=] {
                 return at::mean(a.data, {2, 3}, true);
             }},
            {"ReduceMean", {a}, [=] { return at::mean(a.data, {3}, true); }, {{"axes", Ints{3}}}},
            {"Softmax", {a}, [=] { return at::softmax(a.data, -1); }},
            {"LayerNormalization", {a, row}, [=] { return at::layer_norm(a.data, row.data.sizes(), row.data); }},
            {"BatchNormalization", {a, scale, shift, mean, variance}, normalized}};
}

std::vector<Case> quantizers(const at::Tensor& x)
{
    const Tensor a(x), scale(at::full({}, 0.02f, at::kFloat)), zero(at::full({}, 128, at::kByte));
    const Tensor scales(at::full({kChannels}, 0.02f, at::kFloat)), integers(x.mul(50).to(at::kByte));
    const auto quantized = [=] { return at::quantize_per_tensor(a.data, 0.02, 128, at::kQUInt8); };
    const auto q = quantized();
    return {{"QuantizeLinear", {a, scale, zero}, quantized},
            {"QuantizeLinear", {a, scales}, quantized, {}, "of channels"},
            {"DequantizeLinear", {integers, scale, zero}, [=] { return q.dequantize(); }},
            {"DynamicQuantizeLinear", {a}, quantized}};
}

std::vector<Case> layouts(const at::Tensor& x)
{
    using Ints = std::vector<std::int64_t>;
    const Tensor a(x), flat(at::tensor(Ints{-1})), one(at::tensor(Ints{1})), two(at::tensor(Ints{2}));
    const Tensor ints(at::tensor(Ints{1, 2, 3, 4})), index(at::full({}, 1, at::kLong));
    return {{"Reshape", {a, flat}, [=] { return a.data.reshape({-1}); }},
            {"Flatten", {a}, [=] { return a.data.flatten(1); }},
            {"Unsqueeze", {a, one}, [=] { return a.data.unsqueeze(1); }},
            {"Squeeze", {a, Tensor(at::tensor(Ints{0}))}, [=] { return a.data.squeeze(0); }},
            {"Transpose",
             {a},
             [=] {
                 return a.data.permute({0, 3, 1, 2});
             },
             {{"perm", Ints{0, 3, 1, 2}}}},
            {"Slice", {a, one, two, one}, [=] { return a.data.slice(1, 1, 2); }},
            {"Split", {a}, [=] { return a.data.split(kChannels / 2, 1)[0]; }, {{"axis", std::int64_t(1)}}},
            {"Shape", {a}, [=] { return at::tensor(a.data.sizes(), at::kLong); }},
            {"Gather", {ints, index}, [=] { return ints.data.select(0, 1); }},
            {"Concat",
             {ints, ints},
             [=] {
                 return at::cat({ints.data, ints.data});
             },
             {{"axis", std::int64_t(0)}}},
            {"Cast", {ints}, [=] { return ints.data.to(at::kFloat); }, {{"to", std::int64_t(1)}}}};
}

void print(const Case& each, std::int64_t elements, int rounds)
{
    const auto kernel = bound(each);
    const ql::ops::BodyRunner none;
    const ql::ops::KernelCall call{each.inputs, none};
    std::size_t bytes = 0;
    const auto ours = nanoseconds(rounds, elements, [&] { bytes = kernel(call).front().data.nbytes(); });
    const auto plain = nanoseconds(rounds, elements, [&] { each.plain(); });
    std::vector<char> from(bytes), to(bytes);
    const auto copied = nanoseconds(rounds, elements, [&] { std::copy(from.begin(), from.end(), to.begin()); });
    fmt::print("{:<22} {:<14} {:>8} {:>11.0f} ns {:>11.0f} ns {:>6.2f} {:>8.2f}\n", each.type, each.note, elements,
               ours, plain, ours / plain, ours / copied);
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = ql::bench::isQuick(argc, argv);
    const ql::runs::ThreadGuard oneThread(1);
    fmt::print("{:<37} {:>8} {:>14} {:>14} {:>6} {:>8}\n", "operator", "elements", "ours", "LibTorch", "ratio",
               "of a copy");
    for (const std::int64_t elements : {1 << 4, 1 << 10, 1 << 16, 1 << 20}) {
        if (isQuick && elements > 1 << 10)
            break;
        const auto x = at::randn({1, kChannels, 1, elements / kChannels});
        for (const auto& family : {arithmetic, unary, windows, quantizers, layouts})
            for (const auto& each : family(x))
                print(each, elements, isQuick ? 2 : elements > 1 << 16 ? 30 : 200);
    }
    return 0;
}
