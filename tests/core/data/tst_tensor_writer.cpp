// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/dumps/dump_index.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_writer.h"
#include "tests/support/array_files.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ql;
using graph::DataType;
using graph::TensorData;

class TestTensorWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTensorsAndTheirIndex()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.path() / "dump";
        data::TensorWriter writer(target);
        const auto tensor = TensorData::of<float>(DataType::Float, {1, 2}, {1.0f, -2.0f});
        QCOMPARE(writer.add("a/b:0", tensor, "conv", "Conv"), std::string("a_b_0.npy"));
        QCOMPARE(writer.add("a b 0", TensorData::of<std::uint8_t>(DataType::Int4, {2}, {0x7f}), "q", "QuantizeLinear"),
                 std::string("a_b_0_2.npy"));
        QCOMPARE(writer.add("words", TensorData::ofStrings({}, {"x"}), "s", "Split"), std::string("words.npy"));
        QVERIFY(!std::filesystem::exists(target / "index.json"));
        writer.finish();
        QCOMPARE(writer.count(), std::size_t{3});

        QCOMPARE(data::readNpy(target / "a_b_0.npy").toDoubles(), (std::vector<double>{1.0, -2.0}));
        QCOMPARE(data::readNpy(target / "a_b_0_2.npy").toInts(), (std::vector<std::int64_t>{-1, 7}));
        QFile file(QString::fromStdString((target / "index.json").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto expected = QByteArrayLiteral(R"({"tensors": [
            {"name": "a/b:0", "file": "a_b_0.npy", "dtype": "float32", "shape": [1, 2], "node": "conv", "op_type": "Conv"},
            {"name": "a b 0", "file": "a_b_0_2.npy", "dtype": "int4", "shape": [2], "node": "q", "op_type": "QuantizeLinear"},
            {"name": "words", "file": "words.npy", "dtype": "string", "shape": [], "node": "s", "op_type": "Split"}]})");
        QCOMPARE(QJsonDocument::fromJson(file.readAll()), QJsonDocument::fromJson(expected));
    }

    void writesTextThatBringsEveryBitBack()
    {
        for (const auto* word : {"float", "txt"}) {
            tests::TemporaryFolder folder;
            data::TensorWriter writer(folder.path(), data::tensorFormatNamed(word));
            const std::vector<float> floats{0.1f, -1.5e-38f, 3.0f, std::numeric_limits<float>::infinity()};
            QCOMPARE(writer.add("x", TensorData::of<float>(DataType::Float, {2, 2}, floats), "", ""),
                     std::string("x.") + word);
            writer.add("n", TensorData::of<std::int64_t>(DataType::Int64, {2}, {-7, 1}), "", "");
            writer.add("none", TensorData::of<float>(DataType::Float, {0}, {}), "", "");
            writer.finish();
            const auto index = data::readDumpIndex(folder.path());
            QCOMPARE(index.tensors.size(), std::size_t(3));
            const auto x = index.tensors[0].read();
            QCOMPARE(x.shape(), (graph::Shape{2, 2}));
            const auto read = x.toDoubles();
            for (std::size_t i = 0; i < floats.size(); ++i)
                QVERIFY(static_cast<float>(read[i]) == floats[i]);
            QCOMPARE(index.tensors[1].read().toInts(), (std::vector<std::int64_t>{-7, 1}));
            QCOMPARE(index.tensors[2].read().size(), std::size_t(0));
            QFile cut(QString::fromStdString((folder.path() / (std::string("x.") + word)).string()));
            QVERIFY(cut.open(QIODevice::WriteOnly) && cut.write("1\n2\n") == 4);
            cut.close();
            QVERIFY_EXCEPTION_THROWN(index.tensors[0].read(), Error);
        }
        QVERIFY_EXCEPTION_THROWN(data::tensorFormatNamed("csv"), Error);
    }

    void writesAnIndexOfNothing()
    {
        tests::TemporaryFolder folder;
        data::TensorWriter writer(folder.path());
        writer.finish();
        QVERIFY(std::filesystem::exists(folder.path() / "index.json"));
    }

    void survivesNamesThatAreNotUtf8()
    {
        tests::TemporaryFolder folder;
        data::TensorWriter writer(folder.path());
        QCOMPARE(writer.add("\xff\xfe", TensorData::of<float>(DataType::Float, {}, {1.0f}), "n", "Op"),
                 std::string("__.npy"));
        writer.finish();
    }

    void makesFileNames()
    {
        QCOMPARE(data::fileNameFor("../../etc/passwd"), std::string(".._.._etc_passwd"));
        QCOMPARE(data::fileNameFor("Az09._-"), std::string("Az09._-"));
        QCOMPARE(data::fileNameFor("漢"), std::string("___"));
        QCOMPARE(data::fileNameFor(""), std::string("tensor"));
        QVERIFY(data::fileNameFor(std::string(1000, 'x')).size() < 200);
    }

    void reportsAFolderThatCannotBeWritten()
    {
        tests::TemporaryFolder folder;
        const auto file = folder.write("taken", "x");
        data::TensorWriter writer(file / "inside");
        QVERIFY_EXCEPTION_THROWN(writer.finish(), Error);
    }
};

QTEST_APPLESS_MAIN(TestTensorWriter)
#include "tst_tensor_writer.moc"
