// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/csv.h"
#include "core/report/table/number_format.h"

#include <QTest>
#include <limits>
#include <string>
#include <vector>

using namespace ql::report;

class TestNumberFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesSevenDecimals();
    void writesFourSignificantDigits();
    void writesCountsAndTimes();
    void keepsTheEndOfLongNames();
    void putsAnythingOnOneLine();
    void quotesCells();
};

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
} // namespace

void TestNumberFormat::writesSevenDecimals()
{
    QCOMPARE(fixedSeven(0.0078404), std::string("0.0078404"));
    QCOMPARE(fixedSeven(-0.7193903), std::string("-0.7193903"));
    QCOMPARE(fixedSeven(37.1305954), std::string("37.1305954"));
    QCOMPARE(fixedSeven(-1e-12), std::string("0.0000000"));
    QCOMPARE(fixedSeven(kInf), std::string("inf"));
    QCOMPARE(fixedSeven(-kInf), std::string("-inf"));
    QCOMPARE(fixedSeven(-kNan), std::string("nan"));
}

void TestNumberFormat::writesFourSignificantDigits()
{
    QCOMPARE(fourDigits(0.99242), std::string("0.9924"));
    QCOMPARE(fourDigits(37.1306), std::string("37.13"));
    QCOMPARE(fourDigits(1.0), std::string("1.000"));
    QCOMPARE(fourDigits(-0.0), std::string("0.000"));
    QCOMPARE(fourDigits(4711.2), std::string("4711"));
    QCOMPARE(fourDigits(0.0000120), std::string("1.200e-05"));
    QCOMPARE(fourDigits(-kInf), std::string("-inf"));
}

void TestNumberFormat::writesCountsAndTimes()
{
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(9216), std::string("9.2 k"));
    QCOMPARE(countText(999949), std::string("999.9 k"));
    QCOMPARE(countText(999950), std::string("1.0 M"));
    QCOMPARE(countText(1300000000), std::string("1.3 G"));
    QCOMPARE(secondsText(0.00123), std::string("1.2 ms"));
    QCOMPARE(secondsText(0.35), std::string("350 ms"));
    QCOMPARE(secondsText(1.23), std::string("1.2 s"));
    QCOMPARE(secondsText(59.96), std::string("1 min 0 s"));
    QCOMPARE(secondsText(7260), std::string("2 h 1 min"));
}

void TestNumberFormat::keepsTheEndOfLongNames()
{
    QCOMPARE(shortened("encoder.conv", 12), std::string("encoder.conv"));
    QCOMPARE(shortened("encoder.conv", 6), std::string("….conv"));
    QCOMPARE(characterCount(shortened("äöüßäöüß", 4)), std::size_t(4));
    QCOMPARE(shortened("äöüßäöüß", 4), std::string("…öüß"));
}

void TestNumberFormat::putsAnythingOnOneLine()
{
    QCOMPARE(oneLine("a\nb\tc\x7f"), std::string("a b c "));
}

void TestNumberFormat::quotesCells()
{
    const std::vector<std::string> cells{"plain", "a,b", "say \"x\"", "two\nlines", ""};
    QCOMPARE(csvLine(cells), std::string("plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\n"));
}

QTEST_APPLESS_MAIN(TestNumberFormat)
#include "tst_number_format.moc"
