// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/formats/number_format.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

using namespace ql;
using graph::AxisLayout;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A positive power of two's numbers: the first, and how far apart they are.
struct Binade {
    double first;
    double step;
};

std::vector<double> listed(const std::vector<Binade>& binades, int perBinade)
{
    std::vector<double> values;
    for (const auto& [first, step] : binades)
        for (int i = 0; i < perBinade; ++i)
            values.push_back(first + i * step);
    return values;
}

// The positive halves, as the specifications print them.
const std::vector<double> kE2M1{0, 0.5, 1, 1.5, 2, 3, 4, 6};
const std::vector<double> kE2M3{0,     0.125, 0.25,  0.375, 0.5,   0.625, 0.75, 0.875, 1,    1.125, 1.25,
                                1.375, 1.5,   1.625, 1.75,  1.875, 2,     2.25, 2.5,   2.75, 3,     3.25,
                                3.5,   3.75,  4,     4.5,   5,     5.5,   6,    6.5,   7,    7.5};
const std::vector<double> kE3M2{0,     0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.625, 0.75,
                                0.875, 1,      1.25,  1.5,    1.75, 2,      2.5,   3,      3.5, 4,     5,
                                6,     7,      8,     10,     12,   14,     16,    20,     24,  28};

std::vector<double> e4m3()
{
    auto values = listed({{0, 1. / 512},
                          {1. / 64, 1. / 512},
                          {1. / 32, 1. / 256},
                          {1. / 16, 1. / 128},
                          {1. / 8, 1. / 64},
                          {1. / 4, 1. / 32},
                          {1. / 2, 1. / 16},
                          {1, 1. / 8},
                          {2, 1. / 4},
                          {4, 1. / 2},
                          {8, 1},
                          {16, 2},
                          {32, 4},
                          {64, 8},
                          {128, 16},
                          {256, 32}},
                         8);
    values.back() = kNan;
    return values;
}

std::vector<double> e5m2()
{
    std::vector<Binade> binades{{0, 1. / 65536}};
    for (double first = 1. / 16384; first <= 32768; first *= 2)
        binades.push_back({first, first / 4});
    auto values = listed(binades, 4);
    values.insert(values.end(), {kInfinity, kNan, kNan, kNan});
    return values;
}

std::vector<double> half()
{
    std::vector<Binade> binades{{0, std::ldexp(1, -24)}};
    for (double first = 1. / 16384; first <= 32768; first *= 2)
        binades.push_back({first, first / 1024});
    auto values = listed(binades, 1024);
    values.push_back(kInfinity);
    values.resize(32768, kNan);
    return values;
}

std::vector<double> upperHalvesOfFloats()
{
    std::vector<double> values;
    for (std::uint32_t code = 0; code < 32768; ++code)
        values.push_back(double(std::bit_cast<float>(code << 16)));
    return values;
}

/// The negative numbers have the same codes with the sign's bit set.
std::vector<double> withSigns(std::vector<double> values)
{
    const auto count = values.size();
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(-values[i]);
    return values;
}

std::vector<double> counted(double first, double last, double step, std::size_t rotation)
{
    std::vector<double> values;
    for (double value = first; value <= last; value += step)
        values.push_back(value);
    std::rotate(values.begin(), values.begin() + std::ptrdiff_t(rotation), values.end());
    return values;
}

std::vector<float> rounded(const char* format, const AxisLayout& layout, const std::vector<float>& scales,
                           const std::vector<float>& x)
{
    std::vector<float> y(x.size());
    graph::roundTo(graph::numberFormatNamed(format), layout, scales, x, y);
    return y;
}

} // namespace

class TestNumberFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCode_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::vector<double>>("values");
        const auto row = [](const char* name, const std::vector<double>& values) {
            QTest::newRow(name) << QString(name) << values;
        };
        row("mxfp4", withSigns(kE2M1));
        row("nvfp4", withSigns(kE2M1));
        row("mxfp6_e2m3", withSigns(kE2M3));
        row("mxfp6_e3m2", withSigns(kE3M2));
        row("fp8_e4m3", withSigns(e4m3()));
        row("mxfp8_e4m3", withSigns(e4m3()));
        row("fp8_e5m2", withSigns(e5m2()));
        row("mxfp8_e5m2", withSigns(e5m2()));
        row("fp16", withSigns(half()));
        row("bf16", withSigns(upperHalvesOfFloats()));
        row("mxint8", counted(-2, 127. / 64, 1. / 64, 128));
        row("int2", {0, 1, -2, -1});
        row("int3", {0, 1, 2, 3, -4, -3, -2, -1});
        row("int4", {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1});
        row("int4_g32", {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1});
        row("int4_g128_zp", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
        row("uint2", {0, 1, 2, 3});
        for (int bits = 5; bits <= 16; ++bits) {
            const double count = std::ldexp(1, bits);
            const auto name = "int" + std::to_string(bits);
            row(name.c_str(), counted(-count / 2, count / 2 - 1, 1, std::size_t(count / 2)));
            row(("u" + name).c_str(), counted(0, count - 1, 1, 0));
        }
    }

    void everyCode()
    {
        QFETCH(QString, name);
        QFETCH(std::vector<double>, values);
        const auto& element = graph::numberFormatNamed(name.toStdString()).element;
        QCOMPARE(values.size(), std::size_t(1) << element.bits);
        for (std::uint32_t code = 0; code < values.size(); ++code) {
            const double value = values[code];
            const double found = element.decode(code);
            QVERIFY2(found == value || (std::isnan(found) && std::isnan(value)), QByteArray::number(code).constData());
            if (std::isfinite(value)) {
                QCOMPARE(element.encode(value), code);
                const auto next = code + 1 < values.size() ? values[code + 1] : kNan;
                if (std::isfinite(next) && std::signbit(next) == std::signbit(value))
                    QCOMPARE(element.encode((value + next) / 2), code % 2 == 0 ? code : code + 1);
            }
        }
        const bool hasInfinity = name == "fp16" || name == "bf16";
        QCOMPARE(element.decode(element.encode(1e300)), hasInfinity ? kInfinity : element.highest());
        QCOMPARE(element.decode(element.encode(-kInfinity)), hasInfinity ? -kInfinity : element.lowest());
    }

    void roundsAsTheCodesSay_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : {"fp8_e4m3", "fp8_e5m2", "fp16", "bf16"})
            QTest::newRow(name) << QString(name);
    }

    /// The loop over values and the codes are two ways to the same numbers.
    void roundsAsTheCodesSay()
    {
        QFETCH(QString, name);
        const auto& format = graph::numberFormatNamed(name.toStdString());
        std::vector<float> x;
        for (double value = 1e-9; value < 1e6; value *= 1.00137)
            x.insert(x.end(), {float(value), float(-value)});
        for (const auto value : e5m2()) // exact numbers, and those half-way between some
            x.insert(x.end(), {float(value), float(value * 1.125), float(value * 1.0625)});
        const auto y = rounded(format.name.c_str(), {.inner = std::int64_t(x.size())}, {1.0f}, x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto expected = float(format.element.decode(format.element.encode(double(x[i]))));
            QVERIFY2(y[i] == expected || (std::isnan(y[i]) && std::isnan(expected)),
                     QByteArray::number(double(x[i])).constData());
        }
    }

    void scalesByTensorAndByChannel()
    {
        using Values = std::vector<float>;
        // 449 / 448 of the largest saturates; 17 / 16 lies half-way between 1 and 1.125.
        QCOMPARE(rounded("fp8_e4m3", {.inner = 4}, {2.0f}, {898, 2.125f, -3, 0}), Values({896, 2, -3, 0}));
        QCOMPARE(rounded("fp8_e5m2", {.outer = 2, .length = 2, .inner = 1}, {1.0f, 0.5f}, {1.1f, 0.6f, 70000, -1}),
                 Values({1.0f, 0.625f, 57344, -1}));
    }

    /// Largest 5: exponent 2 less those of e2m1's largest (2), so the scale is 1.
    void sharesExponents()
    {
        using Values = std::vector<float>;
        QCOMPARE(rounded("mxfp4", {.length = 4}, {}, {5, 2.5f, -0.75f, 0.2f}), Values({4, 2, -1, 0}));
        QCOMPARE(rounded("mxfp4", {.length = 4}, {}, {7.9f, 3.5f, -0.25f, 0.26f}), Values({6, 4, -0.0f, 0.5f}));
        QCOMPARE(rounded("mxfp4", {.length = 3}, {}, {160, -40, 16}), Values({128, -32, 16})); // scale 32, 5 to even
        // int8: largest 3 gives scale 2; steps of 2/64.
        QCOMPARE(rounded("mxint8", {.length = 2}, {}, {3, 0.05f}), Values({3, 0.0625f}));
        QCOMPARE(rounded("mxfp8_e4m3", {.length = 2}, {}, {0, 0}), Values({0, 0}));
    }

    void blocksLieAlongTheAxis()
    {
        // Two blocks, of 32 and 1 places, for each of two inner values.
        std::vector<float> x(66, 0.0f);
        x[0] = 448;    // place 0, inner 0: the scale of that block is 2^6
        x[1] = 0.5f;   // place 0, inner 1
        x[62] = 30;    // place 31, inner 0
        x[64] = 30;    // place 32: a block of its own, with scale 2^2
        x[65] = 0.35f; // scale 2^-4
        const auto y = rounded("mxfp4", {.length = 33, .inner = 2}, {}, x);
        QCOMPARE(y[0], 384.0f); // 7 becomes 6, the largest
        QCOMPARE(y[1], 0.5f);
        QCOMPARE(y[62], 32.0f);  // 30 / 64 = 0.47 becomes 0.5
        QCOMPARE(y[64], 24.0f);  // 30 / 4 = 7.5 becomes 6, the largest
        QCOMPARE(y[65], 0.375f); // 0.35 · 16 = 5.6 becomes 6
    }

    void scalesTwice()
    {
        using Values = std::vector<float>;
        // Scale of the tensor 0.5; of the block 6 / 6 / 0.5 = 2, which float8e4m3 holds.
        QCOMPARE(rounded("nvfp4", {.length = 3}, {0.5f}, {6, 2.4f, -0.3f}), Values({6, 2, -0.5f}));
        // Of the block 5 / 6 / 0.5 = 1.667, in float8e4m3 1.625: times 0.5 is 0.8125. 5 / 0.8125 = 6.15, 2 / 0.8125
        // = 2.46.
        QCOMPARE(rounded("nvfp4", {.length = 2}, {0.5f}, {5, 2}), Values({4.875f, 1.625f}));
        QCOMPARE(rounded("nvfp4", {.length = 17}, {1.0f},
                         [] {
                             Values x(17, 0.0f);
                             x[16] = 12; // a block of its own
                             return x;
                         }())
                     .back(),
                 12.0f);
    }

    void groupsHaveScalesOfTheirOwn()
    {
        using Values = std::vector<float>;
        QCOMPARE(rounded("int4_g32", {.length = 3}, {}, {7, -3.4f, 0.5f}), Values({7, -3, 0}));
        // 0 to 15 hold -5 to 10 with scale 1 and zero point 5.
        QCOMPARE(rounded("int4_g32_zp", {.length = 4}, {}, {-5, 10, 2.5f, 1.5f}), Values({-5, 10, 2, 2}));
        QCOMPARE(rounded("int2_g32", {.length = 3}, {}, {-4, 3, 1.9f}), Values({-4, 4, 0}));
    }

    void groupsHaveAnySize()
    {
        using Values = std::vector<float>;
        QCOMPARE(rounded("int4_g2", {.length = 4}, {}, {7, -3.4f, 14, 3}), Values({7, -3, 14, 4}));
        QVERIFY(graph::findNumberFormat("int4_g16"));
        QCOMPARE(graph::findNumberFormat("int4_g16"), graph::findNumberFormat("int4_g16"));
        for (const char* name : {"int04_g16", "int1_g16", "int17_g16", "int4_g0", "int4_g", "int4_g16_zp", "int4_g16x"})
            QVERIFY2(!graph::findNumberFormat(name), name);
    }

    void groupsTakeScalesThatAreGiven()
    {
        using Values = std::vector<float>;
        // Two rows of two blocks; then blocks along rows of two columns, in C order.
        QCOMPARE(rounded("int4_g2", {.outer = 2, .length = 4}, {1, 0.5f, 2, 4}, {1.4f, 9, 1.4f, 9, 3, -3, 5, 6}),
                 Values({1, 7, 1.5f, 3.5f, 4, -4, 4, 8}));
        QCOMPARE(rounded("int4_g2", {.length = 4, .inner = 2}, {1, 0.5f, 2, 4}, {1.4f, 1.4f, 9, 9, 3, 6, -3, 5}),
                 Values({1, 1.5f, 7, 3.5f, 4, 8, -4, 4}));
    }

    void keepsWhatIsNoNumber()
    {
        const auto nan = float(kNan);
        for (const auto& format : graph::knownNumberFormats()) {
            if (format.isUniform())
                continue;
            const auto y = rounded(format.name.c_str(), {.length = 3}, {1.0f}, {nan, 1.0f, float(kInfinity)});
            QVERIFY2(std::isnan(y[0]), format.name.c_str());
            QVERIFY2(std::abs(y[1] - 1.0f) < 0.05f, format.name.c_str());
            QVERIFY2(y[2] >= 1.0f, format.name.c_str());
        }
    }

    void namesAreListed()
    {
        QVERIFY(graph::findNumberFormat("mxfp8_e4m3"));
        QVERIFY(!graph::findNumberFormat("fp7"));
        QVERIFY_EXCEPTION_THROWN(graph::numberFormatNamed("fp7"), Error);
        QVERIFY(graph::numberFormatNamed("uint16_pow2").isUniform());
        QVERIFY(!graph::numberFormatNamed("int4_g32").isOfActivations());
        std::set<std::string> names;
        for (const auto& format : graph::knownNumberFormats())
            QVERIFY2(names.insert(format.name).second, format.name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestNumberFormats)
#include "tst_number_formats.moc"
