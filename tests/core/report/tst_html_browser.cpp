// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/html_report.h"
#include "tests/core/report/large_sample.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace ql;

namespace {

QString browser()
{
    for (const auto* name : {"chromium", "chromium-browser", "google-chrome"})
        if (const auto found = QStandardPaths::findExecutable(name); !found.isEmpty())
            return found;
    return {};
}

/// A page for every language, opened from disk; what @p script did to it is in the DOM that comes back.
QString domAfter(const results::ResultParts& parts, const QByteArray& script = {},
                 report::Language language = report::Language::English,
                 const std::function<QByteArray(QByteArray)>& changed = {}, int width = 800)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("report.html"));
    auto html = QByteArray::fromStdString(htmlReport(parts, language));
    html.replace("script-src ", "script-src 'nonce-test' "); // the page runs its own scripts alone
    if (changed)
        html = changed(std::move(html));
    html.replace("</body>", "<script nonce=\"test\">" + script + "</script></body>");
    if (!file.open(QIODevice::WriteOnly) || file.write(html) != html.size())
        return {};
    file.close();
    QProcess process;
    process.start(browser(),
                  {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=" + folder.filePath("profile"),
                   QStringLiteral("--window-size=%1,900").arg(width), "--dump-dom", "file://" + file.fileName()});
    constexpr int kPatienceMs = 120'000;
    if (!process.waitForFinished(kPatienceMs))
        process.kill();
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// As on paper, for a screen.
QByteArray asPrinted(QByteArray html)
{
    const auto styles = html.indexOf("style-src '"); // which allows those of the page alone
    html.replace(styles, html.indexOf(';', styles) - styles, "style-src 'unsafe-inline'");
    return html.replace("@media print", "@media all");
}

/// What @p script left as `data-found`.
QString foundIn(const QString& dom)
{
    return QRegularExpression("data-found=\"([^\"]*)\"").match(dom).captured(1);
}

/// With long names, long sentences, and findings of every kind.
results::ResultParts wordyParts()
{
    auto comparison = tests::LargeSample(60).comparison();
    const Message sentence("This sentence says at length what was measured, in which layer of the network, and by how "
                           "much; it names encoder.layers.11.attention.output.dense.activation_post_process_without_an"
                           "y_space_to_break_the_line_at, too, as real ones do.");
    results::Diagnostic finding{results::Severity::Warning, "depthwise-weight-per-tensor", "", sentence, sentence};
    finding.remedy = sentence;
    for (std::size_t i = 0; i < comparison->layers.size(); i += 2) {
        comparison->layers[i].name = "/encoder/layers." + std::to_string(i)
                                     + "/attention/output/dense/Quantized_MatMul_with_bias_and_activation";
        comparison->layers[i].advice = {finding, finding};
        comparison->layers[i].baseline.opType = "ConvTransposeReluFusion";
        comparison->layers[i].causes = results::LayerCauses();
        comparison->layers[i].causes->localDb = -123.456;
        comparison->layers[i].causes->weights = {30.0, 1.0};
    }
    comparison->configFindings = comparison->pairFindings = {finding};
    auto check = tests::sampleFindings();
    check->findings = {finding, finding};
    return results::ResultParts(comparison, check);
}

/// The text of the first cell with a name in the rows of the layer table, in order.
QStringList layerNames(const QString& dom)
{
    const auto begin = dom.indexOf("<table class=\"layers");
    const auto table = dom.mid(begin, dom.indexOf("</table>", begin) - begin);
    static const QRegularExpression name("<th scope=\"row\">([^<]*)</th>");
    QStringList names;
    for (const auto& match : name.globalMatch(table))
        names << match.captured(1);
    return names;
}

} // namespace

