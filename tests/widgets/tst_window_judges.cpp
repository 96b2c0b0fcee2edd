// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the user's that says how good outputs are: typed, asked with, shown, and kept in projects.
#include "tests/support/file_content.h"
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/fixes/fixes_view.h"
#include "widgets/docks/project/judge_line.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/tune/tune_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;
using results::MetricId;
using tests::contentOf;

namespace {

constexpr const char* kCommand = "python3 judge.py labels.npy";

/// What lies where: the last sample loses most, and is not worst by any metric.
std::shared_ptr<results::BadCaseResult> judgedCases()
{
    auto result = std::make_shared<results::BadCaseResult>(*tests::sampleBadCases());
    result->outputs = {"logits"};
    result->metrics = {{"atol", "", false}, {"judge", "", true}, {"judge_drop", "", false}};
    result->rankedBy = 2;
    result->values = {0.5, 1.0, 0.0, 0.9, 0.75, 0.25, 0.1, 0.25, 0.75};
    return result;
}

} // namespace

class TestWindowJudges : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void theCommandReachesTheFourSearches()
    {
        prepare();
        askAll();
        for (const auto* options : {&m_engine->lastBadCaseRequest.options, &m_engine->lastSensitivityRequest.options,
                                    &m_engine->lastTuneRequest.options, &m_engine->lastFixRequest.options})
            QVERIFY(options->judge.command.empty());
        QCOMPARE(m_engine->lastSensitivityRequest.metrics.size(), std::size_t(1));
        type(QLatin1String(kCommand));
        line().betterBox().setFocus();
        QTest::keyClick(&line().betterBox(), Qt::Key_Down);
        line().secondsBox().setValue(20);
        askAll();
        const results::JudgeOptions judge{kCommand, 20.0, true};
        QCOMPARE(session().judge(), judge);
        for (const auto* options : {&m_engine->lastBadCaseRequest.options, &m_engine->lastSensitivityRequest.options,
                                    &m_engine->lastTuneRequest.options, &m_engine->lastFixRequest.options})
            QCOMPARE(options->judge, judge);
        QCOMPARE(m_engine->lastBadCaseRequest.metric, std::string("judge_drop"));
        QCOMPARE(m_engine->lastSensitivityRequest.metrics, (std::vector{MetricId::JudgeLoss, MetricId::Sqnr}));
        QCOMPARE(m_engine->lastFixRequest.mostJudged, kMostForJudge);
        QCOMPARE(m_engine->lastTuneRequest.metric, MetricId::Sqnr); // nobody asked for more
    }

    /// Derivatives predict nothing of what a program says.
    void aPredictionAsksNoJudge()
    {
        prepare();
        session().setJudge({kCommand});
        workbench().analysis<SensitivityAnalysis>().setChoice({.method = results::SensitivityMethod::Gradient});
        workbench().analysis<SensitivityAnalysis>().start();
        QTRY_VERIFY(!workbench().analysis<SensitivityAnalysis>().isRunning());
        QCOMPARE(m_engine->lastSensitivityRequest.method, results::SensitivityMethod::Gradient);
        QVERIFY(m_engine->lastSensitivityRequest.options.judge.command.empty());
    }

    /// The target is the judge's where that is chosen, and goes with it.
    void tuningAimsAtTheJudgesNumber()
    {
        prepare();
        auto& tune = workbench().analysis<TuneAnalysis>();
        auto& box = m_window->findChild<TuneView*>()->metricBox();
        QCOMPARE(box.count(), 2);
        session().setJudge({kCommand, 300.0, true});
        QCOMPARE(box.count(), 3);
        box.setCurrentIndex(2);
        Q_EMIT box.activated(2);
        QVERIFY(tune.isJudged());
        QVERIFY(tune.choice().target < 1.0);
        tune.start();
        QTRY_VERIFY(!tune.isRunning());
        QCOMPARE(m_engine->lastTuneRequest.metric, MetricId::JudgeLoss);
        QCOMPARE(m_engine->lastTuneRequest.targets.size(), std::size_t(1));
        session().setJudge({});
        QVERIFY(!tune.isJudged());
        QCOMPARE(tune.choice().target, TuneAnalysis::Choice().target);
        QCOMPARE(box.count(), 2);
    }

    void whatCanNotBeSplitIsNotTaken()
    {
        load();
        QVERIFY(line().removeButton().isHidden());
        type(QStringLiteral("judge 'labels.npy"));
        QVERIFY2(line().problemText().contains(QStringLiteral("without its end")), qPrintable(line().problemText()));
        QVERIFY(!session().hasJudge());
        session().setInputs({QStringLiteral("random:7")});
        QCOMPARE(line().command().text(), QStringLiteral("judge 'labels.npy")); // it can still be mended
        type(QLatin1String(kCommand));
        QVERIFY(line().problemText().isEmpty());
        QVERIFY(session().hasJudge() && !line().betterBox().isHidden());
        line().removeButton().click();
        QCOMPARE(session().judge(), results::JudgeOptions());
        QVERIFY(line().command().text().isEmpty() && line().betterBox().isHidden());
    }

    /// Until the toolbar's metric is chosen anew.
    void theSampleThatLosesMostComesFirst()
    {
        prepare();
        m_engine->badCases = judgedCases();
        auto& search = workbench().analysis<BadCaseAnalysis>();
        search.start();
        QTRY_VERIFY(search.result() && !search.isRunning());
        auto* view = m_window->findChild<BadCasesView*>();
        const auto first = [view] { return view->table().model()->index(0, BadCaseTableModel::Index).data().toInt(); };
        QCOMPARE(first(), 2);
        const int drop = view->model().columnOf("judge_drop");
        const auto header = [view](int column, int role) {
            return view->model().headerData(column, Qt::Horizontal, role).toString();
        };
        QCOMPARE(header(drop - 1, Qt::DisplayRole), QStringLiteral("Own judge"));
        QCOMPARE(header(drop, Qt::DisplayRole), QStringLiteral("Own judge, lost"));
        QVERIFY(header(drop, Qt::ToolTipRole).contains(QStringLiteral("How much worse")));
        workbench().filter().setMetric(MetricId::Atol);
        QCOMPARE(first(), 1);
    }

    void repairsSayWhatTheJudgeSays()
    {
        prepare();
        auto found = std::make_shared<results::FixResult>();
        found->start.judged = 0.75;
        found->best.judged = 0.875;
        found->judgedBaseline = 0.9;
        found->judgeBetter = "higher";
        m_engine->fixResult = found;
        auto* view = m_window->findChild<FixesView*>();
        auto& fix = workbench().analysis<FixAnalysis>();
        session().setJudge({kCommand});
        fix.start();
        QTRY_VERIFY(fix.result());
        m_window->workbench().dockRequested(QStringLiteral("fixesDock"));
        QTRY_VERIFY2(view->answerText().contains(QStringLiteral("Own judge (higher is better): 0.75 before, 0.875 ")),
                     qPrintable(view->answerText()));
        QTRY_VERIFY(!view->table().isColumnHidden(FixTableModel::Judged));
        QVERIFY(fix.isCurrent());
        session().setJudge({kCommand, 300.0, true});
        QVERIFY(!fix.isCurrent());
    }

    void aJudgeThatFailsIsQuoted()
    {
        prepare();
        m_engine->fixError = Error(ErrorCode::FileCorrupt, "printed \"oops\", expected one finite number")
                                 .addContext(Message("the judge {}", std::string(kCommand)));
        auto& fix = workbench().analysis<FixAnalysis>();
        fix.start();
        QTRY_VERIFY(fix.problem());
        QTRY_VERIFY(m_window->messageBar().text().contains(QStringLiteral("printed \"oops\"")));
        QVERIFY(m_window->messageBar().text().contains(QLatin1String(kCommand)));
    }

    void aProjectKeepsIt_data()
    {
        QTest::addColumn<bool>("hasData");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("data") << true << QByteArray("badcase");
        QTest::newRow("no data") << false << QByteArray("sensitivity");
    }
    void aProjectKeepsIt()
    {
        QFETCH(const bool, hasData);
        QFETCH(const QByteArray, said);
        const QTemporaryDir folder;
        qputenv("XDG_STATE_HOME", QFile::encodeName(folder.filePath(QStringLiteral("state"))));
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        write(folder.filePath(QStringLiteral("judge.sh")), "echo 1\n");
        load();
        if (hasData)
            session().setData(folder.filePath(QStringLiteral("data.npy")));
        const results::JudgeOptions judge{"sh " + folder.filePath(QStringLiteral("judge.sh")).toStdString(), 20.0,
                                          true};
        session().setJudge(judge);
        workbench().project().saveAs(path);
        QTRY_VERIFY2(contentOf(path).contains("sh judge.sh"), contentOf(path).constData());
        QVERIFY2(contentOf(path).contains(said), contentOf(path).constData());
        QVERIFY(contentOf(path).contains("judge-better: lower"));
        QTRY_VERIFY(!workbench().project().isBusy());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path}); // one's own command: nobody is asked
        QTRY_COMPARE(session().judge(), judge);
        QVERIFY(!m_window->isWindowModified());
        session().setJudge({});
        workbench().project().save();
        QTRY_VERIFY2(!contentOf(path).contains("judge"), contentOf(path).constData());
    }

    void aStrangersJudgeIsAskedFor_data()
    {
        QTest::addColumn<bool>("isTrusted");
        QTest::newRow("no") << false;
        QTest::newRow("yes") << true;
    }
    void aStrangersJudgeIsAskedFor()
    {
        QFETCH(const bool, isTrusted);
        const QTemporaryDir folder;
        qputenv("XDG_STATE_HOME", QFile::encodeName(folder.filePath(QStringLiteral("state"))));
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        write(folder.filePath(QStringLiteral("evil.sh")), "echo 1\n");
        write(path, "quantloupe: 1\nbaseline: a.onnx\nrun:\n  - badcase: {judge-command: ./evil.sh 1}\n");
        m_window->show();
        session().setJudge({kCommand});
        m_window->projectFiles().open(path);
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust"))));
        QVERIFY2(box->text().contains(QStringLiteral("runs programs (./evil.sh 1)")), qPrintable(box->text()));
        QCOMPARE(session().judge().command, std::string(kCommand)); // nothing before the answer
        const auto role = isTrusted ? QMessageBox::AcceptRole : QMessageBox::RejectRole;
        for (auto* button : box->buttons())
            if (box->buttonRole(button) == role)
                button->click();
        QTRY_COMPARE(workbench().project().path(), path);
        const auto whole = folder.filePath(QStringLiteral("evil.sh 1")).toStdString();
        QCOMPARE(session().judge().command, isTrusted ? whole : std::string());
        QVERIFY(!m_window->isWindowModified());
        QTRY_VERIFY(!m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust")));
        write(folder.filePath(QStringLiteral("evil.sh")), "echo 2\n"); // another program now
        m_window->projectFiles().open(path);
        QTRY_VERIFY(m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust")));
    }

private:
    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    Workbench& workbench() { return m_window->workbench(); }
    JudgeLine& line() { return *m_window->findChild<JudgeLine*>(); }
    void type(const QString& command)
    {
        line().command().setFocus();
        line().command().selectAll();
        QTest::keyClicks(&line().command(), command);
        QTest::keyClick(&line().command(), Qt::Key_Return);
    }
    /// Everything that the four searches need.
    void prepare()
    {
        m_engine->badCases = tests::sampleBadCases();
        m_engine->rankings = {tests::sampleRanking(true)};
        m_engine->tuneResult = std::make_shared<results::TuneResult>();
        m_engine->fixResult = std::make_shared<results::FixResult>();
        load();
        session().setData(QStringLiteral("/data/inputs.npy"));
        write(m_folder.filePath(QStringLiteral("quant.yaml")), "skip_layers: []\n");
        m_window->openConfig(m_folder.filePath(QStringLiteral("quant.yaml")));
        QTRY_VERIFY(workbench().config().isRead());
    }
    void askAll()
    {
        const auto ask = [](Analysis& analysis) {
            analysis.start();
            QTRY_VERIFY(!analysis.isRunning());
        };
        ask(workbench().analysis<BadCaseAnalysis>());
        ask(workbench().analysis<SensitivityAnalysis>());
        ask(workbench().analysis<TuneAnalysis>());
        ask(workbench().analysis<FixAnalysis>());
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowJudges)
#include "tst_window_judges.moc"
