// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/data_type.h"

#include <QTest>

using namespace ql::graph;

class TestDataType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesRoundTrip()
    {
        for (int type = 0; type <= int(kLastDataType); ++type)
            QCOMPARE(dataTypeFromName(name(DataType(type))), std::optional(DataType(type)));
        QCOMPARE(dataTypeFromName("float"), std::optional(DataType::Float));
        QCOMPARE(dataTypeFromName("double"), std::optional(DataType::Double));
        QCOMPARE(dataTypeFromName("float31"), std::nullopt);
        QCOMPARE(name(DataType::Float), std::string_view("float32"));
        QCOMPARE(name(DataType::Double), std::string_view("float64"));
    }

    void countsBytes()
    {
        QCOMPARE(bitsPerElement(DataType::Int4), std::size_t{4});
        QCOMPARE(bitsPerElement(DataType::Complex128), std::size_t{128});
        QCOMPARE(bitsPerElement(DataType::String), std::size_t{0});
        QCOMPARE(packedByteCount(DataType::UInt4, 0), std::size_t{0});
        QCOMPARE(packedByteCount(DataType::UInt4, 3), std::size_t{2});
        QCOMPARE(packedByteCount(DataType::Int2, 5), std::size_t{2});
        QCOMPARE(packedByteCount(DataType::Float16, 3), std::size_t{6});
        QCOMPARE(packedByteCount(DataType::Double, 3), std::size_t{24});
    }

    void knowsTheKinds()
    {
        QVERIFY(isFloatingPoint(DataType::BFloat16));
        QVERIFY(isFloatingPoint(DataType::Float8E5M2FNUZ));
        QVERIFY(!isFloatingPoint(DataType::Int8));
        QVERIFY(!isFloatingPoint(DataType::Complex64));
        QVERIFY(isQuantizedInteger(DataType::Int4));
        QVERIFY(isQuantizedInteger(DataType::UInt16));
        QVERIFY(!isQuantizedInteger(DataType::Int32));
        QVERIFY(!isQuantizedInteger(DataType::Bool));
    }

    void knowsTheRanges_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<qint64>("lowest");
        QTest::addColumn<qint64>("highest");
        QTest::newRow("int2") << int(DataType::Int2) << qint64(-2) << qint64(1);
        QTest::newRow("uint2") << int(DataType::UInt2) << qint64(0) << qint64(3);
        QTest::newRow("int4") << int(DataType::Int4) << qint64(-8) << qint64(7);
        QTest::newRow("uint4") << int(DataType::UInt4) << qint64(0) << qint64(15);
        QTest::newRow("int8") << int(DataType::Int8) << qint64(-128) << qint64(127);
        QTest::newRow("uint8") << int(DataType::UInt8) << qint64(0) << qint64(255);
        QTest::newRow("int16") << int(DataType::Int16) << qint64(-32768) << qint64(32767);
        QTest::newRow("uint16") << int(DataType::UInt16) << qint64(0) << qint64(65535);
        QTest::newRow("int32") << int(DataType::Int32) << qint64(-2147483648) << qint64(2147483647);
        QTest::newRow("uint32") << int(DataType::UInt32) << qint64(0) << qint64(4294967295);
    }

    void knowsTheRanges()
    {
        QFETCH(int, type);
        QTEST(qint64(lowestOf(DataType(type))), "lowest");
        QTEST(qint64(highestOf(DataType(type))), "highest");
    }
};

QTEST_APPLESS_MAIN(TestDataType)
#include "tst_data_type.moc"
