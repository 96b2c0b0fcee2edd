// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/onnx/mapped_file.h"
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <fstream>
#include <sys/stat.h>

using namespace ql::tests;
using onnx::TensorProto;

namespace {

/// A model with a float initializer "w" of two elements in a file beside it.
class ExternalModel : public ModelBuilder {
public:
    explicit ExternalModel(const std::string& location)
    {
        output("y");
        addNode(graph(), "Identity", {"w"}, {"y"});
        auto& tensor = *graph().add_initializer();
        tensor.set_name("w");
        tensor.set_data_type(TensorProto::FLOAT);
        tensor.add_dims(2);
        tensor.set_data_location(TensorProto::EXTERNAL);
        entry("location", location);
    }
    ExternalModel& entry(const std::string& key, const std::string& value)
    {
        auto& pair = *graph().mutable_initializer(0)->add_external_data();
        pair.set_key(key);
        pair.set_value(value);
        return *this;
    }
    /// Writes 1, 2, 3 as floats, after @p padding bytes.
    ExternalModel& write(const std::filesystem::path& file, std::size_t padding = 0)
    {
        const float values[] = {1, 2, 3};
        std::filesystem::create_directories(file.parent_path());
        std::ofstream stream(file, std::ios::binary);
        stream << std::string(padding, '\x55');
        stream.write(reinterpret_cast<const char*>(values), sizeof values);
        return *this;
    }
    std::vector<double> read() const
    {
        const auto model = import();
        return model.graph.constantOf(*model.graph.findValue("w"))->toDoubles();
    }
};

} // namespace

class TestExternalData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFromTheStart();
    void readsAtAnOffset();
    void readsUnalignedData();
    void sharesOneMapping();
    void outlivesTheModel();
    void refusesBadPlaces_data();
    void refusesBadPlaces();
    void refusesLinksOutside();
    void refusesPipes();
    void staysAsItWasRead();
    void bigFilesThatAreCutOffEndNothing();
    void knowsItsFiles();
};

void TestExternalData::readsFromTheStart()
{
    ExternalModel model("weights.bin");
    model.write(model.folder() / "weights.bin");
    QCOMPARE(model.read(), (std::vector<double>{1, 2}));
    ExternalModel nested("data/deep/weights.bin");
    nested.write(nested.folder() / "data/deep/weights.bin");
    QCOMPARE(nested.read(), (std::vector<double>{1, 2}));
}

void TestExternalData::readsAtAnOffset()
{
    ExternalModel model("weights.bin");
    model.entry("offset", "4").entry("length", "8").entry("checksum", "ignored");
    model.write(model.folder() / "weights.bin");
    QCOMPARE(model.read(), (std::vector<double>{2, 3}));
}

void TestExternalData::readsUnalignedData()
{
    ExternalModel model("weights.bin");
    model.entry("offset", "3");
    model.write(model.folder() / "weights.bin", 3);
    QCOMPARE(model.read(), (std::vector<double>{1, 2}));
}

void TestExternalData::sharesOneMapping()
{
    ExternalModel model("weights.bin");
    model.write(model.folder() / "weights.bin");
    auto second = model.graph().initializer(0);
    second.set_name("v");
    auto& offset = *second.add_external_data();
    offset.set_key("offset");
    offset.set_value("4");
    *model.graph().add_initializer() = second;
    const auto imported = model.import();
    const auto* first = imported.graph.constantOf(*imported.graph.findValue("w"))->bytes().data();
    const auto* other = imported.graph.constantOf(*imported.graph.findValue("v"))->bytes().data();
    QCOMPARE(other - first, std::ptrdiff_t(4)); // not copied
}

void TestExternalData::outlivesTheModel()
{
    ql::graph::TensorData data;
    {
        ExternalModel model("weights.bin");
        model.write(model.folder() / "weights.bin");
        const auto imported = model.import();
        data = *imported.graph.constantOf(*imported.graph.findValue("w"));
    }
    QCOMPARE(data.toDoubles(), (std::vector<double>{1, 2}));
}

