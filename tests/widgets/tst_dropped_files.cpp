// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "widgets/session/model_session.h"
#include "widgets/session/sample_files.h"
#include "widgets/window/dropped_files.h"

#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestDroppedFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheSoundOfQuantization_data()
    {
        QTest::addColumn<bool>("isQuantized");
        for (const char* name : {"net_int8.onnx", "silero_mini_v2__qdq_s8_convmm.onnx", "net.quant.onnx", "a-q8.onnx"})
            QTest::newRow(name) << true;
        for (const char* name : {"float.onnx", "resnet18.onnx", "points.onnx", "sequence.onnx"})
            QTest::newRow(name) << false;
    }
    void knowsTheSoundOfQuantization()
    {
        QTEST(soundsQuantized(QString::fromUtf8(QTest::currentDataTag())), "isQuantized");
    }

    void twoModelsAreToldApartByName()
    {
        const ModelSession session(nullptr);
        const SortedFiles files = sortFiles({"int8.onnx", "in.npy", "float.onnx", "notes.txt"}, session);
        QCOMPARE(files.baseline, QStringLiteral("float.onnx"));
        QCOMPARE(files.analysis, QStringLiteral("int8.onnx"));
        QCOMPARE(files.inputs, QStringList{"in.npy"});
        QCOMPARE(files.unknown, QStringList{"notes.txt"});
    }

    void imagesAreInputs()
    {
        ModelSession session(nullptr);
        QCOMPARE(sortFiles({"cat.JPG", "dog.png"}, session).inputs, (QStringList{"cat.JPG", "dog.png"}));
        QVERIFY(!session.hasImages());
        session.setInputs({QStringLiteral("x=cat.JPG")});
        QVERIFY(session.hasImages());
        session.setInputs({});
        const QTemporaryDir folder;
        QFile photo(folder.filePath(QStringLiteral("a.jpeg")));
        QVERIFY(photo.open(QIODevice::WriteOnly));
        session.setData(folder.path());
        QVERIFY(session.hasImages());
    }

    void oneModelFillsWhatIsMissing()
    {
        ModelSession session(nullptr);
        QCOMPARE(sortFiles({"net.onnx"}, session).baseline, QStringLiteral("net.onnx"));
        QCOMPARE(sortFiles({"net.pt2"}, session).baseline, QStringLiteral("net.pt2"));
        QCOMPARE(sortFiles({"net_int8.onnx"}, session).analysis, QStringLiteral("net_int8.onnx"));
        session.baseline().setPath(QStringLiteral("a.onnx"));
        QCOMPARE(sortFiles({"net.onnx"}, session).analysis, QStringLiteral("net.onnx"));
    }

    void everyKindOfModelIsOne_data()
    {
        QTest::addColumn<bool>("isModel");
        for (const char* name : {"a.onnx", "a.pt2", "a.tflite", "a.safetensors", "a.safetensors.index.json", "a.gguf",
                                 "a.pth", "a.ort", "a.mlmodel", "a.rknn", "a.hbm", "a.om", "a.engine", "a.dlc"})
            QTest::newRow(name) << true;
        for (const char* name : {"a.npy", "a.pt", "a.bin", "a.json", "a.txt"})
            QTest::newRow(name) << false;
    }
    void everyKindOfModelIsOne() { QTEST(isModelFile(QString::fromUtf8(QTest::currentDataTag())), "isModel"); }

    void dumpsOfBoardsAreCompared_data()
    {
        QTest::addColumn<QString>("inside");
        for (const char* name : {"index.json", "dump.json", "dump_tensor_data", "Result_0", "map_name_to_file.txt"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void dumpsOfBoardsAreCompared()
    {
        QFETCH(QString, inside);
        const ModelSession session(nullptr);
        const QTemporaryDir dump;
        QVERIFY(QDir(dump.path()).mkdir(inside)); // its name is enough
        const SortedFiles files = sortFiles({dump.path(), QStringLiteral("float_int8.onnx")}, session);
        QCOMPARE(files.analysis, dump.path());
        QCOMPARE(files.baseline, QStringLiteral("float_int8.onnx"));
        QVERIFY(files.data.isEmpty() && files.unknown.isEmpty());
    }

    void foldersAreDataUnlessTheyHoldOneSample()
    {
        const ModelSession session(nullptr);
        const QTemporaryDir samples;
        QCOMPARE(sortFiles({samples.path()}, session).data, samples.path());
        const QTemporaryDir one;
        QFile input(one.filePath(QStringLiteral("input_0.pb")));
        QVERIFY(input.open(QIODevice::WriteOnly));
        input.close();
        const SortedFiles files = sortFiles({one.path()}, session);
        QCOMPARE(files.inputs, QStringList{one.path()});
        QVERIFY(files.data.isEmpty());
    }

    void severalSamplesInOneFileAreData()
    {
        const ModelSession session(nullptr);
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const char* shape) {
            QFile file(folder.filePath(QLatin1String(name)));
            if (!file.open(QIODevice::WriteOnly))
                qFatal("cannot write %s", name);
            file.write("\x93NUMPY {'descr': '<f4', 'fortran_order': False, 'shape': (");
            file.write(shape);
            file.write("), }");
            return file.fileName();
        };
        const QString test = write("test.npy", "8, 3, 64, 64");
        const QString one = write("one.npy", "1, 3, 64, 64");
        const QString vector = write("vector.npy", "16000,");
        const QString calibration = write("calib.npy", "48, 3, 64, 64");
        const auto both = sortFiles({calibration, "float.onnx", test, "int8.onnx"}, session);
        QCOMPARE(both.data, test);
        QCOMPARE(both.calibration, calibration);
        QVERIFY(both.inputs.isEmpty());
        QCOMPARE(sortFiles({"float.onnx", calibration}, session).data, calibration);
        QCOMPARE(sortFiles({"float.onnx", one}, session).inputs, QStringList{one});
        QCOMPARE(sortFiles({"float.onnx", vector}, session).inputs, QStringList{vector});
        QCOMPARE(sortFiles({test, one}, session).inputs, (QStringList{test, one})); // one sample of two inputs
        QVERIFY(isSingleSample(one) && !isSingleSample(test) && !isSingleSample(QStringLiteral("/nowhere.npy")));
    }

    void inputsAreNamedAfterTheModelsInputs()
    {
        auto engine = std::make_shared<tests::FakeEngine>();
        auto info = std::make_shared<results::ModelInfo>();
        info->inputs = {{"x", "float32", "1"}, {"h", "float32", "1"}};
        engine->modelInfo = info;
        ModelSession session([engine] { return engine; });
        session.baseline().setPath(QStringLiteral("a.onnx"));
        session.loadEngine();
        QTRY_VERIFY(session.baseline().info());
        QCOMPARE(inputWords({"/in/x.npy", "/in/other.npz"}, session), (QStringList{"x=/in/x.npy", "/in/other.npz"}));
    }
};

QTEST_GUILESS_MAIN(TestDroppedFiles)
#include "tst_dropped_files.moc"
