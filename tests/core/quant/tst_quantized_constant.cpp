// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fake_quantization.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace ql;
using graph::DataType;
using graph::TensorData;
using quant::IntegerFormat;
using quant::Parameters;

namespace {

const graph::Shape kShape{3, 4, 5, 7};

/// A scale and a zero point for each of @p count channels.
Parameters parametersOf(std::size_t count, const IntegerFormat& format)
{
    Parameters parameters;
    for (std::size_t i = 0; i < count; ++i) {
        parameters.scales.push_back(0.02f + 0.013f * float(i));
        parameters.zeroPoints.push_back(std::int32_t(format.lowest() + 3 * std::int64_t(i)));
    }
    return parameters;
}

/// QuantizeLinear's formula.
std::int64_t byFormula(float value, float scale, std::int32_t zero, const IntegerFormat& format)
{
    if (std::isnan(value))
        return format.lowest();
    const double integer = double(std::nearbyint(value / scale)) + double(zero);
    return std::int64_t(std::clamp(integer, double(format.lowest()), double(format.highest())));
}

std::size_t channelOf(std::size_t element, std::int64_t axis)
{
    std::size_t inner = 1;
    for (auto i = std::size_t(axis) + 1; i < kShape.size(); ++i)
        inner *= std::size_t(kShape[i]);
    return element / inner % std::size_t(kShape[std::size_t(axis)]);
}

std::vector<float> someNumbers()
{
    auto numbers = tests::randomFloats(graph::elementCount(kShape), 5);
    numbers[3] = std::numeric_limits<float>::quiet_NaN();
    numbers[50] = std::numeric_limits<float>::infinity();
    numbers[419] = -1e30f;
    numbers[7] = 0.05f; // halves of the first channels' steps
    numbers[8] = -0.03f;
    return numbers;
}

} // namespace

class TestQuantizedConstant : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of every axis, whatever follows it.
    void integersAreThoseOfTheFormula_data()
    {
        QTest::addColumn<int>("bits");
        QTest::addColumn<bool>("isSigned");
        for (const int bits : {2, 4, 8, 12, 16})
            for (const bool isSigned : {true, false})
                QTest::addRow("%d bits, %s", bits, isSigned ? "signed" : "unsigned") << bits << isSigned;
    }
    void integersAreThoseOfTheFormula()
    {
        QFETCH(int, bits);
        QFETCH(bool, isSigned);
        const IntegerFormat format{.bits = bits, .isSigned = isSigned};
        const auto numbers = someNumbers();
        const auto floats = TensorData::of<float>(DataType::Float, kShape, numbers);
        for (const std::int64_t axis : {-1, 0, 1, 2, 3}) { // -1: one scale
            const auto parameters = parametersOf(axis < 0 ? 1 : std::size_t(kShape[std::size_t(axis)]), format);
            const auto found = quant::quantizedConstant(floats, parameters, format, std::max<std::int64_t>(0, axis));
            QCOMPARE(found.type(), format.storage());
            QCOMPARE(found.shape(), kShape);
            const auto integers = found.toInts();
            const auto again = quant::dequantizedConstant(found, parameters, std::max<std::int64_t>(0, axis));
            QCOMPARE(again.shape(), kShape);
            const auto real = again.toDoubles();
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const auto channel = axis < 0 ? 0 : channelOf(i, axis);
                const auto scale = parameters.scales[channel];
                const auto zero = parameters.zeroPoints[channel];
                QCOMPARE(std::int64_t(integers[i]), byFormula(numbers[i], scale, zero, format));
                QCOMPARE(real[i], double(float(integers[i] - zero) * scale));
            }
        }
    }

    /// As a file may have them.
    void bytesOfAnyAddressServe()
    {
        const IntegerFormat format;
        const auto parameters = parametersOf(1, format);
        const auto numbers = someNumbers();
        const std::size_t size = numbers.size() * sizeof(float);
        const std::shared_ptr<std::byte[]> bytes(new std::byte[size + 1]);
        std::memcpy(bytes.get() + 1, numbers.data(), size);
        const TensorData odd(DataType::Float, kShape, std::shared_ptr<const std::byte>(bytes, bytes.get() + 1), size);
        const auto floats = TensorData::of<float>(DataType::Float, kShape, numbers);
        QCOMPARE(quant::quantizedConstant(odd, parameters, format, 0).toInts(),
                 quant::quantizedConstant(floats, parameters, format, 0).toInts());
    }

    void farZeroPointsSaturate()
    {
        const IntegerFormat format;
        const Parameters far{{0.5f}, {std::numeric_limits<std::int32_t>::max()}, {}};
        const auto floats = TensorData::of<float>(DataType::Float, {3}, std::vector<float>{-9.0f, 0.0f, 9.0f});
        const auto integers = quant::quantizedConstant(floats, far, format, 0);
        QCOMPARE(integers.toInts(), (std::vector<std::int64_t>{127, 127, 127}));
        const double real = quant::dequantizedConstant(integers, far, 0).toDoubles().front();
        QCOMPARE(real, double(float(127 - std::int64_t(far.zeroPoints.front())) * 0.5f)); // wraps nowhere
    }
};

QTEST_APPLESS_MAIN(TestQuantizedConstant)
#include "tst_quantized_constant.moc"
