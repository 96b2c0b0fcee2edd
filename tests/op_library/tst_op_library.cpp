// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/core/import/model_builder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace ql::tests;

namespace {

QString library(const char* name)
{
    return QString(OPERATOR_LIBRARIES "/%1.so").arg(name);
}

/// x: float32[2,3] = {-3, -2, -1, 0, 1, 2} → RowMaximum of its Swish, both of com.example.
class ExampleModel : public ModelBuilder {
public:
    explicit ExampleModel(float beta = 1)
    {
        opset("com.example", 2).input("x").output("y");
        auto& swish = addNode(graph(), "Swish", {"x"}, {"s"}, "activation");
        swish.set_domain("com.example");
        addAttribute(swish, "beta", onnx::AttributeProto::FLOAT).set_f(beta);
        addNode(graph(), "RowMaximum", {"s"}, {"m", "y"}, "best").set_domain("com.example");
        graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::INT64);
        graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
        save();
    }
    QString file() const { return QString::fromStdString(path().string()); }
    QString place(const char* name) const { return QString::fromStdString((folder() / name).string()); }
    /// The words of --input.
    QString numbers() const
    {
        QFile raw(place("x.bin"));
        const float values[]{-3, -2, -1, 0, 1, 2};
        if (!raw.open(QIODevice::WriteOnly) || raw.write(reinterpret_cast<const char*>(values), sizeof values) < 0)
            qFatal("x.bin could not be written");
        return "x=" + raw.fileName() + ":float32:2x3";
    }
};

/// One node x → y of @p opType.
class OneNode : public ModelBuilder {
public:
    OneNode(const char* domain, const char* opType)
    {
        opset("com.faulty", 1).input("x").output("y");
        addNode(graph(), opType, {"x"}, {"y"}, "it").set_domain(domain);
        save();
    }
    QString file() const { return QString::fromStdString(path().string()); }
};

} // namespace

class TestOpLibrary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutItTheModelCannotRun();
    void runsItsOperators();
    void listsItsOperatorsAsSupported();
    void tellsBeforeRunningWhatIsWrongWithANode();
    void comparesWithItsOperators();
    void worksFromAProject();
    void refusesFaultyLibraries_data();
    void refusesFaultyLibraries();
    void namesNodeAndLibraryWhenItFails_data();
    void namesNodeAndLibraryWhenItFails();
    void replacesOnlyWhenItSaysSo();
};

void TestOpLibrary::withoutItTheModelCannotRun()
{
    const ExampleModel model;
    const auto result = runCli({"run", model.file(), "--input", model.numbers()});
    QVERIFY2(result.status == 1 && result.err.contains("com.example"), result.all().constData());
}

void TestOpLibrary::runsItsOperators()
{
    const ExampleModel model;
    const auto result = runCli({"run", model.file(), "--input", model.numbers(), "--op-library",
                                library("example_operators"), "--dump", model.place("dump")});
    QVERIFY2(result.status == 0, result.all().constData());
    QFile swish(model.place("dump/s.npy"));
    QVERIFY(swish.open(QIODevice::ReadOnly));
    const auto bytes = swish.readAll().last(6 * sizeof(float));
    const auto* values = reinterpret_cast<const float*>(bytes.constData());
    // x / (1 + e^-x) by hand
    const float expected[]{-0.14227762F, -0.23840584F, -0.26894143F, 0, 0.73105858F, 1.7615942F};
    for (int i = 0; i < 6; ++i)
        QVERIFY2(std::abs(values[i] - expected[i]) < 1e-6F, qPrintable(QString::number(values[i])));
    QFile place(model.place("dump/y.npy"));
    QVERIFY(place.open(QIODevice::ReadOnly));
    const auto places = place.readAll().last(2 * sizeof(qint64));
    QCOMPARE(reinterpret_cast<const qint64*>(places.constData())[0], 0); // -0.142 is the largest of the first row
    QCOMPARE(reinterpret_cast<const qint64*>(places.constData())[1], 2);
}

void TestOpLibrary::listsItsOperatorsAsSupported()
{
    const ExampleModel model;
    const auto without = runCli({"info", model.file(), "--json"}).json()["unsupported"].toArray();
    QCOMPARE(without.size(), 2);
    const auto with = runCli({"info", model.file(), "--json", "--op-library", library("example_operators")});
    QVERIFY2(with.status == 0 && with.json().contains("unsupported"), with.all().constData());
    QVERIFY(with.json()["unsupported"].toArray().isEmpty());
}

void TestOpLibrary::tellsBeforeRunningWhatIsWrongWithANode()
{
    const ExampleModel model(-1);
    const auto info = runCli({"info", model.file(), "--json", "--op-library", library("example_operators")});
    const auto unsupported = info.json()["unsupported"].toArray();
    QCOMPARE(unsupported.size(), 1);
    QCOMPARE(unsupported.at(0)["node"].toString(), QString("activation"));
    QCOMPARE(unsupported.at(0)["reason"].toString(),
             QString("attribute beta must be positive (operator library example_operators.so)"));
}

