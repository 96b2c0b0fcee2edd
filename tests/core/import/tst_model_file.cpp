// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "tests/core/import/model_builder.h"
#include "tests/support/foreign_models.h"

#include <QTest>
#include <fstream>

using namespace ql::tests;

namespace {

std::string smallModel()
{
    ModelBuilder builder;
    builder.input("x").initializer("w", {1, 2, 3}).output("y");
    addNode(builder.graph(), "Add", {"x", "w"}, {"y"});
    return builder.model().SerializeAsString();
}

} // namespace

/// Files are told by their content; those that aren't models say what they are.
class TestModelFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesOtherFiles_data();
    void refusesOtherFiles();
    void refusesForeignFormats_data();
    void refusesForeignFormats();
    void refusesForeignFolders();
    void readsModelsOfAnyName();
    void refusesMissingFiles();
    void refusesEveryTruncation();
    void refusesDeepNesting();
    void refusesForgedNotesOfPayloads_data();
    void refusesForgedNotesOfPayloads();
};

void TestModelFile::refusesOtherFiles_data()
{
    using ql::ErrorCode;
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("expected");
    const auto corrupt = int(ErrorCode::FileCorrupt);
    const auto unsupported = int(ErrorCode::UnsupportedFormat);
    QTest::newRow("empty") << QByteArray() << corrupt << "the file is empty";
    QTest::newRow("text") << QByteArray("Dear model,\nplease run.\n") << corrupt << "this is a text file";
    QTest::newRow("lfs") << QByteArray("version https://git-lfs.github.com/spec/v1\n") << corrupt << "git lfs pull";
    QTest::newRow("web page") << QByteArray("<!DOCTYPE html>\n<html>") << corrupt << "this is a web page";
    QTest::newRow("noise") << QByteArray::fromHex("ffff0012deadbeef00") << corrupt << "no complete ONNX model";
    QTest::newRow("no graph") << QByteArray::fromHex("0808") << corrupt << "the file holds no graph";
    QTest::newRow("TorchScript") << zipNaming("model/code/__torch__.py") << corrupt << "LibTorch can't load the file";
    QTest::newRow("state dict") << zipNaming("archive/data.pkl") << unsupported << "weights without a network";
    QTest::newRow("npz") << zipNaming("x.npy") << unsupported << "a NumPy archive";
    QTest::newRow("zip") << zipNaming("photo.jpg") << unsupported << "a zip archive";
    QTest::newRow("npy") << QByteArray("\x93NUMPY\x01\0", 8) << unsupported << "a NumPy array";
    QTest::newRow("exported program") << QByteArray("PK\x03\x04....serialized_exported_program.json") << corrupt
                                      << "not an exported program";
    QTest::newRow("package") << QByteArray("PK\x03\x04....net/models/model.json") << corrupt
                             << "not an exported program";
    QTest::newRow("tflite") << QByteArray("\x1c\0\0\0TFL3", 8) << corrupt << "its tables point outside the file";
}

void TestModelFile::refusesOtherFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(int, code);
    QFETCH(QString, expected);
    QTemporaryDir folder;
    const auto path = folder.filePath("model.onnx").toStdString();
    std::ofstream(path, std::ios::binary).write(content.data(), content.size());
    try {
        ql::importers::importModel(path);
        QFAIL("imported");
    } catch (const ql::Error& error) {
        QCOMPARE(int(error.code()), code);
        QVERIFY2(QString(error.what()).contains(expected), error.what());
        QVERIFY2(QString(error.what()).startsWith(QString::fromStdString(path)), error.what());
        QVERIFY(!error.hint().empty());
    }
}

void TestModelFile::refusesForeignFormats_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expected");
    for (const auto& model : foreignModels())
        QTest::newRow(model.name) << QString(model.name) << model.content << QString(model.says);
}

void TestModelFile::refusesForeignFormats()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, expected);
    QTemporaryDir folder;
    const auto path = folder.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary).write(content.data(), content.size());
    try {
        ql::importers::importModel(path);
        QFAIL("imported");
    } catch (const ql::Error& error) {
        QVERIFY(error.code() == ql::ErrorCode::UnsupportedFormat);
        QVERIFY2(QString(error.what()).contains(expected), error.what());
        QVERIFY2(QString(error.what()).startsWith(QString::fromStdString(path)), error.what());
        QVERIFY(!error.hint().empty());
    }
}

