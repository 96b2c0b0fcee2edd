// SPDX-License-Identifier: GPL-3.0-or-later
// What the Overview page says and offers: only what was measured, and nothing where nothing has to be done.
#include "core/report/overview/next_steps.h"
#include "core/report/overview/trial_words.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"

#include <QTest>

using namespace ql;
using report::OverviewAction;
using report::OverviewState;
using report::TrialEffect;
using results::ChangeRow;
using results::MetricId;
using results::Quality;
using results::TrialChange;

namespace {

QList<OverviewAction> actionsOf(const OverviewState& state)
{
    QList<OverviewAction> actions;
    for (const auto& step : report::nextSteps(state))
        actions.append(step.action);
    return actions;
}

ChangeRow changed(const char* name, bool isOutput, double before, double after)
{
    ChangeRow row{name, isOutput ? "" : "Conv", isOutput, results::Metrics{}, results::Metrics{}, {}, {}};
    row.before->sqnrDb = before;
    row.after->sqnrDb = after;
    return row;
}

TrialChange trialOf(std::vector<ChangeRow> rows)
{
    return {"before", "after", std::move(rows)};
}

} // namespace

class TestOverview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_compared = *tests::sampleResult();
        m_verdict = tests::sampleVerdict();
        m_state = {.hasBaseline = true, .hasAnalysis = true, .hasInputs = true, .hasData = true};
        m_state.compared = &m_compared;
        m_state.verdict = &m_verdict;
    }

    void saysWhatToOpen()
    {
        QCOMPARE(actionsOf({}), (QList{OverviewAction::OpenBaseline, OverviewAction::OpenAnalysis}));
        QCOMPARE(actionsOf({.hasAnalysis = true}), QList{OverviewAction::OpenBaseline});
        OverviewState state{.hasBaseline = true};
        QCOMPARE(actionsOf(state).front(), OverviewAction::OpenAnalysis);
        state.hasConfig = true;
        QCOMPARE(actionsOf(state), QList{OverviewAction::OpenCalibration});
        state.hasAnalysis = true;
        QCOMPARE(actionsOf(state), (QList{OverviewAction::OpenData, OverviewAction::Examine}));
        state.hasInputs = true;
        QCOMPARE(actionsOf(state), QList{OverviewAction::Examine});
    }

    void offersWhatARunShowed()
    {
        const auto steps = report::nextSteps(m_state);
        QCOMPARE(steps.front().action, OverviewAction::Skip);
        QVERIFY(steps.front().isMeasured);
        QCOMPARE(steps.front().layers, std::vector<std::string>{"conv_2"});
        QVERIFY(steps.front().reason.english().find("15.1 instead of -2.6 dB") != std::string::npos);
        QVERIFY(!steps[1].isMeasured); // int16 was not run
    }

    void blamesNobodyWithoutProof()
    {
        m_verdict.outputs[0].budget->isExplained = false;
        QVERIFY(report::shownCulprits(m_state).layers.empty());
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::Fix});
        m_state.hasConfig = m_state.canSimulate = true;
        QCOMPARE(actionsOf(m_state), (QList{OverviewAction::Tune, OverviewAction::Fix}));
        for (const auto& step : report::nextSteps(m_state))
            QVERIFY(!step.isMeasured);
        m_verdict.outputs[0].budget.reset();
        QCOMPARE(actionsOf(m_state).front(), OverviewAction::FindCauses);
        m_verdict.whyNoBudget = Message("the quantizers have no place");
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::FindCauses)); // it would answer the same again
    }

    /// A config can't leave an input of the network float.
    void skipsLayersOnly()
    {
        m_verdict.outputs[0].budget->shares[0].opName = "input";
        QVERIFY(report::shownCulprits(m_state).layers.empty());
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::Skip));
    }

    /// The run left more float than the edit will: its number is not the edit's.
    void promisesNothingForHalfOfARun()
    {
        auto& budget = *m_verdict.outputs[0].budget;
        budget.shares.insert(budget.shares.begin() + 1,
                             {"squeeze_in_a_branch", "activation", "Squeeze", "int8", 0.08, 7.6});
        while (budget.shares.size() < 9)
            budget.shares.push_back({"conv_1", "weight", "Conv", "int8", 0.0, 60.0});
        budget.setSize = 2;
        QCOMPARE(budget.culprits(), std::size_t(2));
        const auto step = report::nextSteps(m_state).front();
        QCOMPARE(step.action, OverviewAction::Skip);
        QCOMPARE(step.layers, std::vector<std::string>{"conv_2"});
        QVERIFY(!step.isMeasured);
        QVERIFY(step.reason.english().find("What the edit alone gains is measured when it is tried")
                != std::string::npos);
    }

    /// Where no layer alone is to blame; else only if that gains more.
    void offersAScopeThatARunShowed()
    {
        auto& budget = *m_verdict.outputs[0].budget;
        budget.scope = results::ScopeShare{"block", {"conv_1", "conv_2"}, 16.0, 0.99};
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::SkipScope)); // 15.1 by conv_2 alone, within the threshold
        budget.scope->repairedDb = 21.4;
        QCOMPARE(actionsOf(m_state).mid(0, 2), (QList{OverviewAction::Skip, OverviewAction::SkipScope}));
        budget.isExplained = false;
        QCOMPARE(actionsOf(m_state).mid(0, 2), (QList{OverviewAction::SkipScope, OverviewAction::Widen}));
        const auto step = report::nextSteps(m_state).front();
        QVERIFY(step.isMeasured);
        QCOMPARE(step.scope, std::string("block"));
        QCOMPARE(step.layers, (std::vector<std::string>{"conv_1", "conv_2"}));
        QVERIFY(step.reason.english().find("21.4 instead of -2.6 dB") != std::string::npos);
        budget.scope->layers.push_back("in_a_branch"); // the config can't name it
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::SkipScope));
    }

    /// It would change nothing: what is left of its error is quantized for its neighbours.
    void skipsNothingTwice()
    {
        m_verdict.outputs[0].budget->scope = results::ScopeShare{"block", {"conv_1", "conv_2"}, 21.4, 0.99};
        m_state.skippedLayers = {"conv_2"};
        QVERIFY(report::shownCulprits(m_state).layers.empty());
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::Fix});
    }

    /// Neither search is offered again where its answer is known, and only what wins is.
    void exportsARepairedModel()
    {
        m_verdict.outputs[0].budget->isExplained = false;
        results::FixResult fixed;
        fixed.given = results::FixMeasure{.metric = 2.0};
        fixed.start.metric = 1.0;
        fixed.best.metric = 38.1;
        fixed.files = {"/tmp/repaired.onnx"};
        m_state.repaired = &fixed;
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::ExportModel});
        fixed.best.metric = 2.0;
        QVERIFY(actionsOf(m_state).isEmpty());
        fixed.byConfig = results::FixMeasure{.metric = 30.0};
        QVERIFY(actionsOf(m_state).isEmpty()); // another config is open
        m_state.canTakeRepairs = true;
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::TakeRepairs});
    }

    void isSilentWhereItIsFine()
    {
        m_verdict.outputs[0].quality = Quality::Fine;
        QVERIFY(report::nextSteps(m_state).empty());
        QCOMPARE(report::overviewSentence(m_state).english(), std::string("Fine: nothing to repair, over 2 samples."));
        m_verdict.areInputsRandom = true;
        QVERIFY(report::overviewSentence(m_state).english().find("whether they do on real samples stays open")
                != std::string::npos);
        m_verdict.areInputsRandom = false;
        m_verdict.outputs[0].quality = Quality::Unknown;
        QVERIFY(report::nextSteps(m_state).empty());
        QVERIFY(report::overviewSentence(m_state).english().find("can't be judged") != std::string::npos);
        m_verdict.outputs[0].quality = Quality::Bad;
        m_state.isStale = true;
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::Examine});
    }

    void anEditIsTriedBeforeItIsSaved()
    {
        m_state.hasConfig = m_state.canSimulate = m_state.isEdited = true;
        QCOMPARE(actionsOf(m_state).front(), OverviewAction::Try);
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::Save));
        auto trial = trialOf({changed("logits", true, -2.6, 24.4), changed("conv_2", false, -2.9, 30.0)});
        m_state.trial = &trial;
        QCOMPARE(actionsOf(m_state), QList{OverviewAction::Save});
        trial.rows[0].after->sqnrDb = -2.58;
        QCOMPARE(actionsOf(m_state).front(), OverviewAction::Undo);
        trial.rows[0].after->sqnrDb = -9.0;
        QCOMPARE(actionsOf(m_state).front(), OverviewAction::Undo);
        QVERIFY(report::nextSteps(m_state).front().reason.english().starts_with("It hurts:"));
    }

    /// What helped is saved; where that isn't enough a search goes on.
    void goesOnWhereATrialIsNotEnough()
    {
        m_state.hasConfig = m_state.canSimulate = m_state.isEdited = true;
        auto trial = trialOf({changed("logits", true, -2.6, 12.0)});
        auto after = std::make_shared<results::CompareResult>(m_compared);
        after->verdict = m_verdict;
        trial.afterResult = after;
        m_state.trial = &trial;
        QCOMPARE(actionsOf(m_state), (QList{OverviewAction::Save, OverviewAction::Tune, OverviewAction::Fix}));
    }

    void takesOnlyAnAnswerThatGains()
    {
        results::TuneResult tuned;
        tuned.start.metric = 15.0;
        tuned.best.metric = 15.0;
        m_state.tuned = &tuned;
        QVERIFY(!actionsOf(m_state).contains(OverviewAction::TakeTuned));
        tuned.best.metric = 31.0;
        QCOMPARE(actionsOf(m_state).front(), OverviewAction::TakeTuned);
        QCOMPARE(report::nextSteps(m_state).front().reason.english(),
                 std::string("0 overrides take the worst output from 15.0 dB to 31.0 dB, measured on 0 samples."));
    }

    void oneSentenceForATrial()
    {
        const auto sentence = [](const TrialChange& trial) {
            return QString::fromStdString(report::trialSentence(trial, MetricId::Sqnr).english());
        };
        auto trial = trialOf({changed("logits", true, -2.57, 24.39), changed("conv_1", false, 40.0, 30.0),
                              changed("conv_2", false, -2.9, 30.0)});
        QCOMPARE(sentence(trial),
                 QStringLiteral("It helps: SQNR of logits goes from -2.6 to 24.4 dB; of the layers conv_2 gains most, "
                                "from -2.9 to 30.0, and 1 get(s) worse."));
        trial.rows[0].after->sqnrDb = -2.6;
        QCOMPARE(report::effectOf(trial, MetricId::Sqnr), TrialEffect::Nothing);
        QVERIFY(sentence(trial).startsWith("It does nothing for the outputs; of the layers conv_2 changes most"));
        trial.rows.push_back(changed("boxes", true, 30.0, 20.0));
        QCOMPARE(report::effectOf(trial, MetricId::Sqnr), TrialEffect::Hurts);
        trial.rows[0].after->sqnrDb = std::numeric_limits<double>::infinity();
        QCOMPARE(report::effectOf(trial, MetricId::Sqnr), TrialEffect::Mixed);
        QVERIFY(report::trialSentence(trialOf({}), MetricId::Sqnr).empty());
        QCOMPARE(sentence(trialOf({changed("logits", true, 5.0, 5.0)})),
                 QStringLiteral("It does nothing: no output and no layer changes."));
    }

private:
    results::CompareResult m_compared;
    results::Verdict m_verdict;
    OverviewState m_state;
};

QTEST_APPLESS_MAIN(TestOverview)
#include "tst_overview.moc"
