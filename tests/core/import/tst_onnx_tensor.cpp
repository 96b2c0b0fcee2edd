// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory/expansion_budget.h"
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <bit>
#include <cstring>

using namespace ql::tests;
using onnx::TensorProto;
using ql::graph::DataType;
using ql::graph::TensorData;

namespace {

/// A model whose only content is one initializer "w", which a node reads.
class TensorModel : public ModelBuilder {
public:
    TensorModel(int type, const std::vector<std::int64_t>& dims)
    {
        output("y");
        addNode(graph(), "Identity", {"w"}, {"y"});
        tensor().set_name("w");
        tensor().set_data_type(type);
        for (const auto size : dims)
            tensor().add_dims(size);
    }
    TensorProto& tensor()
    {
        return graph().initializer_size() > 0 ? *graph().mutable_initializer(0) : *graph().add_initializer();
    }
    TensorData read() const
    {
        const auto model = import();
        return *model.graph.constantOf(*model.graph.findValue("w"));
    }
};

std::vector<int> bytesOf(const TensorData& data)
{
    std::vector<int> bytes;
    for (const auto byte : data.bytes())
        bytes.push_back(std::to_integer<int>(byte));
    return bytes;
}

constexpr int kUInt4 = 21; // newer than the message definition's own list
constexpr int kInt4 = 22;
constexpr int kUInt2 = 25;
constexpr int kInt2 = 26;
constexpr int kFloat8 = 17;
constexpr int kFloat4 = 23;
constexpr int kFloat8E8M0 = 24;

} // namespace

class TestOnnxTensor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsRawBytes_data();
    void readsRawBytes();
    void readsFloatFields();
    void readsIntegerFields_data();
    void readsIntegerFields();
    void readsHalfBitPatterns();
    void readsComplexPairs();
    void readsPackedNibbles_data();
    void readsPackedNibbles();
    void readsStrings();
    void readsBigPayloadsWithoutLoss();
    void makesBoolsZeroOrOne();
    void readsSparseTensors();
    void refusesSparseIndicesOutside();
    void countsSparseTensorsTogether();
    void refusesHostileTensors_data();
    void refusesHostileTensors();
};

void TestOnnxTensor::readsRawBytes_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QList<double>>("expected"); // two elements
    QTest::newRow("float32") << 1 << QByteArray::fromHex("0000803f000000c0") << QList<double>{1, -2};
    QTest::newRow("uint8") << 2 << QByteArray::fromHex("01ff") << QList<double>{1, 255};
    QTest::newRow("int8") << 3 << QByteArray::fromHex("01ff") << QList<double>{1, -1};
    QTest::newRow("uint16") << 4 << QByteArray::fromHex("0100ffff") << QList<double>{1, 65535};
    QTest::newRow("int16") << 5 << QByteArray::fromHex("0100ffff") << QList<double>{1, -1};
    QTest::newRow("int32") << 6 << QByteArray::fromHex("01000000feffffff") << QList<double>{1, -2};
    QTest::newRow("int64") << 7 << QByteArray::fromHex("0100000000000000feffffffffffffff") << QList<double>{1, -2};
    QTest::newRow("bool") << 9 << QByteArray::fromHex("0100") << QList<double>{1, 0};
    QTest::newRow("float16") << 10 << QByteArray::fromHex("003c00c0") << QList<double>{1, -2};
    QTest::newRow("float64") << 11 << QByteArray::fromHex("000000000000f03f00000000000000c0") << QList<double>{1, -2};
    QTest::newRow("uint32") << 12 << QByteArray::fromHex("01000000feffffff") << QList<double>{1, 4294967294.};
    QTest::newRow("uint64") << 13 << QByteArray::fromHex("01000000000000000000000001000000")
                            << QList<double>{1, 4294967296.};
    QTest::newRow("bfloat16") << 16 << QByteArray::fromHex("803f00c0") << QList<double>{1, -2};
    QTest::newRow("uint4") << kUInt4 << QByteArray::fromHex("f1") << QList<double>{1, 15};
    QTest::newRow("uint2") << kUInt2 << QByteArray::fromHex("0e") << QList<double>{2, 3};
    QTest::newRow("int2") << kInt2 << QByteArray::fromHex("0e") << QList<double>{-2, -1};
    QTest::newRow("int4") << kInt4 << QByteArray::fromHex("f1") << QList<double>{1, -1};
}

