// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/html_report.h"
#include "core/report/result_document.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/verdict/verdict_report.h"
#include "core/report/verdict/verdict_words.h"
#include "tests/support/sample_answers.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <cmath>

using namespace ql;
using nlohmann::ordered_json;
using results::ErrorBudget;
using results::Quality;

namespace {

QString budgetText(const ErrorBudget& budget, Quality quality = Quality::Bad)
{
    QString text;
    for (const auto& fact : report::budgetFacts(budget, quality))
        text += QString::fromStdString(fact.english()) + ' ';
    return text;
}

ErrorBudget sampleBudget()
{
    return tests::sampleVerdict().outputs.at(0).budget.value();
}

} // namespace

class TestVerdictReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const std::string expected =
            R"(Verdict over 2 samples: bad
  logits: bad. SQNR -2.6 dB, of the worst sample (1) -4.0 dB; the error is larger than the signal; the largest of 10 elements stands where the baseline's does in 1 of 2 decisions (50.0 %).
    One culprit: the activation of conv_2 makes 91.0 % of the noise power.
    With it left float and everything else quantized the output has 15.1 instead of -2.6 dB: 98.3 % of the noise power is gone, measured.
    Additive: the quantizers' own noise powers add up to the whole within 0.8 dB.
   share  alone dB  quantizer  sensitive_type  op
  ------  --------  ---------  --------------  ----
  91.0 %    -2.950  conv_2     activation      Conv
   9.0 %     7.620  conv_1     weight          Conv
  state: can't be judged. the baseline's output is zero everywhere: there is no signal to measure an error against; the largest difference is 0.2500.
)";
        QCOMPARE(report::verdictText(tests::sampleVerdict()), expected);
        QCOMPARE(report::verdictText({}), std::string());
    }

    /// How good a model is, random numbers don't tell.
    void nothingIsFineOfRandomNumbers()
    {
        auto verdict = tests::sampleVerdict();
        verdict.outputs[0].quality = Quality::Fine;
        verdict.outputs.resize(1);
        const auto real = QString::fromStdString(report::verdictText(verdict));
        QVERIFY(real.startsWith("Verdict over 2 samples: fine\n  logits: fine.") && real.contains("Nothing to repair"));
        verdict.areInputsRandom = true;
        const auto random = QString::fromStdString(report::verdictText(verdict));
        QVERIFY2(random.startsWith("Verdict over 2 samples of random numbers: close\n  The inputs are random numbers:"),
                 qPrintable(random));
        QVERIFY(random.contains("\n  logits: close."));
        QVERIFY(!random.contains("fine") && !random.contains("Nothing to repair"));
        verdict.outputs[0].quality = Quality::Bad;
        QVERIFY(QString::fromStdString(report::verdictText(verdict)).contains("random numbers: bad"));
    }

    void aShareIsNoneOrAllWhereItIs()
    {
        QCOMPARE(report::percentText(0.0), std::string("0.0 %"));
        QCOMPARE(report::percentText(1e-9), std::string("<0.1 %"));
        QCOMPARE(report::percentText(0.9994), std::string("99.9 %"));
        QCOMPARE(report::percentText(4419.0 / 4420.0), std::string(">99.9 %"));
        QCOMPARE(report::percentText(1.0), std::string("100.0 %"));
    }

    void claimsOnlyWhatWasMeasured()
    {
        auto budget = sampleBudget();
        QVERIFY(budgetText(budget, Quality::Fine).startsWith("Nothing to repair;"));
        budget.isExplained = false;
        budget.removed = 0.3;
        QVERIFY(budgetText(budget).startsWith("No single culprit:"));
        QVERIFY(budgetText(budget).contains("only 30.0 % of the noise power is gone"));
        budget.removed = -0.5;
        QVERIFY(budgetText(budget).contains("it gets worse"));
        budget = sampleBudget();
        budget.sumDb = 4.7;
        QVERIFY(budgetText(budget).contains("Not additive, shares are approximate"));
        QVERIFY(budgetText(budget).contains("4.7 dB more"));
        budget.sumDb = -9.0;
        QVERIFY(budgetText(budget).contains("9.0 dB less"));
        budget.sumDb = -std::numeric_limits<double>::infinity();
        QVERIFY(budgetText(budget).contains("No quantizer alone changes the output"));
        budget.isBroken = true;
        budget.shares[0].share = std::nan("");
        QVERIFY(budgetText(budget).contains("breaks the output alone: the activation of conv_2"));
        QVERIFY(!budgetText(budget).contains("dditive"));
    }

    void namesFewCulpritsOrNone()
    {
        auto budget = sampleBudget();
        QCOMPARE(budget.culprits(), std::size_t(1));
        budget.setSize = 2;
        QCOMPARE(budget.culprits(), std::size_t(0)); // both of two
        budget.shares.resize(98, budget.shares[0]);
        QCOMPARE(budget.culprits(), std::size_t(2));
        QVERIFY(budgetText(budget).contains("2 of 98 quantizers make 91.0 % of the noise power"));
        budget.setSize = 10;
        QCOMPARE(budget.culprits(), std::size_t(0));
    }

    void theWorstOutputCounts()
    {
        auto verdict = tests::sampleVerdict();
        QCOMPARE(verdict.quality(), Quality::Bad);
        verdict.outputs[0].quality = Quality::Fine;
        QCOMPARE(verdict.quality(), Quality::Fine); // what can't be judged doesn't
        verdict.outputs[0].quality = Quality::Unknown;
        QCOMPARE(verdict.quality(), Quality::Unknown);
        QCOMPARE(results::severityOf(Quality::Fine), results::Severity::Info);
        QCOMPARE(results::severityOf(Quality::Fair), results::Severity::Warning);
        QCOMPARE(results::severityOf(Quality::Broken), results::Severity::Error);
    }

    void documentsComeBack()
    {
        const auto text = report::sensitivityJson(*tests::sampleRanking(true));
        const auto read = report::parseResultDocument(text, "a.json").parts.first<results::SensitivityResult>();
        QCOMPARE(report::sensitivityJson(*read), text);
        const auto json = ordered_json::parse(text)["verdict"];
        QCOMPARE(json["quality"].get<std::string>(), std::string("bad"));
        QCOMPARE(json["outputs"][0]["agreement"]["equal"].get<int>(), 1);
        QCOMPARE(json["outputs"][0]["budget"]["smallest_set"]["rows"].get<int>(), 1);
        QCOMPARE(json["outputs"][0]["budget"]["is_additive"].get<bool>(), true);
        QVERIFY(json["outputs"][1]["budget"].is_null() && json["no_budget_because"].is_null());
        // Documents of earlier versions know no verdict.
        auto early = ordered_json::parse(text);
        early.erase("verdict");
        QVERIFY(report::parseResultDocument(early.dump(), "a.json")
                    .parts.first<results::SensitivityResult>()
                    ->verdict.outputs.empty());
    }

    void tablesHoldEveryShare()
    {
        QCOMPARE(report::budgetCsv(tests::sampleVerdict()),
                 std::string("output,op_name,sensitive_type,op_type,quant_dtype,share,alone_db,in_smallest_set\n"
                             "logits,conv_2,activation,Conv,int8,0.9100000,-2.9500000,1\n"
                             "logits,conv_1,weight,Conv,int8,0.0900000,7.6200000,0\n"));
        QCOMPARE(report::budgetCsv({}), std::string());
    }

    void pagesShowIt()
    {
        const results::ResultParts parts(tests::sampleRanking(true));
        const auto english = QString::fromStdString(report::htmlReport(parts, report::Language::English));
        QVERIFY(english.contains("<section id=\"verdict\""));
        QVERIFY(english.contains("class=\"severity error\">bad<"));
        QVERIFY(english.contains("One culprit: the activation of conv_2 makes 91.0 % of the noise power."));
        QCOMPARE(english.count("<rect class=\"in\""), qsizetype(1));
        QCOMPARE(english.count("<rect class=\"out\""), qsizetype(1));
        const auto chinese = QString::fromStdString(report::htmlReport(parts, report::Language::Chinese));
        QVERIFY(chinese.contains(QStringLiteral("误差来自一处：conv_2 的激活，占噪声功率的 91.0 %。")));
        QVERIFY(!chinese.contains("culprit") && !chinese.contains("noise power"));
        const results::ResultParts partial(tests::sampleRanking(false));
        QVERIFY(
            !QString::fromStdString(report::htmlReport(partial, report::Language::English)).contains("id=\"verdict\""));
    }
};

QTEST_APPLESS_MAIN(TestVerdictReport)
#include "tst_verdict_report.moc"
