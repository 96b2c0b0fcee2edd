// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's judge, and judges that fail, with the real engine.
#include "core/engine/engine.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <cmath>
#include <memory>

using namespace ql;
using namespace ql::widgets;

namespace {

constexpr int kPatience = 120'000;

QString demoFile(const char* name)
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/demo/") + QLatin1String(name);
}

} // namespace

class TestJudgeSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        applyLanguage(QStringLiteral("en"));
        m_workbench = std::make_unique<Workbench>(&engine::loadEngine);
        m_workbench->session().baseline().setPath(demoFile("float.onnx"));
        m_workbench->session().analysis().setPath(demoFile("int8.onnx"));
        m_workbench->session().setData(demoFile("inputs.npy"));
        search().setMostSamples(2);
    }
    void cleanupTestCase() { m_workbench.reset(); }

    void aShellScriptJudges()
    {
        m_workbench->session().setJudge({"/bin/sh -c 'grep -c baseline \"$1/index.json\"' judge"});
        search().start();
        QTRY_VERIFY_WITH_TIMEOUT(search().result() && !search().isRunning(), kPatience);
        const auto found = search().result();
        QCOMPARE(found->metrics[found->rankedBy].key, std::string(results::kJudgeDrop));
        for (std::size_t sample = 0; sample < found->samples.size(); ++sample)
            QVERIFY(std::isfinite(found->value(sample, 0, found->rankedBy)));
    }

    void oneThatFailsSaysItsLine()
    {
        QSignalSpy failed(&m_workbench->session(), &ModelSession::failed);
        m_workbench->session().setJudge({"/bin/sh -c 'echo what >&2; exit 3' judge"});
        search().start();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        const QString said = failed.front().front().value<Label>().text();
        QVERIFY2(said.contains(QStringLiteral("ended with exit status 3")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("what")), qPrintable(said));
    }

private:
    BadCaseAnalysis& search() { return m_workbench->analysis<BadCaseAnalysis>(); }

    std::unique_ptr<Workbench> m_workbench;
};

QTEST_MAIN(TestJudgeSession)
#include "tst_judge_session.moc"
