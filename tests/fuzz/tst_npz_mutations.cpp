// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/array_files.h"

#include <QTest>

using namespace ql::tests;
using Ending = ChildResult::Ending;

/// A damaged .npz is read or refused with an Error, whatever its directory and its arrays claim.
class TestNpzMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survives_data()
    {
        QTest::addColumn<QByteArray>("original");
        QTest::newRow("stored") << storedNpz();
        QTest::newRow("deflated") << deflatedNpz();
    }

    void survives()
    {
        QFETCH(QByteArray, original);
        constexpr int kCount = 200;
        Mutator mutator(original.toStdString(), 11);
        TemporaryFolder folder;
        int refused = 0;
        QStringList failures;
        for (int i = 0; i < kCount; ++i) {
            const auto mutant = mutator.next();
            const auto path = folder.write("mutant.npz", QByteArray::fromStdString(mutant.bytes));
            const auto result = runGuarded([&path](const BeginStage&) { ql::data::readNpz(path); });
            refused += result.ending == Ending::Refused ? 1 : 0;
            if (result.ending != Ending::Done && result.ending != Ending::Refused)
                failures << QString::fromStdString(mutant.description + ": " + result.message);
        }
        QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
        QVERIFY(refused > kCount / 10);
        QVERIFY(refused < kCount); // else the mutants only test the first check
    }

    void refusesEveryShorterArchive()
    {
        TemporaryFolder folder;
        for (qsizetype length = 0; length < deflatedNpz().size(); length += 7) {
            const auto path = folder.write("short.npz", deflatedNpz().left(length));
            const auto result = runGuarded([&path](const BeginStage&) { ql::data::readNpz(path); });
            QVERIFY2(result.ending == Ending::Refused, qPrintable(QString::number(length)));
        }
    }
};

QTEST_APPLESS_MAIN(TestNpzMutations)
#include "tst_npz_mutations.moc"
