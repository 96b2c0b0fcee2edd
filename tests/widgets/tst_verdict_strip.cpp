// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
#include "widgets/docks/support/verdict_strip.h"

#include <QLabel>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

class TestVerdictStrip : public tests::WorkbenchTest {
    Q_OBJECT

private Q_SLOTS:
    void saysHowGoodTheOutputsAre()
    {
        LayersView view(*m_workbench);
        view.show();
        auto& strip = view.verdict();
        QVERIFY(strip.isHidden());
        m_workbench->session().compare();
        QTRY_VERIFY(strip.isVisible());
        QVERIFY(strip.text().contains(QStringLiteral("logits: bad.")));
        QVERIFY(strip.text().contains(QStringLiteral("in 1 of 2 decisions")));
        QVERIFY(strip.text().contains(QStringLiteral("state: can't be judged.")));
        QVERIFY(strip.culpritButton().isHidden());
        QVERIFY(strip.askButton().isVisible()); // where it comes from isn't known yet
        strip.resize(700, 60);
        QCoreApplication::processEvents();
        for (const auto* label : strip.findChildren<QLabel*>())
            QVERIFY2(label->text().isEmpty() || label->width() > strip.width() / 2, "the words are squeezed");
    }

    void namesTheCulpritAndShowsIt()
    {
        SensitivityView view(*m_workbench);
        view.show();
        m_workbench->analysis<SensitivityAnalysis>().start();
        auto& strip = view.verdict();
        QTRY_VERIFY(strip.isVisible());
        QVERIFY(strip.text().contains(QStringLiteral("One culprit: the activation of conv_2")));
        QVERIFY(!strip.text().contains(QStringLiteral("Additive"))
                && strip.toolTip().contains(QStringLiteral("Additive")));
        QVERIFY(!strip.text().contains(QStringLiteral("state"))); // the ranking is about one output
        QVERIFY(strip.askButton().isHidden());
        QCOMPARE(strip.culpritButton().text(), QStringLiteral("Show conv_2"));
        strip.culpritButton().click();
        QCOMPARE(m_workbench->selectedName(), std::string("conv_2"));
    }

    void aHealthyModelHasNothingToShow()
    {
        VerdictStrip strip(*m_workbench);
        auto verdict = tests::sampleVerdict();
        verdict.outputs[0].quality = Quality::Fine;
        strip.setVerdict(verdict);
        QVERIFY(strip.text().contains(QStringLiteral("Nothing to repair")));
        QVERIFY(!strip.text().contains(QStringLiteral("culprit")));
        QVERIFY(strip.culpritButton().isHidden() && strip.askButton().isHidden());
        verdict.outputs[0].budget.reset();
        verdict.whyNoBudget = Message("shares come from a one-on ranking");
        strip.setVerdict(verdict);
        QVERIFY(strip.text().endsWith(QStringLiteral("No error budget: shares come from a one-on ranking.")));
        strip.setVerdict({});
        QVERIFY(strip.isHidden());
    }

    void theWorstOutputsComeFirst()
    {
        VerdictStrip strip(*m_workbench);
        results::Verdict verdict{.samples = 1};
        for (const auto quality : {Quality::Fine, Quality::Unknown, Quality::Poor, Quality::Fine, Quality::Equal})
            verdict.outputs.push_back({.name = std::string(keyOf(quality)), .quality = quality, .sqnrDb = 15.0});
        strip.setVerdict(verdict);
        const QStringList lines = strip.text().split('\n');
        QCOMPARE(lines.size(), qsizetype(4));
        QVERIFY(lines[0].startsWith(QStringLiteral("Verdict over 1 sample · poor: poor.")));
        QVERIFY(lines[1].startsWith(QStringLiteral("fine: fine.")));
        QVERIFY(lines[3].contains(QStringLiteral("2 more output")));
        strip.setVerdict(verdict, "equal");
        QVERIFY(strip.text().contains(QStringLiteral("equal: equal.")));
        QVERIFY(!strip.text().contains(QStringLiteral("poor")));
    }

private:
    void prepare() override
    {
        auto result = tests::sampleResult();
        result->verdict = tests::sampleVerdict();
        result->verdict.outputs[0].budget.reset(); // as a comparison knows it
        m_engine->result = result;
        m_engine->rankings = {tests::sampleRanking(false), tests::sampleRanking(true)};
    }
    void openView() override { load(); }
};

QTEST_MAIN(TestVerdictStrip)
#include "tst_verdict_strip.moc"
