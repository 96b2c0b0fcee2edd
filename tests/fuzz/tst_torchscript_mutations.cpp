// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx_importer.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/torch_modules.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;
using Ending = ChildResult::Ending;

/// A damaged TorchScript file is read or refused with an Error.
class TestTorchScriptMutations : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

    static QByteArray bytesOf(const QString& path)
    {
        QFile read(path);
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }

    ChildResult importing(const QByteArray& bytes) const
    {
        QFile mutant(file("mutant.pt"));
        if (mutant.open(QIODevice::WriteOnly))
            mutant.write(bytes);
        mutant.close();
        const auto path = file("mutant.pt").toStdString();
        return runGuarded([&path](const BeginStage&) { ql::import::importModel(path); });
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = m_folder.path().toStdString();
        runGuarded([&folder](const BeginStage&) { ql::testing::saveExamples(folder); });
        QVERIFY(QFile::exists(file("dynamic.pt")));
        QVERIFY(importing(bytesOf(file("float.pt"))).ending == Ending::Done);
    }

    void survives_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("float") << "float.pt";
        QTest::newRow("static") << "static.pt";
    }

    void survives()
    {
        QFETCH(QString, name);
        constexpr int kCount = 60;
        Mutator mutator(bytesOf(m_folder.filePath(name)).toStdString(), 13);
        QStringList failures;
        int refused = 0;
        for (int i = 0; i < kCount; ++i) {
            const auto mutant = mutator.next();
            const auto result = importing(QByteArray::fromStdString(mutant.bytes));
            refused += result.ending == Ending::Refused ? 1 : 0;
            if (result.ending != Ending::Done && result.ending != Ending::Refused)
                failures << QString::fromStdString(mutant.description + ": " + result.message);
        }
        QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
        QVERIFY(refused > kCount / 10);
    }

    void refusesEveryShorterFile()
    {
        const auto bytes = bytesOf(file("float.pt"));
        for (qsizetype length = 1; length < bytes.size(); length += bytes.size() / 20) {
            const auto result = importing(bytes.left(length));
            QVERIFY2(result.ending == Ending::Refused, qPrintable(QString::number(length)));
        }
    }
};

QTEST_APPLESS_MAIN(TestTorchScriptMutations)
#include "tst_torchscript_mutations.moc"
