// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/docks/inspector/details_browser.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/inspector/layer_summary.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/theme.h"

#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

namespace ql::tests {

/// Gives what a page would draw.
class BarBrowser : public DetailsBrowser {
public:
    QImage bar(double share)
    {
        return loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("bar:%1").arg(share)))
            .value<QPixmap>()
            .toImage();
    }
};

} // namespace ql::tests

/// The inspector's first lines: what is wrong, why, and what to press.
class TestInspectorSummary : public tests::ViewTest<InspectorView> {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatAndWhyFirst()
    {
        compare();
        m_workbench->selectLayer("conv_2");
        const QString said = m_view->summaryText();
        QVERIFY2(said.contains(QStringLiteral("What: −2.9 dB: the error starts here.")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("Why: Clamps 31 of 1,000 values (3.1 %).")), qPrintable(said));
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("Clamps 31"))); // once
        QVERIFY(m_view->detailsText().contains(QStringLiteral("Try int16.")));
        m_workbench->selectLayer("conv_1");
        QVERIFY(m_view->summaryText().contains(QStringLiteral("What: 42 dB.")));
        QVERIFY(m_view->summaryText().contains(QStringLiteral("Nothing was found against this layer.")));
        m_workbench->selectLayer("relu_1");
        QVERIFY(m_view->summaryText().contains(QStringLiteral("equal to the baseline's")));
        m_workbench->selectLayer("lonely");
        QVERIFY(m_view->summaryText().contains(QStringLiteral("no partner")));
    }

    void namesTheCauseThatRunsShowed()
    {
        auto result = tests::sampleResult();
        auto& row = result->layers[2];
        row.causes.emplace().mainCause = "weights";
        QCOMPARE(summaryOf(row, *result).why, QStringLiteral("The step of its weight is too coarse."));
        row.advice.push_back(
            {results::Severity::Warning, "depthwise-weight-per-tensor", {}, "one scale serves all", {}});
        QCOMPARE(summaryOf(row, *result).why, QStringLiteral("One scale serves all."));
        QCOMPARE(summaryOf(row, *result).said, &row.advice.back());
        row.advice.clear();
        row.causes->mainCause = "propagated";
        QVERIFY(summaryOf(row, *result).what.contains(QStringLiteral("starts here")));
        result->errorOrigin = "conv_1";
        QVERIFY(summaryOf(row, *result).what.contains(QStringLiteral("inherited")));
        QVERIFY(summaryOf(row, *result).why.contains(QStringLiteral("conv_1")));
        row.worstSlice = results::WorstSlice{.slice = "[:, 4:]", .sqnrDb = -9.0};
        QVERIFY(summaryOf(row, *result).what.contains(QStringLiteral("[:, 4:] with −9 dB")));
    }

    /// Bold, and raised where others are flat; as wide, whatever is selected.
    void buttonsOfTheCauseStandOut()
    {
        compare();
        m_view->resize(420, 700);
        m_view->show();
        m_workbench->selectLayer("conv_1");
        const QList<int> widths = buttonWidths();
        QVERIFY(!button(ConfigActions::Kind::Range).font().bold());
        m_workbench->selectLayer("conv_2");
        QVERIFY(button(ConfigActions::Kind::Range).font().bold());
        QVERIFY(!button(ConfigActions::Kind::Range).autoRaise());
        QVERIFY(button(ConfigActions::Kind::PerChannel).autoRaise());
        QCOMPARE(buttonWidths(), widths);
    }

    void nothingScrollsSideways()
    {
        auto result = tests::sampleResult();
        result->layers[2].name = std::string(300, 'n');
        result->layers[2].baseline.value = std::string(300, 'v');
        m_engine->result = result;
        compare();
        m_view->resize(360, 700);
        m_view->show();
        m_workbench->selection().select(2);
        QCoreApplication::processEvents();
        QCOMPARE(m_view->width(), 360);
        for (auto* browser : m_view->findChildren<QTextBrowser*>())
            QVERIFY(!browser->horizontalScrollBar()->isVisible());
    }

    /// Bars follow the colours of the window, whichever widget hears of them first.
    void barsStandOutInEveryTheme()
    {
        const QPalette before = QApplication::palette();
        for (const QPalette& colors : {darkPalette(), lightPalette()}) {
            QApplication::setPalette(colors);
            tests::BarBrowser browser;
            const QImage bar = browser.bar(0.5);
            const QColor background = colors.color(QPalette::Window);
            QCOMPARE(bar.pixelColor(5, 5), analysisColor(background));
            QCOMPARE(bar.pixelColor(bar.width() - 5, 5).alpha(), 0);
            // A widget that has not heard yet.
            browser.setPalette(colors.color(QPalette::Window).lightness() < 128 ? lightPalette() : darkPalette());
            QCOMPARE(browser.bar(0.5).pixelColor(5, 5), analysisColor(background));
        }
        QApplication::setPalette(before);
    }

    void showsWhatAnEditWrote()
    {
        QCOMPARE(writtenLine("a: 1\n", "a: 1\n"), QString());
        QCOMPARE(writtenLine("a: 1\n", "a: 1\nb: 2\n"), QStringLiteral("+ b: 2"));
        QCOMPARE(writtenLine("a: 1\nb: 2\n", "a: 1\n"), QStringLiteral("− b: 2"));
        QCOMPARE(writtenLine("skip: []\n", "skip: [conv_1]\n"), QStringLiteral("+ skip: [conv_1]"));
        QCOMPARE(writtenLine("", "a"), QStringLiteral("+ a"));
    }

private:
    QToolButton& button(ConfigActions::Kind kind) const
    {
        const auto buttons = m_view->findChildren<QToolButton*>();
        const auto found = std::ranges::find_if(buttons, [&](const auto* each) {
            return each->defaultAction() == m_workbench->configActions().action(kind);
        });
        return **found;
    }
    QList<int> buttonWidths() const
    {
        QList<int> widths;
        for (const auto kind : kEditKinds)
            widths.append(button(kind).width());
        return widths;
    }
};

QTEST_MAIN(TestInspectorSummary)
#include "tst_inspector_summary.moc"
