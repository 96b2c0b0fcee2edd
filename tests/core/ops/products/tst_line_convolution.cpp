// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/operator_runner.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace ql;
using namespace ql::tests;
using Ints = std::vector<std::int64_t>;

/// Conv over one spatial axis: against loops, and in the order of sums that quantized models depend on.
class tst_line_convolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithLoops_data();
    void agreesWithLoops();
    void sumsFromFirstToLast();
    void sumsSpectrumInOrder();
    void takesEmptyBatches();
};

namespace {

std::vector<double> random(std::size_t count, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    std::vector<double> values(count);
    for (double& value : values)
        value = static_cast<double>(any(engine));
    return values;
}

} // namespace

void tst_line_convolution::agreesWithLoops_data()
{
    QTest::addColumn<std::int64_t>("stride");
    QTest::addColumn<std::int64_t>("dilation");
    QTest::addColumn<std::int64_t>("padBegin");
    QTest::addColumn<std::int64_t>("padEnd");
    const auto row = [](const char* name, std::int64_t stride, std::int64_t dilation, std::int64_t begin,
                        std::int64_t end) { QTest::newRow(name) << stride << dilation << begin << end; };
    row("plain", 1, 1, 0, 0);
    row("strided", 3, 1, 1, 1);
    row("dilated", 1, 2, 2, 2);
    row("padded unevenly", 2, 1, 2, 1);
}

void tst_line_convolution::agreesWithLoops()
{
    QFETCH(std::int64_t, stride);
    QFETCH(std::int64_t, dilation);
    QFETCH(std::int64_t, padBegin);
    QFETCH(std::int64_t, padEnd);
    const std::int64_t samples = 2, channels = 3, length = 17, filters = 5, kernel = 4;
    const auto x = random(static_cast<std::size_t>(samples * channels * length), 1);
    const auto w = random(static_cast<std::size_t>(filters * channels * kernel), 2);
    const auto b = random(static_cast<std::size_t>(filters), 3);
    auto conv = OperatorRunner("Conv", 11)
                    .with("strides", Ints{stride})
                    .with("dilations", Ints{dilation})
                    .with("pads", Ints{padBegin, padEnd});
    const auto y = conv.run(
        {floats({samples, channels, length}, x), floats({filters, channels, kernel}, w), floats({filters}, b)});
    const std::int64_t outputs = (length + padBegin + padEnd - (kernel - 1) * dilation - 1) / stride + 1;
    QCOMPARE(y[0].shape(), (graph::Shape{samples, filters, outputs}));
    const auto found = valuesOf(y[0]);
    for (std::int64_t n = 0; n < samples; ++n)
        for (std::int64_t m = 0; m < filters; ++m)
            for (std::int64_t i = 0; i < outputs; ++i) {
                double sum = b[static_cast<std::size_t>(m)];
                for (std::int64_t c = 0; c < channels; ++c)
                    for (std::int64_t k = 0; k < kernel; ++k) {
                        const std::int64_t at = i * stride - padBegin + k * dilation;
                        if (at >= 0 && at < length)
                            sum += w[static_cast<std::size_t>((m * channels + c) * kernel + k)]
                                   * x[static_cast<std::size_t>((n * channels + c) * length + at)];
                    }
                QVERIFY(std::abs(found[static_cast<std::size_t>((n * filters + m) * outputs + i)] - sum) < 1e-5);
            }
}

void tst_line_convolution::sumsFromFirstToLast()
{
    // 2^24 + 1 - 2^24: the 1 is lost when added second, and kept when added last. Fused multiply-adds round once.
    const double large = 16777216.0;
    const auto convolved = [&](const std::vector<double>& x) {
        return valuesOf(OperatorRunner("Conv", 11).run({floats({1, 1, 3}, x), floats({1, 1, 3}, {1, 1, 1})})[0])[0];
    };
    QCOMPARE(convolved({large, 1, -large}), 0.0);
    QCOMPARE(convolved({large, -large, 1}), 1.0);
    QCOMPARE(convolved({1, large, -large}), 0.0);
}

void tst_line_convolution::sumsSpectrumInOrder()
{
    // The size of a spectrum's convolution, at which LibTorch's own product changes its order for some filters.
    constexpr std::size_t kLength = 4320, kFilters = 322, kKernel = 320, kStride = 160, kOutputs = 26;
    const auto x = random(kLength, 4);
    const auto w = random(kFilters * kKernel, 5);
    auto conv = OperatorRunner("Conv", 11).with("strides", Ints{kStride});
    const auto found = valuesOf(conv.run({floats({1, 1, kLength}, x), floats({kFilters, 1, kKernel}, w)})[0]);
    std::vector<double> expected;
    for (std::size_t m = 0; m < kFilters; ++m)
        for (std::size_t i = 0; i < kOutputs; ++i) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < kKernel; ++k)
                sum = std::fma(static_cast<float>(w[m * kKernel + k]), static_cast<float>(x[i * kStride + k]), sum);
            expected.push_back(static_cast<double>(sum));
        }
    QCOMPARE(found, expected);
}

void tst_line_convolution::takesEmptyBatches()
{
    const auto y = OperatorRunner("Conv", 11).run({floats({0, 1, 5}, {}), floats({2, 1, 3}, {1, 2, 3, 4, 5, 6})});
    QCOMPARE(y[0].shape(), (graph::Shape{0, 2, 3}));
}

QTEST_APPLESS_MAIN(tst_line_convolution)
#include "tst_line_convolution.moc"
