// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/handbook/handbook_contents.h"
#include "widgets/handbook/handbook_page.h"
#include "widgets/handbook/handbook_window.h"
#include "widgets/text/language.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextTable>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace ql;
using namespace ql::widgets;

namespace {

QStringList shownChapters(QTreeWidget& contents)
{
    QStringList titles;
    for (QTreeWidgetItemIterator item(&contents, QTreeWidgetItemIterator::NotHidden); *item; ++item)
        if ((*item)->parent())
            titles.append((*item)->text(0));
    return titles;
}

QString firstHeading(HandbookPage& page)
{
    return page.document()->firstBlock().text();
}

} // namespace

/// The handbook in the window: chapters, their links and pictures, words found in all of them, the language.
class TestHandbook : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { applyLanguage(QStringLiteral("en")); }

    void everyChapterIsBuiltIn()
    {
        for (const QString& language : availableLanguages()) {
            QVERIFY(handbookChapters(language).size() > 20);
            for (const HandbookChapter& chapter : handbookChapters(language)) {
                QVERIFY2(handbookText(handbookUrl(language, chapter.name)).startsWith(QLatin1String("# ")),
                         qPrintable(chapter.name));
                QVERIFY(!chapter.group.isEmpty());
            }
        }
    }

    void everyDockHasItsChapter()
    {
        for (const DockDescription& dock : dockTable())
            QVERIFY2(!handbookText(handbookUrl(QStringLiteral("en"), QLatin1String(dock.chapter))).isEmpty(), dock.id);
    }

    void anchorsAreThoseOfThePages()
    {
        QCOMPARE(handbookAnchor(QStringLiteral("Rules about a config")), QStringLiteral("rules-about-a-config"));
        QCOMPARE(handbookAnchor(QStringLiteral("error-origin")), QStringLiteral("error-origin"));
        QCOMPARE(handbookAnchor(QStringLiteral("JSON 文档")), QStringLiteral("json-文档"));
        QCOMPARE(handbookAnchor(QStringLiteral("What is good?")), QStringLiteral("what-is-good"));
    }

    void linksLeadToHeadings()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("compare"));
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Where does the error start?"));
        QCOMPARE(handbook.contents().currentItem()->text(0), QStringLiteral("Where does the error start?"));
        handbook.page().setSource(handbook.page().source().resolved(QUrl(QStringLiteral("advice.md#rounding"))));
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Verdict and advice"));
        QCOMPARE(handbook.page().textCursor().block().text(), QStringLiteral("rounding"));
        QVERIFY(handbook.page().verticalScrollBar()->value() > 0);
        handbook.page().backward();
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Where does the error start?"));
    }

    void tablesHaveLinesAndPicturesFit()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("metrics"));
        const auto frames = handbook.page().document()->rootFrame()->childFrames();
        const auto* table = qobject_cast<QTextTable*>(frames.value(0));
        QVERIFY(table);
        QCOMPARE(table->rows(), 10);
        QVERIFY(table->format().border() > 0);
        handbook.showChapter(QStringLiteral("window"));
        QVERIFY(handbook.page().horizontalScrollBar()->maximum() == 0);
        handbook.resize(560, 500);
        QTRY_COMPARE(handbook.page().horizontalScrollBar()->maximum(), 0);
    }

    void wordsAreFoundInAllChapters()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        const auto all = shownChapters(handbook.contents()).size();
        handbook.search().setText(QStringLiteral("tensorboard"));
        const QStringList found = shownChapters(handbook.contents());
        QVERIFY(!found.isEmpty() && found.size() < all);
        QVERIFY(found.contains(QStringLiteral("How are the values spread?")));
        handbook.showChapter(QStringLiteral("profile"));
        QCOMPARE(handbook.page().textCursor().selectedText().toLower(), QStringLiteral("tensorboard"));
        handbook.search().clear();
        QCOMPARE(shownChapters(handbook.contents()).size(), all);
    }

    void followsTheLanguage()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("metrics"));
        applyLanguage(QStringLiteral("zh_CN"));
        QTRY_COMPARE(firstHeading(handbook.page()), QStringLiteral("指标"));
        QVERIFY(shownChapters(handbook.contents()).contains(QStringLiteral("指标")));
        applyLanguage(QStringLiteral("en"));
        QTRY_COMPARE(firstHeading(handbook.page()), QStringLiteral("Metrics"));
    }

    void adviceLeadsToItsRule()
    {
        compare();
        auto* details = m_window->findChild<InspectorView*>()->findChild<QTextBrowser*>();
        QString link;
        for (int layer = 0; layer < int(session().result()->layers.size()) && link.isEmpty(); ++layer) {
            m_window->workbench().selection().select(layer);
            static const QRegularExpression kLink(QStringLiteral("href=\"(advice#[a-z-]+)\""));
            link = kLink.match(details->toHtml()).captured(1);
        }
        QVERIFY(!link.isEmpty());
        Q_EMIT details->anchorClicked(QUrl(link));
        auto* handbook = m_window->findChild<HandbookWindow*>();
        QVERIFY(handbook && handbook->isVisible());
        QCOMPARE(handbookChapter(handbook->page().source()), QStringLiteral("advice"));
        QCOMPARE(handbook->page().textCursor().block().text(), link.section(u'#', 1));
    }

    void opensAtTheChapterOfTheDockInUse()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("configDock"));
        m_window->raiseDock(dock->objectName());
        for (auto* widget : dock->findChildren<QWidget*>())
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() && widget->isEnabled())
                widget->setFocus();
        QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        m_window->actions().handbook.trigger();
        auto* handbook = m_window->findChild<HandbookWindow*>();
        QVERIFY(handbook && handbook->isVisible());
        QCOMPARE(handbookChapter(handbook->page().source()), QStringLiteral("configs"));
    }
};

QTEST_MAIN(TestHandbook)
#include "tst_handbook.moc"
