// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/text/language.h"

using namespace ql;
using namespace ql::widgets;

namespace {

/// With an output of that SQNR.
std::shared_ptr<results::CompareResult> resultAt(double sqnrDb)
{
    auto result = tests::sampleResult();
    results::OutputComparison output;
    output.name = "y";
    output.metrics.emplace();
    output.metrics->sqnrDb = sqnrDb;
    result->outputs.push_back(output);
    return result;
}

} // namespace

/// What becomes of answers when a model's file is written anew.
class TestModelChanges : public tests::WorkbenchTest {
    Q_OBJECT

private Q_SLOTS:
    void anAnalysisModelIsComparedAgain()
    {
        open();
        QSignalSpy examined(m_workbench.get(), &Workbench::examineRequested);
        m_engine->result = resultAt(34.9);
        make("int8.onnx", "exported anew");
        QTRY_COMPARE_WITH_TIMEOUT(m_notices.size(), 1, kPatience);
        qInfo("%s", qPrintable(m_notices.front()));
        QVERIFY2(m_notices.front().contains(QStringLiteral("int8.onnx was written anew"))
                     && m_notices.front().contains(QStringLiteral("It helps:"))
                     && m_notices.front().contains(QStringLiteral("from 3.0 to 34.9 dB")),
                 qPrintable(m_notices.front()));
        QCOMPARE(session().result()->outputs.front().metrics->sqnrDb, 34.9);
        QCOMPARE(m_engine->compareCalls.load(), 2);
        QCOMPARE(examined.count(), 0); // random numbers are fed when somebody asks for it
    }

    void answersAboutTheOldOneAreDropped()
    {
        open();
        m_engine->profileResult = std::make_shared<results::ProfileResult>();
        auto& profile = m_workbench->analysis<ProfileAnalysis>();
        profile.start();
        QTRY_VERIFY(profile.result() && !profile.isRunning());
        m_engine->result = resultAt(4.0);
        make("int8.onnx", "exported anew");
        QTRY_VERIFY_WITH_TIMEOUT(!profile.result(), kPatience);
        QTRY_COMPARE(m_notices.size(), 1);
        profile.show(results::ResultParts(m_engine->profileResult), [] { return QString(); });
        QTRY_VERIFY(profile.result());
        m_engine->result = resultAt(5.0);
        make("int8.onnx", "and once more, exported");
        QTRY_COMPARE_WITH_TIMEOUT(m_notices.size(), 2, kPatience);
        QVERIFY(profile.result()); // a document says itself what it is about
    }

    /// What a config makes of the baseline is no matter of the analysis model.
    void answersAboutASimulationStay()
    {
        open();
        session().setConfig(make("quant.yaml", "skip_layers: []\n"));
        session().setCalibration(QStringLiteral("/data/inputs.npy"));
        session().setSimulationPreferred(true);
        QTRY_VERIFY(session().isSimulated());
        m_engine->profileResult = std::make_shared<results::ProfileResult>();
        auto& profile = m_workbench->analysis<ProfileAnalysis>();
        profile.start();
        QTRY_VERIFY(profile.result() && !profile.isRunning());
        QSignalSpy read(&session().analysis(), &ModelSlot::changed);
        make("int8.onnx", "exported anew");
        QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), kPatience);
        QVERIFY(profile.result());
        QVERIFY(m_notices.isEmpty());
    }

    void aFileIsTakenWhenItIsComplete()
    {
        open();
        QFile file(m_folder.filePath(QStringLiteral("int8.onnx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 0; i < 10; ++i) {
            file.write("a part");
            file.flush();
            QTest::qWait(200);
            QCOMPARE(m_engine->compareCalls.load(), 1);
        }
        file.close();
        QTRY_COMPARE_WITH_TIMEOUT(m_engine->compareCalls.load(), 2, kPatience);
    }

    void oneThatIsReplacedIsFollowed()
    {
        open();
        for (int calls = 2; calls <= 3; ++calls) {
            const QString path = m_folder.filePath(QStringLiteral("int8.onnx"));
            const QString beside = make("beside.onnx", QByteArray(calls, 'x'));
            QVERIFY(QFile::remove(path));
            QTest::qWait(50);
            QVERIFY(QFile::rename(beside, path));
            QTRY_COMPARE_WITH_TIMEOUT(m_engine->compareCalls.load(), calls, kPatience);
        }
    }

    void anotherBaselineIsSaidOnly()
    {
        open();
        make("float.onnx", "trained longer");
        QTRY_COMPARE_WITH_TIMEOUT(m_notices.size(), 1, kPatience);
        QVERIFY(m_notices.front().contains(QStringLiteral("float.onnx was written anew")));
        QTest::qWait(200);
        QCOMPARE(m_engine->compareCalls.load(), 1);
    }

    void whatIsNotAboutThemChangesNothing()
    {
        open();
        make("other.onnx", "new");
        QFile file(m_folder.filePath(QStringLiteral("int8.onnx")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        file.close();
        QTest::qWait(2500);
        QCOMPARE(m_engine->compareCalls.load(), 1);
        QVERIFY(m_notices.isEmpty());
    }

private:
    static constexpr int kPatience = 10'000;

    void open()
    {
        applyLanguage(QStringLiteral("en"));
        m_notices.clear();
        m_engine->result = resultAt(3.0);
        connect(m_workbench.get(), &Workbench::noticed, this,
                [this](const Label& words) { m_notices.append(words.text()); });
        session().baseline().setPath(make("float.onnx", "float"));
        session().analysis().setPath(make("int8.onnx", "int8"));
        session().compare();
        QTRY_VERIFY(session().result());
    }

    QStringList m_notices;
};

QTEST_MAIN(TestModelChanges)
#include "tst_model_changes.moc"
