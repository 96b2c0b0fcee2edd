// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dumps/dump_model.h"

#include "core/base/error.h"
#include "core/data/tensors/tensor_writer.h"
#include "tests/support/array_files.h"

#include <QTest>

#include <random>

using namespace ql;
using data::DumpModel;
using graph::DataType;
using graph::TensorData;

namespace {

QByteArray npy()
{
    return tests::npyFile(tests::npyDictionary("<f4", "(1, 2)"), tests::rawBytes<float>({1.0f, -2.0f}));
}

std::string problemOf(const tests::TemporaryFolder& folder)
{
    try {
        const DumpModel dump(folder.path());
        for (std::size_t i = 0; i < dump.graph().valueCount(); ++i)
            if (const auto* tensor = dump.tensorOf(graph::ValueId{std::int32_t(i)}); tensor && !tensor->file.empty())
                tensor->read();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

const data::DumpedTensor& tensor(const DumpModel& dump, const char* name)
{
    const auto value = dump.graph().findValue(name);
    if (!value || !dump.tensorOf(*value))
        qFatal("no tensor %s", name);
    return *dump.tensorOf(*value);
}

} // namespace

class TestDumpModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBareFiles()
    {
        tests::TemporaryFolder folder;
        folder.write("conv1.npy", npy());
        folder.write("more.npz", tests::storedNpz());
        folder.write("fc.bin", tests::rawBytes<std::int8_t>({4, -4}));
        folder.write("fc.shape.json",
                     R"({"dtype": "int8", "shape": [2], "scale": 0.5, "zero_point": 2, "name": "head/fc"})");
        folder.write("raw.raw", tests::rawBytes<float>({1, 2, 3, 4}));
        folder.write("raw.txt", "2x2\n");
        folder.write("README", "not a tensor");
        const DumpModel dump(folder.path());
        QVERIFY(!dump.hasStructure());
        QCOMPARE(tensor(dump, "conv1").read().toDoubles(), (std::vector<double>{1, -2}));
        QCOMPARE(tensor(dump, "a/b").read().toDoubles(), (std::vector<double>{1, -2}));
        QCOMPARE(tensor(dump, "x").read().shape(), (graph::Shape{2, 3}));
        QCOMPARE(tensor(dump, "raw").read().shape(), (graph::Shape{2, 2}));
        const auto& fc = tensor(dump, "head/fc");
        QCOMPARE(fc.read().toInts(), (std::vector<std::int64_t>{4, -4}));
        QCOMPARE(fc.quantizer->scales, std::vector<double>{0.5});
        QCOMPARE(fc.quantizer->zeroPoints, std::vector<std::int64_t>{2});
        QCOMPARE(dump.graph().node(*dump.graph().findNode("conv1")).opType, std::string(data::kDumpedOperator));
    }

    void readsWhatTheWriterWrote()
    {
        tests::TemporaryFolder folder;
        data::TensorWriter writer(folder.path());
        writer.add("a/b:0", TensorData::of<float>(DataType::Float, {2}, {1, 2}), "conv", "com.microsoft.Odd");
        writer.add("second", TensorData::of<float>(DataType::Float, {2}, {3, 4}), "conv", "com.microsoft.Odd");
        writer.add("q", TensorData::of<std::uint8_t>(DataType::Int4, {2}, {0x7f}), "quantize", "QuantizeLinear",
                   data::DumpedQuantizer{DataType::Int4, {0.5, 0.25}, {0, 1}, 0});
        writer.add("words", TensorData::ofStrings({}, {"x"}), "s", "Split");
        writer.finish();
        const DumpModel dump(folder.path());
        QCOMPARE(tensor(dump, "a/b:0").read().toDoubles(), (std::vector<double>{1, 2}));
        const auto& q = tensor(dump, "q");
        QVERIFY(*q.type == DataType::Int4);
        QCOMPARE(q.read().toInts(), (std::vector<std::int64_t>{-1, 7})); // as int8, which .npy has
        QCOMPARE(q.quantizer->scales, (std::vector<double>{0.5, 0.25}));
        QCOMPARE(q.quantizer->zeroPoints, (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(q.quantizer->channelAxis, std::optional<std::int64_t>(0));
        QVERIFY(tensor(dump, "words").read().type() == DataType::String);
        const auto& conv = dump.graph().node(*dump.graph().findNode("conv"));
        QCOMPARE(conv.qualifiedOpType(), std::string("com.microsoft.Odd"));
        QCOMPARE(conv.outputs.size(), std::size_t{2});
    }

    void theGraphBesideItGivesStructure()
    {
        tests::TemporaryFolder folder;
        folder.write("y.npy", npy());
        folder.write("graph.txt", "graph \"g\" opset 13\ninput x: float32[1,2]\ny = Relu(x) name \"relu\"\noutput y\n");
        const DumpModel dump(folder.path());
        QVERIFY(dump.hasStructure());
        QCOMPARE(dump.graph().inputs().size(), std::size_t{1});
        QVERIFY(!dump.tensorOf(dump.graph().inputs()[0]));
        QCOMPARE(tensor(dump, "y").read().toDoubles(), (std::vector<double>{1, -2}));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("expected");
        const auto index = [](const char* name, const char* entry, const char* expected) {
            QTest::newRow(name) << QByteArray("index.json") << QByteArray("{\"tensors\": [") + entry + "]}"
                                << QByteArray(expected);
        };
        QTest::newRow("no JSON") << QByteArray("index.json") << QByteArray("{\"tensors\": [")
                                 << QByteArray("is no JSON");
        QTest::newRow("no list") << QByteArray("index.json") << QByteArray("{\"tensors\": 3}")
                                 << QByteArray("expected an object with a list");
        QTest::newRow("no object") << QByteArray("index.json") << QByteArray("[]") << QByteArray("expected an object");
        index("an empty list", "", "holds no tensors");
        index("a number", "7", "tensor 0: expected an object");
        index("no name", R"({"file": "x.npy"})", "tensor 0: name is missing");
        index("no file", R"({"name": "x"})", "tensor 0: file is missing");
        index("file gone", R"({"name": "x", "file": "gone.npy"})", "file gone.npy isn't there");
        index("file outside", R"({"name": "x", "file": "../x.npy"})", "lies outside of the dump");
        index("absolute file", R"({"name": "x", "file": "/etc/passwd"})", "lies outside of the dump");
        index("odd type", R"({"name": "x", "file": "x.npy", "dtype": "int7"})", "dtype int7 is no element type");
        index("odd shape", R"({"name": "x", "file": "x.npy", "shape": [1, -2]})", "shape is no list of numbers");
        index("another shape", R"({"name": "x", "file": "x.npy", "shape": [2]})", "has shape 1x2, the dump says 2");
        index("another type", R"({"name": "x", "file": "x.npy", "dtype": "int64"})",
              "holds float32, the dump says int64");
        index("scale 0", R"({"name": "x", "file": "x.npy", "dtype": "int8", "scale": 0})",
              "scale 0 is no positive number");
        index("scale and zero points",
              R"({"name": "x", "file": "x.npy", "dtype": "int8", "scale": 1, "zero_point": [1, 2]})",
              "2 zero points for 1 scales");
        index("scales without axis", R"({"name": "x", "file": "x.npy", "dtype": "int8", "scale": [1, 2]})",
              "2 scales need a channel_axis");
        index("scale of floats", R"({"name": "x", "file": "x.npy", "dtype": "float32", "scale": 1})",
              "a scale needs an integer type");
        index("twice", R"({"name": "x", "file": "x.npy"}, {"name": "x", "file": "x.npy"})", "tensor x is there twice");
        QTest::newRow("no sidecar") << QByteArray("y.bin") << QByteArray("1234")
                                    << QByteArray("nothing says type and shape");
        QTest::newRow("odd sidecar") << QByteArray("x.shape.json") << QByteArray("{\"shape\": \"1x2\"}")
                                     << QByteArray("x.shape.json: shape is no list");
        QTest::newRow("cut file") << QByteArray("z.npy") << npy().left(100) << QByteArray("z.npy");
        QTest::newRow("damaged graph") << QByteArray("graph.txt") << QByteArray("graph \"g\" opset 13\ny = Relu(")
                                       << QByteArray("graph.txt");
    }

    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, expected);
        tests::TemporaryFolder folder;
        folder.write("x.npy", npy());
        QCOMPARE(problemOf(folder), std::string());
        folder.write(file.constData(), content);
        const auto problem = QString::fromStdString(problemOf(folder));
        QVERIFY2(problem.contains(QString(expected)), qPrintable(problem));
        QVERIFY2(problem.contains(QString::fromStdString(folder.path().string())), qPrintable(problem));
    }

    void rawNumbersMustFillTheirShape()
    {
        tests::TemporaryFolder folder;
        folder.write("y.bin", "12345");
        folder.write("y.txt", "int8 2x3");
        QVERIFY2(problemOf(folder).find("y.bin") != std::string::npos, problemOf(folder).c_str());
        folder.write("y.txt", "int8 2x3 extra");
        QVERIFY2(problemOf(folder).find("expected a type and a shape") != std::string::npos, problemOf(folder).c_str());
    }

    void foldersWithoutTensorsAreRefused()
    {
        tests::TemporaryFolder folder;
        QVERIFY(problemOf(folder).find("holds no tensors") != std::string::npos);
    }

    /// Whatever is done to a dump's files, it reads or says what is wrong.
    void survivesDamage()
    {
        const QByteArray index = R"({"tensors": [
            {"name": "x", "file": "x.npy", "dtype": "float32", "shape": [1, 2], "node": "n", "op_type": "Conv"},
            {"name": "q", "file": "q.npy", "dtype": "int8", "shape": [2], "scale": [0.5, 0.25], "zero_point": [0, 1],
             "channel_axis": 0, "quant_dtype": "int8"}]})";
        const QByteArray graph = "graph \"g\" opset 13\ninput i: float32[1,2]\nconst s: float32[2] = {0.5, 0.25}\n"
                                 "x = Relu(i) name \"n\"\nq = QuantizeLinear(x, s) {axis: 0}\noutput q\n";
        const QByteArray integers = tests::npyFile(tests::npyDictionary("|i1", "(2,)"), QByteArray("\1\2"));
        std::mt19937 random(7);
        int problems = 0;
        for (int round = 0; round < 600; ++round) {
            tests::TemporaryFolder folder;
            QByteArray files[]{index, graph, npy(), integers};
            auto& damaged = files[random() % 4];
            if (random() % 3 == 0)
                damaged.truncate(qsizetype(random()) % damaged.size());
            for (unsigned i = random() % 4; i > 0 && !damaged.isEmpty(); --i)
                damaged[qsizetype(random()) % damaged.size()] = char(random());
            folder.write("index.json", files[0]);
            if (round % 2 == 0)
                folder.write("graph.txt", files[1]);
            folder.write("x.npy", files[2]);
            folder.write("q.npy", files[3]);
            problems += !problemOf(folder).empty();
        }
        QVERIFY(problems > 100);
    }
};

QTEST_APPLESS_MAIN(TestDumpModel)
#include "tst_dump_model.moc"
