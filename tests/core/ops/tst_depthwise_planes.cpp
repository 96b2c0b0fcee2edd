// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/depthwise_planes.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <vector>

using ql::ops::convolveDepthwise;
using ql::ops::DepthwiseSizes;
using ql::tests::randomFloats;
using Floats = std::vector<float>;

namespace {

DepthwiseSizes sizesOf(std::int64_t planes, std::int64_t channels, std::int64_t rows, std::int64_t columns,
                       std::int64_t kernel, std::int64_t stride, std::int64_t dilation)
{
    DepthwiseSizes sizes{.planes = planes, .channels = channels, .inputRows = rows, .inputColumns = columns};
    sizes.kernelRows = sizes.kernelColumns = kernel;
    sizes.rowStride = sizes.columnStride = stride;
    sizes.rowDilation = sizes.columnDilation = dilation;
    const std::int64_t span = (kernel - 1) * dilation + 1;
    sizes.outputRows = (rows - span) / stride + 1;
    sizes.outputColumns = (columns - span) / stride + 1;
    return sizes;
}

/// The products of one output element, in order.
Floats productsOf(const Floats& input, const Floats& weight, const DepthwiseSizes& s, std::int64_t plane,
                  std::int64_t row, std::int64_t column)
{
    Floats products;
    for (std::int64_t i = 0; i < s.kernelRows; ++i)
        for (std::int64_t j = 0; j < s.kernelColumns; ++j) {
            const auto at = (plane * s.inputRows + row * s.rowStride + i * s.rowDilation) * s.inputColumns
                            + column * s.columnStride + j * s.columnDilation;
            const auto tap = ((plane % s.channels) * s.kernelRows + i) * s.kernelColumns + j;
            products.push_back(input[static_cast<std::size_t>(at)] * weight[static_cast<std::size_t>(tap)]);
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
        const DepthwiseSizes sizes = sizesOf(6, 3, 20, columns, kernel, stride, dilation);
        const Floats input = randomFloats(sizes.planes * sizes.inputRows * sizes.inputColumns, 1);
        const Floats weight = randomFloats(sizes.channels * kernel * kernel, 2);
        const Floats bias = randomFloats(sizes.channels, 3);
        for (const bool hasBias : {false, true}) {
            Floats output(static_cast<std::size_t>(sizes.planes * sizes.outputRows * sizes.outputColumns), -1.0f);
            convolveDepthwise(input.data(), weight.data(), hasBias ? bias.data() : nullptr, output.data(), sizes);
            std::size_t at = 0;
            for (std::int64_t plane = 0; plane < sizes.planes; ++plane)
                for (std::int64_t row = 0; row < sizes.outputRows; ++row)
                    for (std::int64_t column = 0; column < sizes.outputColumns; ++column, ++at) {
                        float expected = sumInItsOrder(productsOf(input, weight, sizes, plane, row, column));
                        if (hasBias)
                            expected += bias[static_cast<std::size_t>(plane % sizes.channels)];
                        QVERIFY2(output[at] == expected, qPrintable(QString::number(at)));
                    }
        }
    }

    void manyPlanesOnAllThreads()
    {
        // Large enough for the parallel path.
        const DepthwiseSizes sizes = sizesOf(64, 64, 40, 40, 3, 1, 1);
        const Floats input = randomFloats(64 * 40 * 40, 4);
        Floats weight(64 * 9, 0.0f);
        for (std::size_t channel = 0; channel < 64; ++channel)
            weight[channel * 9 + 4] = 1.0f; // the middle tap: a crop
        Floats output(64 * 38 * 38);
        convolveDepthwise(input.data(), weight.data(), nullptr, output.data(), sizes);
        for (std::size_t plane = 0; plane < 64; ++plane)
            for (std::size_t row = 0; row < 38; ++row)
                for (std::size_t column = 0; column < 38; ++column)
                    QCOMPARE(output[(plane * 38 + row) * 38 + column], input[(plane * 40 + row + 1) * 40 + column + 1]);
    }
};

QTEST_APPLESS_MAIN(TestDepthwisePlanes)
#include "tst_depthwise_planes.moc"
