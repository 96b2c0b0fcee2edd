// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"
#include "core/report/html/drawing.h"
#include "core/report/html/html_report.h"
#include "core/report/html/markup.h"
#include "tests/core/report/sample_parts.h"

#include <QRegularExpression>
#include <QTest>

using namespace ql;
using namespace ql::report;

namespace {

QString page(const results::ResultParts& parts, Language language = Language::English)
{
    return QString::fromStdString(htmlReport(parts, language));
}

qsizetype count(const QString& text, const char* pattern)
{
    return text.count(QRegularExpression(QString::fromUtf8(pattern)));
}

} // namespace

class TestHtmlReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapes()
    {
        QCOMPARE(escaped("<script>alert('1') & \"x\"</script>"),
                 std::string("&lt;script&gt;alert(&#39;1&#39;) &amp; &quot;x&quot;&lt;/script&gt;"));
        QCOMPARE(escaped("größe 卷积 😀"), std::string("größe 卷积 😀"));
        QCOMPARE(escaped("a\x01\x7f\n"), std::string("a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
        // Overlong, surrogate, too high, cut off, a lone continuation.
        for (const auto* broken : {"\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE5\x8D", "\x80"})
            QVERIFY2(escaped(broken).find_first_not_of("\xEF\xBF\xBD") == std::string::npos, broken);
        QCOMPARE(escaped("\xE5\x8D<"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD&lt;"));
    }

    void ticksAreRound()
    {
        std::string labels;
        for (const auto& tick : Axis::linear(-2.9, 42.0, 0.0, 100.0).ticks(5))
            labels += tick.label + " ";
        QCOMPARE(labels, std::string("0 10 20 30 40 "));
        labels.clear();
        for (const auto& tick : Axis::logarithmic(2e-5, 3.0, 0.0, 100.0).ticks(5))
            labels += tick.label + " ";
        QCOMPARE(labels, std::string("1e-4 1e-3 1e-2 1e-1 1e0 "));
        QCOMPARE(Axis::linear(0.0, 10.0, 100.0, 0.0).place(2.5), 75.0);
        QCOMPARE(Axis::linear(0.0, 10.0, 100.0, 0.0).place(99.0), 0.0);
        QVERIFY(!Axis::linear(3.0, 3.0, 0.0, 1.0).ticks(5).empty());
        QVERIFY(!Axis::linear(1e300, 1e300 * (1 + 1e-15), 0.0, 1.0).ticks(5).empty());
    }

    void nothingAModelSaysIsMarkup()
    {
        auto parts = sampleHostile();
        const auto html = page(parts);
        QVERIFY(!html.contains("<b>evil"));
        QCOMPARE(count(html, "<script"), qsizetype(2)); // ours
        QVERIFY(html.contains("&lt;b&gt;evil&quot;"));
    }

    void needsNothingElse()
    {
        for (const auto language : {Language::English, Language::Chinese}) {
            const auto html = page(tests::sampleParts(), language);
            QVERIFY(html.startsWith("<!DOCTYPE html>\n"));
            QCOMPARE(count(html, "https?://|@import|<link|<img|<iframe|src=|url\\((?!#hatch)"), qsizetype(0));
            QVERIFY(html.contains("prefers-color-scheme: dark"));
        }
    }

    void showsEveryPart()
    {
        const auto html = page(tests::sampleParts());
        for (const auto* id : {"summary", "graph", "advice", "layerwise", "badcases", "weights", "causes", "shadow",
                               "check", "statistics"})
            QVERIFY2(html.contains(QString("<section id=\"%1\">").arg(id)), id);
        QCOMPARE(count(html, "<div class=\"strip\""), qsizetype(9));
        QCOMPARE(count(html, "<div class=\"strip\"[^>]*(?<! hidden)>"), qsizetype(1));
        QCOMPARE(count(html, "<figure id=\"figure-\\d+\">"), qsizetype(4));
        QVERIFY(html.contains("data-v=\"-2.9\">-2.900"));
        QVERIFY(html.contains("data-v=\"nan\">NaN"));
        QVERIFY(html.contains("data-v=\"inf\">∞"));
        QVERIFY(html.contains("class=\"outside\""));
        const results::ResultParts few(tests::sampleBadCase());
        QVERIFY(!page(few).contains("<section id=\"graph\">"));
        QVERIFY(page(few).contains("float.onnx"));
        QVERIFY(page({}).endsWith("</html>\n"));
    }

    void speaksChinese()
    {
        const auto english = page(tests::sampleParts());
        const auto chinese = page(tests::sampleParts(), Language::Chinese);
        QVERIFY(english.contains("<html lang=\"en\">"));
        QVERIFY(chinese.contains("<html lang=\"zh-CN\">"));
        for (const auto* word : {"误差起点", "待分析模型", "截断误差", "敏感度", "余弦相似度"})
            QVERIFY2(chinese.contains(QString::fromUtf8(word)), word);
        // Both show the same numbers.
        QCOMPARE(count(chinese, "data-v="), count(english, "data-v="));
        QCOMPARE(count(chinese, "<h2>[ -~]*</h2>"), 0); // every section's title is translated
        for (const auto metric : results::kAllMetrics)
            QVERIFY(chineseReportWords().pairs().contains(Labels(Language::English)(metric)));
        QCOMPARE(languageFromKey("zh_CN"), std::optional(Language::Chinese));
        QVERIFY(!languageFromKey("fr"));
        QCOMPARE(Labels(Language::Chinese).rule("brand-new"), std::string("brand-new"));
    }

    void emptyResultsAreNoCrash()
    {
        const results::ResultParts parts(std::make_shared<results::CompareResult>(),
                                         std::make_shared<results::SensitivityResult>(),
                                         std::make_shared<results::BadCaseResult>());
        QVERIFY(page(parts).contains("Nothing to complain about."));
    }

private:
    static results::ResultParts sampleHostile()
    {
        const std::string evil = "</script><script>document.title='x'</script><b>evil\" onclick='x'";
        auto comparison = tests::sampleWholeComparison();
        comparison->baseline = comparison->analysis = comparison->errorOrigin = evil;
        for (auto& layer : comparison->layers) {
            layer.name = layer.scope = layer.baseline.opType = layer.analysis.opType = evil;
            layer.analysis.dtype = layer.baseline.dtype = evil;
            if (layer.quantizer)
                layer.quantizer->dtype = evil;
            for (auto& finding : layer.advice) {
                finding.rule = evil;
                finding.message = finding.remedy = Message::text(evil);
            }
        }
        for (auto& output : comparison->outputs)
            output.name = evil;
        auto sensitivity = tests::sampleSensitivity();
        sensitivity->outputs[0].cumulative[0].opName = sensitivity->outputs[0].scopeRepair->scope = evil;
        for (auto& row : sensitivity->outputs[0].rows)
            row.opName = row.opType = row.sensitiveType = row.quantDtype = evil;
        sensitivity->outputs[0].name = evil;
        auto badCase = tests::sampleBadCase();
        badCase->outputs = {evil, evil};
        badCase->samples = {evil, evil, evil};
        badCase->data = badCase->metrics[2].expression = badCase->metrics[0].key = evil;
        auto attribution = tests::sampleAttribution();
        for (auto& row : attribution->rows)
            row.name = row.opType = row.quantDtype = row.mainCause = evil;
        auto shadow = tests::sampleShadow();
        for (auto& row : shadow->rows)
            row.name = row.baseline.opType = row.analysis.opType = row.analysis.dtype = evil;
        auto check = tests::sampleFindings();
        check->model = evil;
        for (auto& finding : check->findings) {
            finding.rule = finding.subject = evil;
            finding.message = finding.remedy = Message::text(evil);
        }
        auto weights = tests::sampleWeights();
        for (auto& row : weights->rows)
            row.baseline.name = row.analysis.name = row.baseline.layer = row.analysis.dtype = row.granularity = evil;
        return results::ResultParts(comparison, sensitivity, badCase, weights, attribution, shadow, check);
    }
};

QTEST_APPLESS_MAIN(TestHtmlReport)
#include "tst_html_report.moc"
