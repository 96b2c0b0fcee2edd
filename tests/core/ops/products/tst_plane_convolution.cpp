// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/plane_convolution.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

#include <omp.h>

using ql::ops::PlaneWindow;
using ql::ops::ShiftedPlanes;
using ql::tests::randomFloats;
using Floats = std::vector<float>;

namespace {

struct Convolution {
    PlaneWindow window;
    std::int64_t rows = 1;
    Floats x;
    Floats filters;
    Floats bias;

    Convolution(const PlaneWindow& given, std::int64_t outputChannels)
        : window(given)
        , rows(outputChannels)
        , x(randomFloats(window.channels * window.input[0] * window.input[1], 1))
        , filters(randomFloats(rows * depth(), 2))
        , bias(randomFloats(rows, 3))
    {
    }

    std::int64_t taps() const { return window.kernel[0] * window.kernel[1]; }
    std::int64_t depth() const { return window.channels * taps(); }
    std::int64_t columns() const { return window.output[0] * window.output[1]; }

    Floats result(bool hasBias, const ql::ops::FloatEpilogue& epilogue = {}) const
    {
        const ShiftedPlanes planes(window);
        Floats scratch(planes.scratchSize(), std::nanf(""));
        Floats y(std::size_t(rows * columns()), -9.0f);
        ql::ops::shiftedProduct(ql::ops::floatFilters(filters.data(), rows, depth()),
                                planes.rows(x.data(), scratch.data()), hasBias ? bias.data() : nullptr, y.data(),
                                epilogue);
        return y;
    }

    /// The input at tap @p tap of the window at @p column, 0 in the padding.
    float read(std::int64_t channel, std::int64_t tap, std::int64_t column) const
    {
        const auto [rowCount, columnCount] = window.input;
        const auto row = column / window.output[1] * window.strides[0] + tap / window.kernel[1] * window.dilations[0]
                         - window.padsBegin[0];
        const auto inRow = column % window.output[1] * window.strides[1] + tap % window.kernel[1] * window.dilations[1]
                           - window.padsBegin[1];
        if (row < 0 || row >= rowCount || inRow < 0 || inRow >= columnCount)
            return 0.0f;
        return x[std::size_t((channel * rowCount + row) * columnCount + inRow)];
    }

    /// One by one, in the order that is promised, fused.
    float expected(std::int64_t row, std::int64_t column, bool hasBias) const
    {
        float sum = 0.0f;
        for (std::int64_t k = 0; k < depth(); ++k)
            sum = std::fma(filters[std::size_t(row * depth() + k)], read(k / taps(), k % taps(), column), sum);
        return hasBias ? sum + bias[std::size_t(row)] : sum;
    }
};

std::int64_t outputSize(const PlaneWindow& window, std::size_t axis, std::int64_t padEnd)
{
    const auto span = (window.kernel[axis] - 1) * window.dilations[axis] + 1;
    return (window.input[axis] + window.padsBegin[axis] + padEnd - span) / window.strides[axis] + 1;
}

PlaneWindow windowOf(PlaneWindow window, PlaneWindow::Axes padsEnd)
{
    for (std::size_t axis = 0; axis < 2; ++axis)
        window.output[axis] = outputSize(window, axis, padsEnd[axis]);
    return window;
}

/// Anything that fits, with a fault to be found at every edge.
PlaneWindow randomWindow(std::mt19937& random)
{
    const auto draw = [&random](std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random);
    };
    PlaneWindow window{.channels = draw(1, 5)};
    PlaneWindow::Axes padsEnd{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        window.kernel[axis] = draw(1, 4);
        window.strides[axis] = draw(1, 3);
        window.dilations[axis] = draw(1, 2);
        window.padsBegin[axis] = draw(-1, 2);
        padsEnd[axis] = draw(0, 2);
        const auto span = (window.kernel[axis] - 1) * window.dilations[axis] + 1;
        window.input[axis] = span + 1 + draw(0, axis == 0 ? 4 : 45);
    }
    return windowOf(window, padsEnd);
}

} // namespace

class TestPlaneConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multipliesInTheOrderPromised_data()
    {
        QTest::addColumn<PlaneWindow>("window");
        QTest::addColumn<int>("rows");
        const auto add = [](const char* name, const PlaneWindow& window, PlaneWindow::Axes padsEnd, int rows) {
            QTest::newRow(name) << windowOf(window, padsEnd) << rows;
        };
        add("one number", {.channels = 1, .input = {1, 1}}, {0, 0}, 1);
        add("pointwise", {.channels = 13, .input = {7, 11}}, {0, 0}, 31);
        add("pointwise with a stride", {.channels = 3, .input = {9, 40}, .strides = {2, 2}}, {0, 0}, 16);
        add("padded 3x3", {.channels = 4, .input = {20, 33}, .kernel = {3, 3}, .padsBegin = {1, 1}}, {1, 1}, 24);
        add("lines of one tile", {.channels = 2, .input = {3, 34}, .kernel = {3, 3}}, {0, 0}, 13);
        add("one axis", {.channels = 2, .input = {1, 200}, .kernel = {1, 25}, .strides = {1, 16}}, {0, 0}, 12);
        add("planes that meet in a cache's set", {.channels = 3, .input = {32, 32}, .kernel = {2, 2}}, {1, 1}, 5);
    }

    void multipliesInTheOrderPromised()
    {
        QFETCH(PlaneWindow, window);
        QFETCH(int, rows);
        requireExact(Convolution(window, rows));
    }

    void takesEveryWindow()
    {
        std::mt19937 random(7);
        for (int i = 0; i < 60; ++i)
            requireExact(Convolution(randomWindow(random), 1 + i % 27));
    }

    /// Tiles of every width, whole ones and what is left of them; an epilogue makes of each sum what it says.
    void takesEveryNumberOfColumns()
    {
        for (std::int64_t columns = 1; columns <= 70; ++columns)
            for (const std::int64_t rows : {1, 12, 13, 49}) {
                const Convolution convolution(windowOf({.channels = 7, .input = {1, columns}}, {0, 0}), rows);
                requireExact(convolution);
                const auto sums = convolution.result(true);
                const auto addend = randomFloats(rows * columns, 4);
                for (const float* added : {static_cast<const float*>(nullptr), addend.data()}) {
                    const ql::ops::FloatEpilogue epilogue{.addend = added,
                                                          .lowest = 0.0f,
                                                          .highest = 1.5f,
                                                          .trip = {.scale = 0.25f, .lowest = -3.0f, .highest = 5.0f}};
                    const auto y = convolution.result(true, epilogue);
                    for (std::size_t i = 0; i < y.size(); ++i)
                        QCOMPARE(y[i], epilogue.finished(added ? sums[i] + added[i] : sums[i]));
                }
            }
    }

    void threadsDoNotChangeABit()
    {
        const Convolution convolution(windowOf({.channels = 16, .input = {40, 50}, .kernel = {3, 3}}, {1, 1}), 96);
        Floats expected;
        for (const int threads : {1, 2, 3, 8}) {
            omp_set_num_threads(threads);
            const auto y = convolution.result(true);
            if (expected.empty())
                expected = y;
            QVERIFY(y == expected);
        }
    }

private:
    static void requireExact(const Convolution& convolution)
    {
        for (const bool hasBias : {false, true}) {
            const auto y = convolution.result(hasBias);
            for (std::int64_t row = 0; row < convolution.rows; ++row)
                for (std::int64_t column = 0; column < convolution.columns(); ++column) {
                    const auto found = y[std::size_t(row * convolution.columns() + column)];
                    const auto expected = convolution.expected(row, column, hasBias);
                    QVERIFY2(std::abs(found - expected) <= 1e-5f, qPrintable(QString("%1, %2").arg(row).arg(column)));
                }
        }
    }
};

QTEST_APPLESS_MAIN(TestPlaneConvolution)
#include "tst_plane_convolution.moc"