void TestExternalData::refusesBadPlaces_data()
{
    QTest::addColumn<QString>("location");
    QTest::addColumn<QString>("offset");
    QTest::addColumn<QString>("length");
    QTest::addColumn<QString>("expected");
    QTest::newRow("missing") << "none.bin"
                             << ""
                             << ""
                             << "external data none.bin is missing";
    QTest::newRow("unnamed") << ""
                             << ""
                             << ""
                             << "names no file";
    QTest::newRow("absolute") << "/etc/passwd"
                              << ""
                              << ""
                              << "outside the model's folder";
    QTest::newRow("goes up") << "../weights.bin"
                             << ""
                             << ""
                             << "outside the model's folder";
    QTest::newRow("goes up inside") << "a/../../weights.bin"
                                    << ""
                                    << ""
                                    << "outside the model's folder";
    QTest::newRow("folder") << "."
                            << ""
                            << ""
                            << "it is a folder";
    QTest::newRow("too short") << "weights.bin"
                               << "8"
                               << ""
                               << "ends at byte 12, expected at least 8 bytes from 8";
    QTest::newRow("offset beyond") << "weights.bin"
                                   << "18446744073709551615"
                                   << ""
                                   << "ends at byte 12";
    QTest::newRow("offset negative") << "weights.bin"
                                     << "-4"
                                     << ""
                                     << "offset is \"-4\", expected a number";
    QTest::newRow("offset too large") << "weights.bin"
                                      << "99999999999999999999"
                                      << ""
                                      << "expected a number";
    QTest::newRow("wrong length") << "weights.bin"
                                  << ""
                                  << "12"
                                  << "has 12 bytes, but float32 of shape 2 takes 8";
}

void TestExternalData::refusesBadPlaces()
{
    QFETCH(QString, location);
    QFETCH(QString, offset);
    QFETCH(QString, length);
    QFETCH(QString, expected);
    ExternalModel model(location.toStdString());
    model.write(model.folder() / "weights.bin");
    if (!offset.isEmpty())
        model.entry("offset", offset.toStdString());
    if (!length.isEmpty())
        model.entry("length", length.toStdString());
    const auto error = QString::fromStdString(model.importError());
    QVERIFY2(error.contains("initializer w: "), qPrintable(error));
    QVERIFY2(error.contains(expected), qPrintable(error));
}

void TestExternalData::refusesLinksOutside()
{
    ExternalModel owner("weights.bin");
    owner.write(owner.folder() / "weights.bin");
    ExternalModel model("link.bin");
    std::filesystem::create_symlink(owner.folder() / "weights.bin", model.folder() / "link.bin");
    const auto error = model.importError();
    QVERIFY2(error.find("a link that leaves the model's folder") != error.npos, error.c_str());
}

void TestExternalData::refusesPipes()
{
    ExternalModel model("pipe");
    QCOMPARE(::mkfifo((model.folder() / "pipe").c_str(), 0600), 0);
    const auto error = model.importError();
    QVERIFY2(error.find("not a regular file") != error.npos, error.c_str());
}

void TestExternalData::staysAsItWasRead()
{
    ExternalModel model("weights.bin");
    model.write(model.folder() / "weights.bin");
    const auto imported = model.import();
    std::filesystem::resize_file(model.folder() / "weights.bin", 0);
    QCOMPARE(imported.graph.constantOf(*imported.graph.findValue("w"))->toDoubles(), (std::vector<double>{1, 2}));
}

void TestExternalData::bigFilesThatAreCutOffEndNothing()
{
    const ExternalModel place("big.bin");
    const auto path = place.folder() / "big.bin";
    std::ofstream(path).put('a');
    const auto size = ql::importers::MappedFile::kLargestCopy + 8192;
    std::filesystem::resize_file(path, size);
    const auto file = ql::importers::MappedFile::open(path);
    QCOMPARE(file->bytes().size(), size);
    QCOMPARE(int(file->bytes()[0]), int('a'));
    std::filesystem::resize_file(path, 1); // reading the rest was SIGBUS
    QCOMPARE(int(file->bytes()[size - 1]), 0);
    QCOMPARE(int(file->bytes()[0]), int('a'));
    QVERIFY(!(file->stamp() == ql::stampOf(path)));
    QVERIFY_EXCEPTION_THROWN(ql::importers::wholeOf(file), ql::Error); // zeros would be taken for weights
}

void TestExternalData::knowsItsFiles()
{
    ExternalModel model("weights.bin");
    const auto path = model.folder() / "weights.bin";
    model.write(path);
    const auto files = model.import().dataFiles;
    QCOMPARE(files.size(), std::size_t(1));
    QVERIFY(files[0] == ql::stampOf(std::filesystem::canonical(path)));
}

QTEST_APPLESS_MAIN(TestExternalData)
#include "tst_external_data.moc"
