// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/ir/tensor_data.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql::graph;

namespace {

template <typename Make>
QString problemOf(Make&& make, ql::ErrorCode code)
{
    try {
        make();
    } catch (const ql::Error& error) {
        return error.code() == code ? QString::fromUtf8(error.what()) : QStringLiteral("other code");
    }
    return QStringLiteral("was made");
}

} // namespace

class TestTensorData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsShapes()
    {
        QCOMPARE(toString(Shape{2, 3, 4}), std::string("2x3x4"));
        QCOMPARE(toString(Shape{}), std::string("scalar"));
        QCOMPARE(toString(Shape{0}), std::string("0"));
    }

    void countsElements()
    {
        QCOMPARE(elementCount({}), std::size_t{1});
        QCOMPARE(elementCount({2, 3}), std::size_t{6});
        QCOMPARE(elementCount({2, 0, 3}), std::size_t{0});
        QCOMPARE(problemOf(
                     [] {
                         elementCount({2, -1});
                     },
                     ql::ErrorCode::FileCorrupt),
                 QStringLiteral("shape 2x-1 has a negative dimension"));
        QCOMPARE(problemOf(
                     [] {
                         elementCount({1ll << 32, 1ll << 32});
                     },
                     ql::ErrorCode::FileCorrupt),
                 QStringLiteral("shape 4294967296x4294967296 has too many elements"));
    }

    void unpacksNibblesLowFirst()
    {
        const auto unsignedData = TensorData::of<std::uint8_t>(DataType::UInt4, {3}, {0xf1, 0x08});
        QCOMPARE(unsignedData.toInts(), (std::vector<std::int64_t>{1, 15, 8}));
        const auto signedData = TensorData::of<std::uint8_t>(DataType::Int4, {3}, {0xf1, 0x08});
        QCOMPARE(signedData.toInts(), (std::vector<std::int64_t>{1, -1, -8}));
        QCOMPARE(signedData.toDoubles(), (std::vector<double>{1, -1, -8}));
    }

    void readsEveryNumber()
    {
        QCOMPARE(TensorData::of<std::uint16_t>(DataType::Float16, {2}, {0x3c00, 0xc000}).toDoubles(),
                 (std::vector<double>{1, -2}));
        QCOMPARE(TensorData::of<std::uint16_t>(DataType::BFloat16, {1}, {0x3fc0}).toDoubles(),
                 std::vector<double>{1.5});
        QCOMPARE(TensorData::of<std::uint8_t>(DataType::Float8E4M3FN, {1}, {0x38}).toDoubles(),
                 std::vector<double>{1.0});
        QCOMPARE(TensorData::of<std::uint8_t>(DataType::Float8E8M0, {1}, {0x7d}).toDoubles(),
                 std::vector<double>{0.25});
        QCOMPARE(TensorData::of<std::uint8_t>(DataType::Float4E2M1, {3}, {0xf1, 0x03}).toDoubles(),
                 (std::vector<double>{0.5, -6, 1.5}));
        QCOMPARE(TensorData::of<std::uint64_t>(DataType::UInt64, {1}, {~0ull}).toDoubles(),
                 std::vector<double>{0x1p64});
        QCOMPARE(TensorData::of<std::int64_t>(DataType::Int64, {1}, {-5}).toInts(), std::vector<std::int64_t>{-5});
        QCOMPARE(TensorData::of<std::uint8_t>(DataType::Bool, {2}, {0, 1}).toInts(), (std::vector<std::int64_t>{0, 1}));
    }

    void keepsStrings()
    {
        const auto data = TensorData::ofStrings({2}, {"a", ""});
        QCOMPARE(data.type(), DataType::String);
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.strings(), (std::vector<std::string>{"a", ""}));
        QCOMPARE(problemOf([] { TensorData::ofStrings({2}, {"a"}); }, ql::ErrorCode::FileCorrupt),
                 QStringLiteral("string tensor of shape 2 has 1 strings, expected 2"));
    }

    void knowsWhetherItIsFinite()
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const auto floats = [](std::vector<float> values) {
            return TensorData::of<float>(DataType::Float, {std::int64_t(values.size())}, values);
        };
        auto finite = floats({1.0f, -3e38f, 0.0f});
        const auto copy = finite;
        QVERIFY(finite.isFinite() && finite.isFinite() && copy.isFinite());
        const auto other = floats({1.0f, 2.0f, std::nanf("")});
        QVERIFY(!other.isFinite());
        finite = other; // and what is known of it
        QVERIFY(!finite.isFinite());
        QVERIFY(!floats({-kInfinity, 1.0f}).isFinite());
        QVERIFY(floats({}).isFinite());
        QVERIFY(!TensorData::of<double>(DataType::Double, {}, {std::nan("")}).isFinite());
        QVERIFY(!TensorData::of<std::uint16_t>(DataType::Float16, {2}, {0x3c00, 0x7c00}).isFinite());
        QVERIFY(TensorData::of<std::int32_t>(DataType::Int32, {1}, {0x7f800000}).isFinite());
        QVERIFY_EXCEPTION_THROWN(TensorData::ofStrings({1}, {"a"}).isFinite(), ql::Error);
    }

    void sharesItsBytes()
    {
        const auto data = TensorData::of<float>(DataType::Float, {2}, {1.0f, 2.0f});
        const TensorData copy = data;
        QCOMPARE(copy.bytes().data(), data.bytes().data());
        QCOMPARE(copy.storage().use_count(), 2l);
    }

    void refusesWhatDoesNotFit()
    {
        QCOMPARE(problemOf(
                     [] {
                         TensorData::of<float>(DataType::Float, {3}, {1.0f, 2.0f});
                     },
                     ql::ErrorCode::FileCorrupt),
                 QStringLiteral("float32 tensor of shape 3 has 8 bytes, expected 12"));
        const auto floats = TensorData::of<float>(DataType::Float, {}, {1.0f});
        QCOMPARE(problemOf([&] { floats.toInts(); }, ql::ErrorCode::TypeMismatch),
                 QStringLiteral("tensor has type float32, expected an integer type"));
        QCOMPARE(problemOf([&] { floats.strings(); }, ql::ErrorCode::TypeMismatch),
                 QStringLiteral("tensor has type float32, expected string"));
        QVERIFY_EXCEPTION_THROWN(TensorData::ofStrings({1}, {"a"}).toDoubles(), ql::Error);
        QVERIFY_EXCEPTION_THROWN(TensorData::of<float>(DataType::Complex64, {1}, {1.0f, 2.0f}).toDoubles(), ql::Error);
    }
};

QTEST_APPLESS_MAIN(TestTensorData)
#include "tst_tensor_data.moc"
