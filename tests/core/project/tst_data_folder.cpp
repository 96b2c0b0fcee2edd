// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/project/data_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;

class TestDataFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("QUANTLOUPE_DATA"); }

    void findsTheSourceTree()
    {
        qunsetenv("QUANTLOUPE_DATA");
        const auto folder = project::dataFolder();
        QVERIFY2(folder, "no folder found"); // Qt shows nothing of an optional that differs
        QCOMPARE(folder->string(), std::string(QUANTLOUPE_SOURCE_DIR) + "/resources");
    }

    void environmentWins()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("demo"));
        QFile file(folder.filePath("demo/float.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        qputenv("QUANTLOUPE_DATA", folder.path().toLocal8Bit());
        QCOMPARE(project::dataFile("demo/float.onnx").string(), file.fileName().toStdString());
    }

    void missingFileSaysWhereItLooked()
    {
        qputenv("QUANTLOUPE_DATA", "/nowhere");
        QVERIFY(!project::dataFolder());
        try {
            project::dataFile("demo/x.onnx");
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::FileNotFound);
            QVERIFY(QString::fromUtf8(error.what()).contains("/nowhere/demo/x.onnx"));
        }
    }
};

QTEST_APPLESS_MAIN(TestDataFolder)
#include "tst_data_folder.moc"