void TestOpLibrary::comparesWithItsOperators()
{
    const ExampleModel baseline;
    const ExampleModel analysis(2);
    const auto result = runCli({"compare", "--json", "--baseline", baseline.file(), "--analysis", analysis.file(),
                                "--input", baseline.numbers(), "--op-library", library("example_operators")});
    QVERIFY2(result.status == 0, result.all().constData());
    const auto layers = result.json()["layers"].toArray();
    const auto activation = std::find_if(layers.begin(), layers.end(), [](const QJsonValue& layer) {
        return layer.toObject()["name"].toString() == "activation";
    });
    QVERIFY2(activation != layers.end(), result.out.constData());
    const auto cosine = (*activation).toObject()["metrics"].toObject()["cosine"].toDouble();
    QVERIFY2(cosine > 0.5 && cosine < 0.999, qPrintable(QString::number(cosine)));
}

void TestOpLibrary::worksFromAProject()
{
    const ExampleModel model;
    model.numbers();
    QFile project(model.place("session.yaml"));
    QVERIFY(project.open(QIODevice::WriteOnly));
    project.write("quantloupe: 1\nbaseline: model.onnx\nanalysis: model.onnx\ninput: x.bin:float32:2x3\nop-library: ");
    project.write(library("example_operators").toUtf8() + "\nrun: [compare]\n");
    project.close();
    qputenv("XDG_STATE_HOME", QFile::encodeName(model.place("state")));
    const auto result = runCli({"project", "run", project.fileName(), "--trust"});
    QVERIFY2(result.status == 0, result.all().constData());
}

void TestOpLibrary::refusesFaultyLibraries_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("missing") << QString("nowhere.so") << QByteArray("cannot be read");
    QTest::newRow("no library") << QString(QUANTLOUPE_SOURCE_DIR "/README.md") << QByteArray("can't be loaded");
    QTest::newRow("no entry") << library("faulty_no_entry") << QByteArray("it is no operator library");
    QTest::newRow("other version") << library("faulty_other_version") << QByteArray("built against version 2");
    QTest::newRow("crashes") << library("faulty_crashes") << QByteArray("loading it ends the process with signal 6");
    QTest::newRow("exits") << library("faulty_exits") << QByteArray("loading it ends the process with exit status 3");
    QTest::newRow("throws") << library("faulty_throws") << QByteArray("no licence found");
    QTest::newRow("takes a name") << library("faulty_takes_a_name")
                                  << QByteArray(
                                         "operator Relu of domain ai.onnx is there already, from Quantloupe itself");
}

void TestOpLibrary::refusesFaultyLibraries()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, words);
    const OneNode model("", "Relu");
    for (const auto& command :
         {QStringList{"info", model.file()}, QStringList{"run", model.file(), "--input", "random"}}) {
        const auto result = runCli(command + QStringList{"--op-library", path});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains(words) && result.err.contains(path.toUtf8()), result.all().constData());
    }
}

void TestOpLibrary::namesNodeAndLibraryWhenItFails_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("Throws") << QByteArray("threw something that is no std::exception");
    QTest::newRow("Forgets") << QByteArray("output 0 was not made");
    QTest::newRow("WantsTooMuch") << QByteArray("doesn't fit in memory");
}

void TestOpLibrary::namesNodeAndLibraryWhenItFails()
{
    QFETCH(QByteArray, words);
    const OneNode model("com.faulty", QTest::currentDataTag());
    const auto result = runCli({"run", model.file(), "--input", "random", "--op-library", library("faulty_replaces")});
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    for (const QByteArray& word : {words, QByteArray("node it "), QByteArray("faulty_replaces.so")})
        QVERIFY2(result.err.contains(word), result.all().constData());
}

void TestOpLibrary::replacesOnlyWhenItSaysSo()
{
    const OneNode model("", "Relu");
    const auto folder = QString::fromStdString(model.folder().string());
    const auto result = runCli({"run", model.file(), "--input", "random", "--op-library", library("faulty_replaces"),
                                "--dump", folder + "/dump"});
    QVERIFY2(result.status == 0, result.all().constData());
    QFile y(folder + "/dump/y.npy");
    QVERIFY(y.open(QIODevice::ReadOnly));
    const auto bytes = y.readAll().last(6 * sizeof(float));
    const auto* values = reinterpret_cast<const float*>(bytes.constData());
    QVERIFY(std::any_of(values, values + 6, [](float value) { return value < 0; })); // no Relu gives that
}

QTEST_GUILESS_MAIN(TestOpLibrary)
#include "tst_op_library.moc"
