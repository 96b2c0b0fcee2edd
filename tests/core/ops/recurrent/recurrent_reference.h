// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/ops/operator_runner.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

// The recurrent operators' pages written as loops over scalars: weights, the loop over time, an LSTM's step.
namespace ql::tests {

using Values = std::vector<double>;

/// Doubles addressed by up to four indices.
struct Block {
    graph::Shape shape;
    Values values;

    static Block random(graph::Shape shape, unsigned seed)
    {
        std::mt19937 engine(seed);
        std::uniform_real_distribution<float> any(-1.0f, 1.0f);
        Block block{std::move(shape), {}};
        block.values.resize(graph::elementCount(block.shape));
        std::generate(block.values.begin(), block.values.end(), [&] { return static_cast<double>(any(engine)); });
        return block;
    }
    double operator()(std::int64_t a, std::int64_t b, std::int64_t c = 0) const
    {
        const std::int64_t inner = shape.size() > 2 ? shape[2] : 1;
        return values[static_cast<std::size_t>((a * shape[1] + b) * inner + c)];
    }
    ops::Tensor tensor() const { return floats(shape, values); }
};

inline double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

inline constexpr std::int64_t kSteps = 4, kBatch = 3, kFeatures = 5, kHidden = 2;

struct Weights {
    Weights(std::int64_t directions, std::int64_t gates)
        : x(Block::random({kSteps, kBatch, kFeatures}, 1))
        , w(Block::random({directions, gates * kHidden, kFeatures}, 2))
        , r(Block::random({directions, gates * kHidden, kHidden}, 3))
        , b(Block::random({directions, 2 * gates * kHidden}, 4))
        , h(Block::random({directions, kBatch, kHidden}, 5))
        , c(Block::random({directions, kBatch, kHidden}, 6))
        , p(Block::random({directions, 3 * kHidden}, 7))
    {
    }
    /// Row @p row of W · x + its bias.
    double input(std::int64_t d, std::int64_t row, std::int64_t t, std::int64_t n) const
    {
        double sum = b(d, row);
        for (std::int64_t i = 0; i < kFeatures; ++i)
            sum += w(d, row, i) * x(t, n, i);
        return sum;
    }
    /// Row @p row of R · h + its bias.
    double recurrent(std::int64_t d, std::int64_t row, const Values& state) const
    {
        double sum = b(d, w.shape[1] + row);
        for (std::int64_t i = 0; i < kHidden; ++i)
            sum += r(d, row, i) * state[static_cast<std::size_t>(i)];
        return sum;
    }
    Block x, w, r, b, h, c, p;
};

struct Expected {
    Values y, h, c;
};

/// A cell's step: from time, sequence and the states to the new states, in place.
using LoopStep = std::function<void(std::int64_t d, std::int64_t t, std::int64_t n, Values& h, Values& c)>;

inline Expected loops(const Weights& weights, const std::vector<bool>& isBackward,
                      const std::vector<std::int64_t>& lengths, const LoopStep& step)
{
    const auto directions = static_cast<std::int64_t>(isBackward.size());
    Expected result{Values(static_cast<std::size_t>(kSteps * directions * kBatch * kHidden), 0.0), {}, {}};
    for (std::int64_t d = 0; d < directions; ++d)
        for (std::int64_t n = 0; n < kBatch; ++n) {
            Values h, c;
            for (std::int64_t i = 0; i < kHidden; ++i) {
                h.push_back(weights.h(d, n, i));
                c.push_back(weights.c(d, n, i));
            }
            const std::int64_t length = lengths.empty() ? kSteps : lengths[static_cast<std::size_t>(n)];
            for (std::int64_t s = 0; s < length; ++s) {
                const std::int64_t t = isBackward[static_cast<std::size_t>(d)] ? length - 1 - s : s;
                step(d, t, n, h, c);
                std::copy(h.begin(), h.end(), result.y.begin() + ((t * directions + d) * kBatch + n) * kHidden);
            }
            result.h.insert(result.h.end(), h.begin(), h.end());
            result.c.insert(result.c.end(), c.begin(), c.end());
        }
    return result;
}

inline LoopStep lstmStep(const Weights& weights, bool hasPeephole, bool couples, double clip)
{
    return [&weights, hasPeephole, couples, clip](std::int64_t d, std::int64_t t, std::int64_t n, Values& h,
                                                  Values& c) {
        const Values before = h;
        for (std::int64_t k = 0; k < kHidden; ++k) {
            auto& cell = c[static_cast<std::size_t>(k)];
            const auto gate = [&](std::int64_t i) {
                double sum = weights.input(d, i * kHidden + k, t, n) + weights.recurrent(d, i * kHidden + k, before);
                if (hasPeephole && i < 3)
                    sum += weights.p(d, i * kHidden + k) * cell;
                return clip > 0.0 ? std::clamp(sum, -clip, clip) : sum;
            };
            const double input = sigmoid(gate(0));
            const double forget = couples ? 1.0 - input : sigmoid(gate(2));
            cell = forget * cell + input * std::tanh(gate(3));
            h[static_cast<std::size_t>(k)] = sigmoid(gate(1)) * std::tanh(cell);
        }
    };
}

inline bool isClose(const ops::Tensor& tensor, const Values& expected)
{
    const Values found = valuesOf(tensor);
    return found.size() == expected.size()
           && std::equal(found.begin(), found.end(), expected.begin(),
                         [](double a, double b) { return std::abs(a - b) < 1e-5; });
}

inline ops::Tensor lengthsTensor(const std::vector<std::int64_t>& lengths)
{
    return lengths.empty() ? ops::Tensor()
                           : tensorOf(graph::DataType::Int32, {kBatch}, Values(lengths.begin(), lengths.end()));
}

inline std::vector<bool> directionsOf(const std::string& direction)
{
    if (direction == "bidirectional")
        return {false, true};
    return {direction == "reverse"};
}

inline OperatorRunner recurrent(const char* opType, int opset, std::size_t outputs)
{
    return OperatorRunner(opType, opset).with("hidden_size", kHidden).outputs(outputs);
}

} // namespace ql::tests
