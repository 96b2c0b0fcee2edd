// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/minifloat.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql::graph;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}

class TestMinifloat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Values from the OCP 8-bit specification, the ONNX float8 page and IEEE 754.
    void decodes_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("value");
        const auto row = [](DataType type, int bits, double value) {
            QTest::addRow("%s 0x%x", std::string(name(type)).c_str(), bits) << int(type) << bits << value;
        };
        row(DataType::Float16, 0x3c00, 1.0);
        row(DataType::Float16, 0x7bff, 65504.0);
        row(DataType::Float16, 0x0001, std::ldexp(1.0, -24));
        row(DataType::Float16, 0x0400, std::ldexp(1.0, -14));
        row(DataType::Float16, 0xfc00, -kInfinity);
        row(DataType::BFloat16, 0xc040, -3.0);
        row(DataType::BFloat16, 0x7f80, kInfinity);
        row(DataType::BFloat16, 0x0001, std::ldexp(1.0, -133));
        row(DataType::Float8E4M3FN, 0x7e, 448.0);
        row(DataType::Float8E4M3FN, 0x01, std::ldexp(1.0, -9));
        row(DataType::Float8E4M3FNUZ, 0x7f, 240.0);
        row(DataType::Float8E4M3FNUZ, 0x01, std::ldexp(1.0, -10));
        row(DataType::Float8E5M2, 0x7b, 57344.0);
        row(DataType::Float8E5M2, 0x7c, kInfinity);
        row(DataType::Float8E5M2FNUZ, 0x7f, 57344.0);
        row(DataType::Float8E5M2FNUZ, 0x01, std::ldexp(1.0, -17));
        row(DataType::Float4E2M1, 0x0, 0.0);
        row(DataType::Float4E2M1, 0x1, 0.5);
        row(DataType::Float4E2M1, 0x3, 1.5);
        row(DataType::Float4E2M1, 0x7, 6.0);
        row(DataType::Float4E2M1, 0xe, -4.0);
        row(DataType::Float8E8M0, 0x00, std::ldexp(1.0, -127));
        row(DataType::Float8E8M0, 0x7f, 1.0);
        row(DataType::Float8E8M0, 0xfe, std::ldexp(1.0, 127));
    }

    void decodes()
    {
        QFETCH(int, type);
        QFETCH(int, bits);
        QFETCH(double, value);
        QCOMPARE(decodeMinifloat(DataType(type), std::uint16_t(bits)), value);
        QCOMPARE(encodeMinifloat(DataType(type), value), std::uint16_t(bits));
    }

    void roundsToNearestEven()
    {
        QCOMPARE(encodeMinifloat(DataType::Float16, 1.0 + std::ldexp(1.0, -11)), std::uint16_t{0x3c00});
        QCOMPARE(encodeMinifloat(DataType::Float16, 1.0 + 3 * std::ldexp(1.0, -11)), std::uint16_t{0x3c02});
        QCOMPARE(encodeMinifloat(DataType::Float16, 65519.0), std::uint16_t{0x7bff});
        QCOMPARE(encodeMinifloat(DataType::Float16, 65520.0), std::uint16_t{0x7c00});
        QCOMPARE(encodeMinifloat(DataType::Float16, std::ldexp(1.0, -25)), std::uint16_t{0});
        QCOMPARE(encodeMinifloat(DataType::Float16, std::ldexp(1.1, -25)), std::uint16_t{1});
        QCOMPARE(encodeMinifloat(DataType::Float16, std::ldexp(2047.0, -25)), std::uint16_t{0x0400});
    }

    /// The table of the standard's page on float4: no infinity, no NaN.
    void roundsToFloat4()
    {
        const auto encoded = [](double value) { return int(encodeMinifloat(DataType::Float4E2M1, value)); };
        QCOMPARE(encoded(0.25), 0);
        QCOMPARE(encoded(0.75), 2);
        QCOMPARE(encoded(2.5), 4);
        QCOMPARE(encoded(5.0), 6);
        QCOMPARE(encoded(5.1), 7);
        QCOMPARE(encoded(-3.5), 0xe);
        QCOMPARE(encoded(1e6), 7);
        QCOMPARE(encoded(-kInfinity), 0xf);
        QCOMPARE(encoded(-0.0), 8);
        QCOMPARE(encoded(std::nan("")), 7);
    }

    /// The standard's table of Cast 24 for float8e8m0, where x is 2^(bits - 127).
    void roundsToPowersOfTwo()
    {
        constexpr auto kUp = PowerRounding::Up;
        constexpr auto kNearest = PowerRounding::Nearest;
        QCOMPARE(int(encodePowerOfTwo(1.1, kUp, true)), 128);
        QCOMPARE(int(encodePowerOfTwo(1.0, kUp, true)), 127);
        QCOMPARE(int(encodePowerOfTwo(1.9, PowerRounding::Down, true)), 127);
        QCOMPARE(int(encodePowerOfTwo(1.49, kNearest, true)), 127);
        QCOMPARE(int(encodePowerOfTwo(1.5, kNearest, true)), 128);
        QCOMPARE(int(encodePowerOfTwo(0.0, kUp, true)), 0);
        QCOMPARE(int(encodePowerOfTwo(0.0, kNearest, false)), 255);
        QCOMPARE(int(encodePowerOfTwo(kInfinity, kUp, true)), 254);
        QCOMPARE(int(encodePowerOfTwo(kInfinity, kNearest, false)), 255);
        QCOMPARE(int(encodePowerOfTwo(std::ldexp(1.0, 128), kUp, true)), 254);
        QCOMPARE(int(encodePowerOfTwo(std::ldexp(1.0, 128), kNearest, false)), 255);
        QCOMPARE(int(encodePowerOfTwo(std::ldexp(1.0, -140), kUp, true)), 0);
        QCOMPARE(int(encodePowerOfTwo(std::nan(""), kUp, true)), 255);
        QVERIFY(std::isnan(decodeMinifloat(DataType::Float8E8M0, 0xff)));
    }

    void knowsSpecialNumbers()
    {
        QCOMPARE(encodeMinifloat(DataType::Float8E4M3FN, 1e9), std::uint16_t{0x7f});
        QCOMPARE(encodeMinifloat(DataType::Float8E4M3FNUZ, -kInfinity), std::uint16_t{0x80});
        QCOMPARE(encodeMinifloat(DataType::Float8E4M3FNUZ, -0.0), std::uint16_t{0});
        QCOMPARE(encodeMinifloat(DataType::Float8E5M2, 1e300), std::uint16_t{0x7c});
        QVERIFY(std::signbit(decodeMinifloat(DataType::Float16, 0x8000)));
        for (const auto type : {DataType::Float16, DataType::BFloat16, DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ,
                                DataType::Float8E5M2, DataType::Float8E5M2FNUZ}) {
            QVERIFY(isMinifloat(type));
            QVERIFY(std::isnan(decodeMinifloat(type, encodeMinifloat(type, NAN))));
        }
        QVERIFY(!isMinifloat(DataType::Float));
        QVERIFY(!isMinifloat(DataType::Int8));
    }
};

QTEST_APPLESS_MAIN(TestMinifloat)
#include "tst_minifloat.moc"