void TestOnnxTensor::readsRawBytes()
{
    QFETCH(int, type);
    QFETCH(QByteArray, raw);
    QFETCH(QList<double>, expected);
    TensorModel model(type, {2});
    model.tensor().set_raw_data(raw.toStdString());
    const auto data = model.read();
    QCOMPARE(int(data.type()), type);
    QCOMPARE(data.toDoubles(), std::vector<double>(expected.begin(), expected.end()));
}

void TestOnnxTensor::readsFloatFields()
{
    TensorModel single(TensorProto::FLOAT, {1, 2});
    single.tensor().add_float_data(0.1F);
    single.tensor().add_float_data(-3.0F);
    QCOMPARE(single.read().toDoubles(), (std::vector<double>{double(0.1F), -3}));
    QCOMPARE(single.read().shape(), (ql::graph::Shape{1, 2}));
    TensorModel twice(TensorProto::DOUBLE, {});
    twice.tensor().add_double_data(0.1);
    QCOMPARE(twice.read().toDoubles(), std::vector<double>{0.1});
}

void TestOnnxTensor::readsIntegerFields_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<qint64>("value");
    QTest::newRow("int32") << 6 << qint64(-2147483648LL);
    QTest::newRow("int8") << 3 << qint64(-128);
    QTest::newRow("uint8") << 2 << qint64(200);
    QTest::newRow("int16") << 5 << qint64(-30000);
    QTest::newRow("uint16") << 4 << qint64(60000);
    QTest::newRow("bool") << 9 << qint64(1);
    QTest::newRow("int64") << 7 << qint64(-9000000000LL);
    QTest::newRow("uint32") << 12 << qint64(4000000000LL);
    QTest::newRow("uint64") << 13 << qint64(9000000000LL);
}

void TestOnnxTensor::readsIntegerFields()
{
    QFETCH(int, type);
    QFETCH(qint64, value);
    TensorModel model(type, {1});
    if (type == TensorProto::INT64)
        model.tensor().add_int64_data(value);
    else if (type == TensorProto::UINT32 || type == TensorProto::UINT64)
        model.tensor().add_uint64_data(std::uint64_t(value));
    else
        model.tensor().add_int32_data(std::int32_t(value));
    const auto data = model.read();
    QCOMPARE(int(data.type()), type);
    QCOMPARE(data.toInts(), std::vector<std::int64_t>{value});
}

void TestOnnxTensor::readsHalfBitPatterns()
{
    TensorModel half(TensorProto::FLOAT16, {1});
    half.tensor().add_int32_data(0xc000);
    QCOMPARE(half.read().toDoubles(), std::vector<double>{-2});
    TensorModel brain(TensorProto::BFLOAT16, {1});
    brain.tensor().add_int32_data(0xc000);
    QCOMPARE(brain.read().toDoubles(), std::vector<double>{-2});
    TensorModel eighth(kFloat8, {2});
    eighth.tensor().add_int32_data(0x7e);
    eighth.tensor().add_int32_data(0x81);
    QCOMPARE(bytesOf(eighth.read()), (std::vector<int>{0x7e, 0x81}));
    TensorModel power(kFloat8E8M0, {2});
    power.tensor().add_int32_data(0x80);
    power.tensor().add_int32_data(0x7e);
    QCOMPARE(power.read().toDoubles(), (std::vector<double>{2, 0.5}));
    TensorModel quarter(kFloat4, {3}); // two to an entry, the first in the low bits
    quarter.tensor().add_int32_data(0xe1);
    quarter.tensor().add_int32_data(0x07);
    QCOMPARE(quarter.read().toDoubles(), (std::vector<double>{0.5, -4, 6}));
    TensorModel raw(kFloat4, {2});
    raw.tensor().set_raw_data("\x53");
    QCOMPARE(raw.read().toDoubles(), (std::vector<double>{1.5, 3}));
}

void TestOnnxTensor::readsComplexPairs()
{
    TensorModel model(TensorProto::COMPLEX64, {1});
    model.tensor().add_float_data(1);
    model.tensor().add_float_data(2);
    const auto data = model.read();
    QCOMPARE(data.bytes().size(), std::size_t(8));
    float second = 0;
    std::memcpy(&second, data.bytes().data() + 4, 4);
    QCOMPARE(second, 2.0F);
}