/// The page in a real browser.
class TestHtmlBrowser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (browser().isEmpty())
            QSKIP("chromium is not installed: the page's script was not tested");
    }

    void runsItsOwnScriptsAlone()
    {
        const auto dom =
            domAfter({}, "document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">');"
                         "const stranger = document.createElement('img');"
                         "stranger.setAttribute('onerror', 'document.title = \"taken over\"');"
                         "stranger.src = 'nowhere.png'; document.body.append(stranger);"
                         "document.addEventListener('securitypolicyviolation',"
                         "  event => document.body.dataset[event.effectiveDirective.replace(/-/g, '')] = 1);");
        QVERIFY(!dom.contains("<title>taken over"));
        for (const auto* directive : {"data-scriptsrcattr", "data-stylesrcattr", "data-imgsrc"})
            QVERIFY2(dom.contains(directive), directive);
    }

    void opensWithoutErrors_data()
    {
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("English") << false;
        QTest::newRow("Chinese") << true;
    }

    void opensWithoutErrors()
    {
        QFETCH(bool, isChinese);
        const auto dom =
            domAfter(tests::sampleParts(), {}, isChinese ? report::Language::Chinese : report::Language::English);
        QVERIFY2(dom.contains("data-ready=\"yes\""), qPrintable(dom.left(2000)));
        QVERIFY2(!dom.contains("data-errors"), qPrintable(dom.left(2000)));
        QCOMPARE(layerNames(dom).size(), 7);
        QCOMPARE(dom.count(QRegularExpression("<section id=")), 11);
    }

    void countsErrors() { QVERIFY(domAfter({}, "nonsense()").contains("data-errors=\"1\"")); }

    void sortsWorstFirst()
    {
        // NaN is worst, then the lowest SQNR; rows without one stand last.
        const auto first = layerNames(domAfter(tests::sampleParts()));
        QCOMPARE(first, (QStringList{"softmax", "conv_2", "conv_1", "relu_1", "lonely", "reshaped", "bias_add"}));
        const QByteArray click = "document.querySelector('th[data-metric=\"sqnr_db\"] button').click();";
        const auto turned = layerNames(domAfter(tests::sampleParts(), click));
        QCOMPARE(turned, (QStringList{"softmax", "relu_1", "conv_1", "conv_2", "lonely", "reshaped", "bias_add"}));
        const auto byName =
            layerNames(domAfter(tests::sampleParts(), "document.querySelectorAll('.layers thead button')[1].click();"));
        QCOMPARE(byName.first(), QString("bias_add"));
    }

    void theMetricChoosesChartAndOrder()
    {
        const auto dom = domAfter(tests::sampleParts(), "var m = document.getElementById('metric'); m.value = 'cosine';"
                                                        "m.dispatchEvent(new Event('change'));");
        const QRegularExpression shown("<div class=\"strip\" data-metric=\"(\\w+)\"(?![^>]*hidden)");
        QCOMPARE(shown.match(dom).captured(1), QString("cosine"));
        QCOMPARE(dom.count(shown), 1);
        QCOMPARE(layerNames(dom).first(), QString("conv_2"));
    }

    void picksALayerEverywhere()
    {
        // The start of the error is picked at first.
        const auto first = domAfter(tests::sampleParts());
        QVERIFY(first.contains(QRegularExpression("<div id=\"picked\"[^>]*><figure><figcaption><strong>conv_2<")));
        const auto dom =
            domAfter(tests::sampleParts(), "document.querySelector('.layers tr[data-layer=\"0\"]').click();");
        QVERIFY(dom.contains(QRegularExpression("<div id=\"picked\"[^>]*><figure><figcaption><strong>conv_1<")));
        QCOMPARE(dom.count(QRegularExpression("<tr data-layer=\"0\" class=\"picked\">")), 2); // layers, statistics
        QVERIFY(!dom.contains(QRegularExpression("<tr data-layer=\"2\"[^>]*picked")));
        // A click into the middle of the chart is the middle layer.
        const auto clicked =
            domAfter(tests::sampleParts(),
                     "var s = document.querySelector('.strip:not([hidden])'), r = s.getBoundingClientRect();"
                     "s.dispatchEvent(new MouseEvent('click', {clientX: r.left + r.width * 0.53, clientY: "
                     "r.top + 20, bubbles: true}));");
        QVERIFY2(clicked.contains(QRegularExpression("<tr data-layer=\"3\" class=\"picked\">")), "the chart's middle");
        QVERIFY(!clicked.contains("data-errors"));
    }

    /// By keys along its edges, and by a click; everything else on the page follows, with 1,000 layers.
    void walksThroughTheNetwork()
    {
        const QByteArray press = "var n = document.querySelector('.network'); var press = key => n.dispatchEvent("
                                 "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));";
        const auto parts = tests::LargeSample(1000).parts();
        const auto isPicked = [](const QString& dom, int layer) {
            return dom.contains(
                       QRegularExpression(QStringLiteral("<g data-layer=\"%1\" class=\"[^\"]*picked").arg(layer)))
                   && dom.contains(QRegularExpression(QStringLiteral("<tr data-layer=\"%1\"[^>]*picked").arg(layer)));
        };
        const auto first = domAfter(parts);
        QVERIFY(isPicked(first, 500)); // the start of the error
        QVERIFY(!first.contains("data-errors"));
        const auto down = domAfter(parts, press + "press('ArrowDown'); press('ArrowDown'); press('ArrowUp');");
        QVERIFY(isPicked(down, 501));
        QVERIFY(down.contains(QRegularExpression("aria-label=\"[^\"]*Conv_501: ")));
        QVERIFY(down.contains(QRegularExpression("data-e=\"500 501\"[^>]*class=\"lit\"")));
        const auto clicked = domAfter(
            parts, press
                       + "document.querySelector('[data-layer=\"7\"].box').dispatchEvent(new MouseEvent('click', "
                         "{bubbles: true})); press('+'); press('+');"
                         "var m = document.getElementById('metric'); m.value = 'cosine'; m.dispatchEvent(new "
                         "Event('change'));");
        QVERIFY(isPicked(clicked, 7));
        QVERIFY(clicked.contains("style=\"width: 225%;\""));
        QVERIFY(!clicked.contains("data-errors"));
        const QRegularExpression colours("<g data-layer=\"\\d+\" class=\"[^\"]*\\bk\\d+");
        QCOMPARE(clicked.count(colours), 1000);
    }

    /// Laid out as on A4 on its side: nothing scrolls, nothing sticks, no table is wider than the paper.
    void printsWhole()
    {
        const QByteArray measure =
            "document.body.style.width = '1031px'; var wide = 0, cut = 0, stuck = 0;"
            "document.querySelectorAll('table').forEach(t => { if (t.getBoundingClientRect().width > 1032) ++wide; });"
            "document.querySelectorAll('.scroller, .net').forEach(s => {"
            "  if (s.scrollHeight > s.clientHeight + 1 || getComputedStyle(s).overflowY != 'visible') ++cut; });"
            "document.querySelectorAll('header, th').forEach(h => {"
            "  if (getComputedStyle(h).position == 'sticky') ++stuck; });"
            "document.querySelectorAll('nav, .tools, .zoom').forEach(n => { if (n.offsetHeight > 0) ++stuck; });"
            "document.body.dataset.print = [wide, cut, stuck].join(' ');";
        const auto dom = domAfter(tests::LargeSample(200).parts(), measure, report::Language::English, asPrinted);
        const QRegularExpression found("data-print=\"([^\"]*)\"");
        QCOMPARE(found.match(dom).captured(1), QStringLiteral("0 0 0"));
    }

    void wordsAreNeverCut_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isPrinted");
        QTest::addColumn<bool>("isChinese");
        for (const int width : {1000, 1400, 1920})
            QTest::addRow("%d", width) << width << false << false;
        QTest::newRow("1000, Chinese") << 1000 << false << true;
        QTest::newRow("print") << 1031 << true << false;
        QTest::newRow("print, Chinese") << 1031 << true << true;
    }

    /// Findings and what to do about them: no column beyond the page's edge, no cell narrower than its text.
    void wordsAreNeverCut()
    {
        QFETCH(int, width);
        QFETCH(bool, isPrinted);
        QFETCH(bool, isChinese);
        const QByteArray measure =
            (isPrinted ? "document.body.style.width = '1031px';" : "")
            + QByteArray("var cut = [], tables = document.querySelectorAll('table.words');"
                         "var isCut = (cell, frame) => cell.scrollWidth > cell.clientWidth + 1"
                         "  || cell.getBoundingClientRect().right > frame.right + 1;"
                         "tables.forEach(table => { const frame = table.parentElement.getBoundingClientRect();"
                         "  table.querySelectorAll('th, td').forEach(cell => {"
                         "    if (isCut(cell, frame)) cut.push(table.className + ': ' + cell.textContent); }); });"
                         "var frame = document.querySelector('.layers').parentElement.getBoundingClientRect();"
                         "document.querySelectorAll('.layers .rules').forEach(cell => {"
                         "  if (isCut(cell, frame)) cut.push(cell.textContent); });"
                         "var row = document.querySelector('.advice tbody tr');"
                         "document.body.dataset.share = [...row.querySelectorAll('td[lang]')]"
                         "  .reduce((sum, cell) => sum + cell.offsetWidth, 0) / row.offsetWidth;"
                         "document.body.dataset.found = [tables.length, document.querySelectorAll('.rules').length,"
                         "  cut.length, document.documentElement.scrollWidth <= innerWidth, cut[0]].join(' ');");
        const auto dom =
            domAfter(wordyParts(), measure, isChinese ? report::Language::Chinese : report::Language::English,
                     isPrinted ? std::function(asPrinted) : std::function<QByteArray(QByteArray)>(), width);
        QCOMPARE(foundIn(dom), QStringLiteral("4 60 0 true "));
        // Sentences have most of the room.
        const auto share = QRegularExpression("data-share=\"([0-9.]+)\"").match(dom).captured(1).toDouble();
        QVERIFY2(share > 0.4, qPrintable(QString::number(share)));
    }

    /// Points along what the browser draws, against the boxes that it draws.
    void edgesAreDrawnBehindNoBox()
    {
        const QByteArray measure =
            "var boxes = [...document.querySelectorAll('.network .box')].map(box => {"
            "  const at = box.transform.baseVal.consolidate().matrix, size = box.querySelector('rect');"
            "  return [at.e, at.f, size.width.baseVal.value, size.height.baseVal.value]; });"
            "var hits = 0, points = 0;"
            "document.querySelectorAll('.network .edges path').forEach(edge => {"
            "  for (let far = 0; far < edge.getTotalLength(); far += 2) {"
            "    const point = edge.getPointAtLength(far); ++points;"
            "    if (boxes.some(([x, y, w, h]) => point.x > x + 1 && point.x < x + w - 1"
            "                                     && point.y > y + 1 && point.y < y + h - 1)) ++hits; } });"
            "document.querySelectorAll('.network .box').forEach(box => {"
            "  if (box.querySelector('text').getBBox().width > box.querySelector('rect').getBBox().width - 8) ++hits; "
            "});"
            "document.body.dataset.found = [boxes.length, points > 1000, hits].join(' ');";
        auto comparison = tests::LargeSample(90).comparison();
        for (auto& layer : comparison->layers)
            layer.name += "WWWWWWWWWWWWWWWWWWWW"; // as wide as letters are
        for (std::size_t i = 4; i < comparison->layers.size(); ++i)
            comparison->layers[i].reads = {comparison->layers[i - 1 - i % 3].index, comparison->layers[i - 4].index,
                                           comparison->layers[i % 4].index};
        QCOMPARE(foundIn(domAfter(results::ResultParts(comparison), measure)), QStringLiteral("90 true 0"));
    }

    /// Tab and Enter alone: every control of the page can be reached, and what sorts and picks obeys.
    void everythingIsReachedByKeys()
    {
        const QByteArray look =
            "var clickable = [...document.querySelectorAll('button, select, input, a[href], summary, .network')];"
            "document.body.dataset.reached = clickable.filter(e => e.tabIndex >= 0).length + ' of ' + clickable.length;"
            "var rows = document.querySelector('.layers').parentElement; rows.focus();"
            "document.body.dataset.focus = document.activeElement === rows;"
            "document.querySelector('.layers tbody tr').click();"
            "for (var key of ['ArrowDown', 'ArrowDown', 'ArrowUp'])"
            "  rows.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
            "var second = document.querySelectorAll('.layers tbody tr')[1];"
            "document.body.dataset.walked = second.classList.contains('picked');";
        const auto dom = domAfter(tests::LargeSample(20).parts(), look);
        const QRegularExpression reached("data-reached=\"(\\d+) of (\\d+)\"");
        const auto counts = reached.match(dom);
        QVERIFY(counts.captured(1).toInt() > 30);
        QCOMPARE(counts.captured(1), counts.captured(2));
        QVERIFY(dom.contains("data-focus=\"true\""));
        QVERIFY(dom.contains("data-walked=\"true\""));
        QVERIFY(!dom.contains("data-errors"));
    }

    void findsALayer()
    {
        const auto dom = domAfter(tests::sampleParts(), "var f = document.getElementById('find'); f.value = 'CONV';"
                                                        "f.dispatchEvent(new Event('input'));");
        const auto begin = dom.indexOf("<table class=\"layers");
        const auto table = dom.mid(begin, dom.indexOf("</table>", begin) - begin);
        QCOMPARE(table.count("<tr data-layer"), 7);
        QCOMPARE(table.count(" hidden="), 5);
    }

    void hoveringTellsTheValue()
    {
        const auto dom =
            domAfter(tests::sampleParts(),
                     "var s = document.querySelector('.strip:not([hidden])'), r = s.getBoundingClientRect();"
                     "s.dispatchEvent(new PointerEvent('pointermove', {clientX: r.left + r.width * 0.1, "
                     "clientY: r.top + 20, bubbles: true}));");
        QVERIFY(dom.contains(QRegularExpression("<div id=\"tip\"[^>]*>conv_1: 42.00</div>")));
    }
};

QTEST_GUILESS_MAIN(TestHtmlBrowser)
#include "tst_html_browser.moc"