void TestModelFile::refusesForeignFolders()
{
    for (const char* file : foreignFolderMarks()) {
        QTemporaryDir folder;
        std::ofstream(folder.filePath(file).toStdString()) << "x";
        try {
            ql::importers::importModel(folder.path().toStdString());
            QFAIL("imported");
        } catch (const ql::Error& error) {
            QVERIFY2(error.code() == ql::ErrorCode::UnsupportedFormat, error.what());
        }
    }
}

/// A name is asked only when the content says nothing.
void TestModelFile::readsModelsOfAnyName()
{
    QTemporaryDir folder;
    for (const char* name : {"model.engine", "model.pb", "model.mnn", "model.h5"}) {
        const auto path = folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << smallModel();
        QCOMPARE(ql::importers::importModel(path).graph.nodeCount(), std::size_t{1});
        std::ofstream(path, std::ios::binary) << smallModel().substr(0, 20); // damaged, yet plainly ONNX
        try {
            ql::importers::importModel(path);
            QFAIL("imported");
        } catch (const ql::Error& error) {
            QVERIFY2(error.code() == ql::ErrorCode::FileCorrupt, error.what());
        }
    }
}

void TestModelFile::refusesMissingFiles()
{
    for (const char* path : {"/nowhere/model.onnx", "/tmp", "/dev/null"})
        try {
            ql::importers::importModel(path);
            QFAIL("imported");
        } catch (const ql::Error& error) {
            QVERIFY(error.code() == ql::ErrorCode::FileNotFound);
            QVERIFY2(QString(error.what()).startsWith(path), error.what());
        }
}

void TestModelFile::refusesEveryTruncation()
{
    const auto whole = smallModel();
    QTemporaryDir folder;
    const auto path = folder.filePath("model.onnx").toStdString();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::ofstream(path, std::ios::binary) << whole.substr(0, size);
        QVERIFY_EXCEPTION_THROWN(ql::importers::importModel(path), ql::Error);
    }
}

void TestModelFile::refusesDeepNesting()
{
    ModelBuilder builder;
    builder.output("y");
    auto* graph = &builder.graph();
    for (int depth = 0; depth < 2000; ++depth)
        graph = addAttribute(addNode(*graph, "If", {}, {}), "then_branch", onnx::AttributeProto::GRAPH).mutable_g();
    const auto error = builder.importError();
    QVERIFY2(error.find("the ONNX model nests more than 32 graphs in each other") != error.npos, error.c_str());
}

void TestModelFile::refusesForgedNotesOfPayloads_data()
{
    QTest::addColumn<QByteArray>("note");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("beyond the end") << QByteArray("99999999999:12") << QByteArray("lie outside the file");
    QTest::newRow("around the end") << QByteArray("18446744073709551610:12") << QByteArray("lie outside the file");
    QTest::newRow("other length") << QByteArray("0:13") << QByteArray("has 13 bytes, expected 12");
    QTest::newRow("no numbers") << QByteArray("here:there") << QByteArray("expected a number");
    QTest::newRow("half of it") << QByteArray("4") << QByteArray("expected a number");
}

/// The importer's own note of where bytes stand, put into a file by somebody else.
void TestModelFile::refusesForgedNotesOfPayloads()
{
    QFETCH(QByteArray, note);
    QFETCH(QByteArray, expected);
    ModelBuilder builder;
    builder.input("x").output("y");
    auto& w = *builder.graph().add_initializer();
    w.set_name("w");
    w.set_data_type(onnx::TensorProto::FLOAT);
    w.add_dims(3);
    auto& entry = *w.add_external_data();
    entry.set_key("\x01payload");
    entry.set_value(note.toStdString());
    addNode(builder.graph(), "Add", {"x", "w"}, {"y"});
    const auto error = QByteArray::fromStdString(builder.importError());
    QVERIFY2(error.contains(expected), error.constData());
}

QTEST_APPLESS_MAIN(TestModelFile)
#include "tst_model_file.moc"