void TestOnnxTensor::readsPackedNibbles_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QList<int>>("entries");
    QTest::addColumn<QList<double>>("expected"); // three elements
    QTest::newRow("int4, two to an entry") << kInt4 << QList<int>{0x8f, 0x07} << QList<double>{-1, -8, 7};
    QTest::newRow("uint4, two to an entry") << kUInt4 << QList<int>{0x8f, 0x07} << QList<double>{15, 8, 7};
    QTest::newRow("int2, four to an entry") << kInt2 << QList<int>{0xe4} << QList<double>{0, 1, -2};
    QTest::newRow("int2, one to an entry") << kInt2 << QList<int>{1, -2, 0} << QList<double>{1, -2, 0};
    QTest::newRow("int4, one to an entry") << kInt4 << QList<int>{-1, -8, 7} << QList<double>{-1, -8, 7};
}

void TestOnnxTensor::readsPackedNibbles()
{
    QFETCH(int, type);
    QFETCH(QList<int>, entries);
    QFETCH(QList<double>, expected);
    TensorModel model(type, {3});
    for (const auto entry : entries)
        model.tensor().add_int32_data(entry);
    QCOMPARE(model.read().toDoubles(), std::vector<double>(expected.begin(), expected.end()));
}

void TestOnnxTensor::readsStrings()
{
    TensorModel model(TensorProto::STRING, {2});
    model.tensor().add_string_data(std::string("cat"));
    model.tensor().add_string_data(std::string("a\0b", 3));
    QCOMPARE(model.read().strings(), (std::vector<std::string>{"cat", std::string("a\0b", 3)}));
}

void TestOnnxTensor::readsBigPayloadsWithoutLoss()
{
    constexpr int kCount = 5000;
    TensorModel raw(TensorProto::FLOAT, {kCount});
    TensorModel typed(TensorProto::FLOAT, {kCount});
    std::vector<float> values(kCount);
    for (int i = 0; i < kCount; ++i) {
        values[std::size_t(i)] = float(i) / 3;
        typed.tensor().add_float_data(values[std::size_t(i)]);
    }
    raw.tensor().set_raw_data(values.data(), values.size() * sizeof(float));
    const std::vector<double> expected(values.begin(), values.end());
    QCOMPARE(raw.read().toDoubles(), expected);
    QCOMPARE(typed.read().toDoubles(), expected);
}

void TestOnnxTensor::makesBoolsZeroOrOne()
{
    TensorModel model(TensorProto::BOOL, {3});
    model.tensor().set_raw_data(std::string("\x00\x80\x01", 3));
    QCOMPARE(bytesOf(model.read()), (std::vector<int>{0, 1, 1}));
}

void TestOnnxTensor::readsSparseTensors()
{
    for (const bool isFlat : {true, false}) {
        ModelBuilder builder;
        builder.output("y");
        addNode(builder.graph(), "Identity", {"w"}, {"y"});
        auto& sparse = *builder.graph().add_sparse_initializer();
        sparse.add_dims(2);
        sparse.add_dims(3);
        sparse.mutable_values()->set_name("w");
        sparse.mutable_values()->set_data_type(TensorProto::FLOAT);
        sparse.mutable_values()->add_dims(1);
        sparse.mutable_values()->add_float_data(9);
        auto& indices = *sparse.mutable_indices();
        indices.set_data_type(TensorProto::INT64);
        indices.add_dims(1);
        if (isFlat) {
            indices.add_int64_data(5);
        } else {
            indices.add_dims(2);
            indices.add_int64_data(1);
            indices.add_int64_data(2);
        }
        const auto model = builder.import();
        QCOMPARE(model.graph.constantOf(*model.graph.findValue("w"))->toDoubles(),
                 (std::vector<double>{0, 0, 0, 0, 0, 9}));
    }
}

