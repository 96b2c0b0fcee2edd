// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"
#include "known_failures.h"
#include "tested_versions.h"

#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"

#include <QDir>
#include <QTest>

#include <cstdio>
#include <memory>

using namespace ql::test;

/// Every test of the ONNX standard, a row each; `tst_conformance agrees:test_abs` runs one.
class tst_conformance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agrees_data();
    void agrees();
    void everyVersionIsTested();
    void cleanupTestCase();

private:
    std::unique_ptr<KnownFailures> m_known;
    std::unique_ptr<ql::runs::ThreadGuard> m_threads;
    OutcomeTable m_table;
    TestedVersions m_versions{QUANTLOUPE_SOURCE_DIR "/tests/conformance/operator_versions.txt"};
};

void tst_conformance::initTestCase()
{
    m_known = std::make_unique<KnownFailures>(QUANTLOUPE_SOURCE_DIR "/tests/conformance/known_failures.txt");
    if (!QDir(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA)).exists())
        QSKIP("SKIPPED: no conformance data; install python3-onnx and run this test through ctest, or "
              "tests/conformance/generate.py " QUANTLOUPE_CONFORMANCE_DATA);
    m_threads = std::make_unique<ql::runs::ThreadGuard>(1);
}

void tst_conformance::agrees_data()
{
    QTest::addColumn<QString>("folder");
    for (const auto* kind : {"node", "simple", "own"}) {
        const QDir folder(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA "/") + QString::fromLatin1(kind));
        for (const auto& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
}

void tst_conformance::agrees()
{
    QFETCH(QString, folder);
    const auto result = runConformanceCase(folder.toStdString());
    m_table.add(result.opType, result.outcome);
    if (result.outcome == Outcome::Passed)
        m_versions.add(result.opType, result.opset);
    if (const auto reason = m_known->reason(QTest::currentDataTag()))
        QEXPECT_FAIL("", reason->c_str(), Continue);
    QVERIFY2(result.outcome == Outcome::Passed, result.message.c_str());
}

/// What the registry claims holds: each version of each operator, but where untested_versions.txt says why not.
void tst_conformance::everyVersionIsTested()
{
    const KnownFailures known(QUANTLOUPE_SOURCE_DIR "/tests/conformance/untested_versions.txt");
    QStringList untested;
    for (const auto& version : m_versions.untested())
        if (!known.reason(version))
            untested << QString::fromStdString(version);
    QVERIFY2(untested.isEmpty(), qPrintable("no case tests " + untested.join(", ")));
    QFile file(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/tests/conformance/operator_table.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto table = QString::fromStdString(m_versions.table());
    if (QString::fromUtf8(file.readAll()) != table)
        QFAIL(qPrintable("operator_table.txt is not what was tested; put this there:\n" + table));
}

void tst_conformance::cleanupTestCase()
{
    std::fputs(m_table.text().c_str(), stdout);
    m_threads.reset();
}

QTEST_APPLESS_MAIN(tst_conformance)
#include "tst_conformance.moc"
