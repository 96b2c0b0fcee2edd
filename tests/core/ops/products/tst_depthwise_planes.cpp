// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/depthwise_planes.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <vector>

using ql::ops::convolveDepthwise;
using ql::ops::PlaneWindow;
using ql::tests::randomFloats;
using Floats = std::vector<float>;

namespace {

constexpr std::int64_t kChannels = 3;

PlaneWindow windowOf(std::int64_t rows, std::int64_t columns, std::int64_t kernel, std::int64_t stride,
                     std::int64_t dilation, std::int64_t pad = 0)
{
    PlaneWindow window{.channels = 1, .input = {rows, columns}, .kernel = {kernel, kernel}};
    window.strides = {stride, stride};
    window.dilations = {dilation, dilation};
    window.padsBegin = {pad, pad};
    const auto span = (kernel - 1) * dilation + 1;
    for (std::size_t axis = 0; axis < 2; ++axis)
        window.output[axis] = (window.input[axis] + 2 * pad - span) / stride + 1;
    return window;
}

/// The products of one output element, in order.
Floats productsOf(const Floats& input, const Floats& weight, const PlaneWindow& w, std::int64_t plane, std::int64_t row,
                  std::int64_t column)
{
    Floats products;
    for (std::int64_t i = 0; i < w.kernel[0]; ++i)
        for (std::int64_t j = 0; j < w.kernel[1]; ++j) {
            const auto inRow = row * w.strides[0] + i * w.dilations[0] - w.padsBegin[0];
            const auto inColumn = column * w.strides[1] + j * w.dilations[1] - w.padsBegin[1];
            const bool isInside = inRow >= 0 && inRow < w.input[0] && inColumn >= 0 && inColumn < w.input[1];
            const auto at = (plane * w.input[0] + inRow) * w.input[1] + inColumn;
            const auto tap = ((plane % kChannels) * w.kernel[0] + i) * w.kernel[1] + j;
            products.push_back((isInside ? input[static_cast<std::size_t>(at)] : 0.0f)
                               * weight[static_cast<std::size_t>(tap)]);
        }
    return products;
}

/// ONNX Runtime's order: fours, then a pair, then one.
float sumInItsOrder(const Floats& p)
{
    float sum = 0.0f;
    std::size_t k = 0;
    for (; k + 4 <= p.size(); k += 4)
        sum = (((p[k] + p[k + 1]) + p[k + 2]) + p[k + 3]) + sum;
    if (k + 2 <= p.size()) {
        sum = (p[k] + p[k + 1]) + sum;
        k += 2;
    }
    return k < p.size() ? p[k] + sum : sum;
}

} // namespace

class TestDepthwisePlanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsInTheReferencesOrder_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::newRow("one tap") << 7 << 1 << 1 << 1;
        QTest::newRow("four taps, narrow") << 5 << 2 << 1 << 1;
        QTest::newRow("nine taps") << 67 << 3 << 1 << 1;
        QTest::newRow("nine taps, stride 2") << 80 << 3 << 2 << 1;
        QTest::newRow("stride 2, odd width") << 81 << 3 << 2 << 1;
        QTest::newRow("narrower than a vector") << 10 << 3 << 1 << 1;
        QTest::newRow("narrower, stride 2") << 9 << 3 << 2 << 1;
        QTest::newRow("as wide as the taps") << 3 << 3 << 1 << 1;
        QTest::newRow("as wide as a vector") << 16 << 3 << 1 << 1;
        QTest::newRow("two vectors, stride 2") << 64 << 3 << 2 << 1;
        QTest::newRow("a vector and its neighbours") << 18 << 3 << 1 << 1;
        QTest::newRow("stride 3") << 50 << 3 << 3 << 1;
        QTest::newRow("dilated") << 45 << 3 << 1 << 2;
        QTest::newRow("dilated, stride 2") << 75 << 3 << 2 << 3;
        QTest::newRow("twenty-five taps") << 40 << 5 << 1 << 1;
        QTest::newRow("forty-nine taps") << 40 << 7 << 1 << 1;
    }

    void sumsInTheReferencesOrder()
    {
        QFETCH(int, columns);
        QFETCH(int, kernel);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        for (const int pad : {0, 1, 2})
            for (const int rows : {19, 20, 70})
                for (const int more : {0, 1, 2}) { // padding behind
                    auto window = windowOf(rows, columns, kernel, stride, dilation, pad);
                    window.output = {window.output[0] + more, window.output[1] + more};
                    requireItsOrder(window);
                }
    }

    void oneColumnOrRow()
    {
        for (const int rows : {1, 2, 40})
            for (const int columns : {1, 2, 40})
                for (const int stride : {1, 2})
                    requireItsOrder(windowOf(rows, columns, 3, stride, 1, 1));
    }

    void manyPlanesOnAllThreads()
    {
        // Large enough for the parallel path.
        const Floats input = randomFloats(64 * 40 * 40, 4);
        Floats weight(64 * 9, 0.0f);
        for (std::size_t channel = 0; channel < 64; ++channel)
            weight[channel * 9 + 4] = 1.0f; // the middle tap: a crop
        Floats output(64 * 38 * 38);
        convolveDepthwise(input.data(), weight.data(), nullptr, output.data(), 1, 64, windowOf(40, 40, 3, 1, 1));
        for (std::size_t plane = 0; plane < 64; ++plane)
            for (std::size_t row = 0; row < 38; ++row)
                for (std::size_t column = 0; column < 38; ++column)
                    QCOMPARE(output[(plane * 38 + row) * 38 + column], input[(plane * 40 + row + 1) * 40 + column + 1]);
    }

private:
    static void requireItsOrder(const PlaneWindow& window)
    {
        const std::int64_t planes = 2 * kChannels;
        const Floats input = randomFloats(planes * window.input[0] * window.input[1], 1);
        const Floats weight = randomFloats(kChannels * window.kernel[0] * window.kernel[1], 2);
        const Floats bias = randomFloats(kChannels, 3);
        for (const bool hasBias : {false, true}) {
            Floats output(static_cast<std::size_t>(planes * window.output[0] * window.output[1]), -1.0f);
            convolveDepthwise(input.data(), weight.data(), hasBias ? bias.data() : nullptr, output.data(), 2, kChannels,
                              window);
            std::size_t at = 0;
            for (std::int64_t plane = 0; plane < planes; ++plane)
                for (std::int64_t row = 0; row < window.output[0]; ++row)
                    for (std::int64_t column = 0; column < window.output[1]; ++column, ++at) {
                        float expected = sumInItsOrder(productsOf(input, weight, window, plane, row, column));
                        if (hasBias)
                            expected += bias[static_cast<std::size_t>(plane % kChannels)];
                        QVERIFY2(output[at] == expected, qPrintable(QString::number(at)));
                    }
        }
    }
};

QTEST_APPLESS_MAIN(TestDepthwisePlanes)
#include "tst_depthwise_planes.moc"
