// SPDX-License-Identifier: GPL-3.0-or-later
// What a learned quantizer makes of numbers, and its derivatives, by hand from the papers' equations.
#include "core/quant/fake_quantization.h"
#include "core/quant/training/adam.h"
#include "core/quant/training/learned_step.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <QTest>

using namespace ql;
using quant::IntegerFormat;

namespace {

std::vector<float> floatsIn(const at::Tensor& tensor)
{
    const auto plain = tensor.detach().contiguous();
    return {plain.data_ptr<float>(), plain.data_ptr<float>() + plain.numel()};
}

at::Tensor leaf(std::vector<float> numbers)
{
    return at::tensor(numbers).requires_grad_(true);
}

} // namespace

class TestLearnedStep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheWrittenQuantizer()
    {
        for (const bool isSigned : {true, false})
            for (const int bits : {2, 4, 8, 16}) {
                const IntegerFormat format{.bits = bits, .isSigned = isSigned};
                const quant::Parameters parameters{{0.037f}, {std::int32_t(format.lowest()) + 1}, {}};
                const auto x = at::linspace(-7.0, 7.0, 4001);
                const quant::LearnedGrid grid{.format = format,
                                              .zeroPoints = at::tensor({float(parameters.zeroPoints[0])})};
                const auto found = quant::learnedStep(x, at::tensor({0.037f}), {}, grid);
                QVERIFY(at::equal(found, quant::fakeQuantized(ops::Tensor(x), parameters, format).data));
            }
    }

    /// Steps of 0.5 from -1 to 0.5: LSQ's equations 2 and 3.
    void derivativesAreLsqs()
    {
        const auto x = leaf({-3.0f, -0.6f, 0.1f, 0.3f, 9.0f});
        const auto scale = leaf({0.5f});
        const quant::LearnedGrid grid{.format = {.bits = 2, .isSymmetric = true}, .zeroPoints = at::tensor({0.0f})};
        const auto y = quant::learnedStep(x, scale, {}, grid);
        QCOMPARE(floatsIn(y), (std::vector<float>{-1.0f, -0.5f, 0.0f, 0.5f, 0.5f}));
        const auto by = torch::autograd::grad({y.sum()}, {x, scale});
        QCOMPARE(floatsIn(by[0]), (std::vector<float>{0, 1, 1, 1, 0}));
        // -2, then round(v) - v of -1.2, 0.2 and 0.6, then 1.
        QVERIFY(qAbs(by[1].item<float>() - (-2.0f + 0.2f - 0.2f + 0.4f + 1.0f)) < 1e-6f);
    }

    void derivativesByChannelsStayApart()
    {
        const auto x = leaf({3.0f, 0.2f, 0.2f, 3.0f, 0.2f, 0.2f}).reshape({2, 3});
        const auto scale = leaf({1.0f, 10.0f});
        const quant::LearnedGrid grid{
            .format = {.bits = 2, .isSymmetric = true}, .zeroPoints = at::zeros({2}), .axis = 0};
        const auto by = torch::autograd::grad({quant::learnedStep(x, scale, {}, grid).sum()}, {scale})[0];
        QVERIFY(at::allclose(by, at::tensor({1.0f - 0.4f, -0.34f})));
    }

    /// The real number of integer 0 is learned: LSQ+'s equations 5 and 6.
    void derivativesOfAnOffset()
    {
        const auto x = leaf({-5.0f, 0.2f, 0.9f, 7.0f});
        const auto scale = leaf({1.0f});
        const auto offset = leaf({1.0f}); // integers 0 … 3 stand for 1 … 4: zero point -1, kept at 0
        const quant::LearnedGrid grid{.format = {.bits = 2, .isSigned = false}, .hasOffset = true};
        QCOMPARE(quant::zeroPointOf(offset, scale, grid.format).item<float>(), 0.0f);
        const auto below = leaf({-2.0f}); // zero point 2: the integers stand for -2 … 1
        const auto y = quant::learnedStep(x, scale, below, grid);
        QCOMPARE(floatsIn(y), (std::vector<float>{-2.0f, 0.0f, 1.0f, 1.0f}));
        const auto by = torch::autograd::grad({y.sum()}, {x, scale, below});
        QCOMPARE(floatsIn(by[0]), (std::vector<float>{0, 1, 1, 0}));
        QVERIFY(qAbs(by[1].item<float>() - (0.0f - 0.2f + 0.1f + 3.0f)) < 1e-6f);
        QCOMPARE(by[2].item<float>(), 2.0f);
    }

    void anEstimatorGoesStraightThrough()
    {
        const auto x = leaf({0.2f, 0.7f});
        const auto y = quant::straightThrough(x, x.round());
        QCOMPARE(floatsIn(y), (std::vector<float>{0.0f, 1.0f}));
        QCOMPARE(floatsIn(torch::autograd::grad({y.sum()}, {x})[0]), (std::vector<float>{1, 1}));
    }

    /// Algorithm 1 by hand: whatever the gradient's size, the first step is the rate.
    void adamMovesByItsRate()
    {
        std::vector<at::Tensor> values{at::tensor({1.0f, 1.0f}), at::tensor({5.0f})};
        quant::Adam adam(values);
        adam.step(values, {at::tensor({100.0f, -1e-3f}), {}}, {0.1, 0.1});
        QVERIFY(at::allclose(values[0], at::tensor({0.9f, 1.1f}), 1e-5, 1e-5));
        QCOMPARE(values[1].item<float>(), 5.0f);
        adam.step(values, {at::tensor({0.0f, 0.0f}), {}}, {0.1, 0.1});
        // m = 0.9 · 0.1 g over 1 - 0.81, v = 0.999 · 0.001 g² over 1 - 0.998001.
        const float second = 0.1f * float(0.09 / 0.19 / std::sqrt(0.000999 / 0.001999));
        QVERIFY(at::allclose(values[0], at::tensor({0.9f - second, 1.1f + second}), 1e-4, 1e-4));
    }
};

QTEST_APPLESS_MAIN(TestLearnedStep)
#include "tst_learned_step.moc"