void TestOnnxTensor::refusesSparseIndicesOutside()
{
    ModelBuilder builder;
    builder.output("w");
    auto& sparse = *builder.graph().add_sparse_initializer();
    sparse.add_dims(4);
    sparse.mutable_values()->set_name("w");
    sparse.mutable_values()->set_data_type(TensorProto::FLOAT);
    sparse.mutable_values()->add_dims(1);
    sparse.mutable_values()->add_float_data(9);
    sparse.mutable_indices()->set_data_type(TensorProto::INT64);
    sparse.mutable_indices()->add_dims(1);
    sparse.mutable_indices()->add_int64_data(4);
    const auto error = builder.importError();
    QVERIFY2(error.find("sparse index 4 lies outside shape 4") != error.npos, error.c_str());
    sparse.set_dims(0, std::int64_t{1} << 40);
    QVERIFY(builder.importError().find("stand for more than") != std::string::npos);
}

void TestOnnxTensor::countsSparseTensorsTogether()
{
    ModelBuilder builder;
    const auto add = [](onnx::SparseTensorProto& sparse, const std::string& name) {
        sparse.add_dims(40 << 20);
        sparse.mutable_values()->set_name(name);
        sparse.mutable_values()->set_data_type(TensorProto::FLOAT);
        sparse.mutable_values()->add_dims(0);
        sparse.mutable_indices()->set_data_type(TensorProto::INT64);
        sparse.mutable_indices()->add_dims(0);
    };
    add(*builder.graph().add_sparse_initializer(), "w");
    builder.output("w");
    QCOMPARE(builder.importError(), std::string());
    auto& node = addNode(builder.graph(), "Constant", {}, {"v"}, "held");
    add(*addAttribute(node, "sparse_value", onnx::AttributeProto::SPARSE_TENSOR).mutable_sparse_tensor(), "");
    const auto error = builder.importError();
    QVERIFY2(error.find("sparse tensor of shape 41943040: ") != error.npos, error.c_str());
    QVERIFY2(error.find("stand for more than 256 MB") != error.npos, error.c_str());
    const ql::AllowedExpansion allowed(std::uint64_t{1} << 30);
    QCOMPARE(builder.importError(), std::string());
}

void TestOnnxTensor::refusesHostileTensors_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QList<qint64>>("dims");
    QTest::addColumn<int>("rawBytes"); // -1: none at all
    QTest::addColumn<QString>("expected");
    const auto huge = qint64(1) << 60;
    QTest::newRow("negative size") << 1 << QList<qint64>{2, -1} << 8 << "shape 2x-1 has a negative size";
    QTest::newRow("huge size") << 1 << QList<qint64>{huge} << 8 << "too many elements";
    QTest::newRow("overflow") << 1 << QList<qint64>{huge, 64} << 8 << "too many elements";
    QTest::newRow("overflow beside 0") << 1 << QList<qint64>{0, huge, huge} << 0 << "too many elements";
    QTest::newRow("too few bytes") << 1 << QList<qint64>{3} << 8
                                   << "float32 tensor of shape 3 has 8 bytes, expected 12";
    QTest::newRow("too many bytes") << 3 << QList<qint64>{3} << 8 << "has 8 bytes, expected 3";
    QTest::newRow("no bytes") << 1 << QList<qint64>{3} << -1 << "has 0 entries, expected 3";
    QTest::newRow("huge, no bytes") << 1 << QList<qint64>{qint64(1) << 40} << -1 << "has 0 entries";
    QTest::newRow("unknown type") << 77 << QList<qint64>{1} << 4 << "element type 77 is not known";
    QTest::newRow("no type") << 0 << QList<qint64>{1} << 4 << "no element type";
    QTest::newRow("strings in bytes") << 8 << QList<qint64>{1} << 4 << "has 0 entries, expected 1";
}

void TestOnnxTensor::refusesHostileTensors()
{
    QFETCH(int, type);
    QFETCH(QList<qint64>, dims);
    QFETCH(int, rawBytes);
    QFETCH(QString, expected);
    TensorModel model(type, {dims.begin(), dims.end()});
    if (rawBytes >= 0)
        model.tensor().set_raw_data(std::string(std::size_t(rawBytes), '\0'));
    const auto error = QString::fromStdString(model.importError());
    QVERIFY2(error.contains("initializer w: "), qPrintable(error));
    QVERIFY2(error.contains(expected), qPrintable(error));
}

QTEST_APPLESS_MAIN(TestOnnxTensor)
#include "tst_onnx_tensor.moc"
