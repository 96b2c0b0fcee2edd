// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/support/scope_trail.h"
#include "widgets/text/plain_text.h"

#include <QDockWidget>
#include <QHelpEvent>
#include <QLabel>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolTip>

#include <sys/stat.h>

using namespace ql;
using namespace ql::widgets;

/// A model whose names are HTML that would read a pipe without a writer: reading it would never end.
class TestPlainText : public tests::WindowTest {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_name;

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        keepToolTipsPlain();
        const std::string pipe = m_folder.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        m_name = "<b>a</b>/<img src=\"" + pipe + "\">";
    }

    void longLinesAreBroken()
    {
        QCOMPARE(wrapped(QStringLiteral("one two three"), 7), QStringLiteral("one two\nthree"));
        QCOMPARE(wrapped(QStringLiteral("one\ntwo three"), 9), QStringLiteral("one\ntwo three"));
        QCOMPARE(wrapped(QStringLiteral("a/very/long/name stays"), 8).remove(u'\n').remove(u' '),
                 QStringLiteral("a/very/long/namestays"));        // nothing is lost
        const QString chinese = QStringLiteral("误差从这里开始"); // two columns each, breaks anywhere
        QCOMPARE(wrapped(chinese, 6).split(u'\n').first(), QStringLiteral("误差从"));
        QCOMPARE(wrapped(QString(), 6), QString());
    }

    void namesStayLettersInTheWholeWindow()
    {
        auto result = tests::sampleResult();
        for (auto& layer : result->layers) {
            layer.name = layer.scope = m_name + std::to_string(layer.index);
            for (auto* value : {&layer.baseline, &layer.analysis})
                value->value = value->node = value->opType = value->dtype = m_name;
            for (auto& finding : layer.advice) {
                finding.subject = m_name;
                finding.message = Message("clamps {}", m_name);
                finding.remedy = Message::text(m_name);
            }
        }
        m_engine->result = result;
        compare();
        for (const auto& layer : result->layers)
            m_window->workbench().selectLayer(layer.name);
        for (auto* dock : m_window->findChildren<QDockWidget*>()) {
            dock->raise();
            QCoreApplication::processEvents();
        }
        for (const auto* label : m_window->findChildren<QLabel*>())
            QVERIFY2(label->textFormat() == Qt::PlainText,
                     qPrintable(QString::fromLatin1(label->parent()->metaObject()->className()) + label->text()));
        for (const auto* browser : m_window->findChildren<QTextBrowser*>())
            QVERIFY2(!browser->toHtml().contains(QLatin1String("<img")), qPrintable(browser->toHtml()));
    }

    void toolTipsStayLetters()
    {
        auto result = tests::sampleResult();
        result->layers[0].name = m_name;
        m_engine->result = result;
        compare();
        QWidget* viewport = m_window->findChild<LayersTable*>()->viewport();
        const QPoint inside(20, 10);
        QHelpEvent hover(QEvent::ToolTip, inside, viewport->mapToGlobal(inside));
        QToolTip::showText(hover.globalPos(), QString::fromStdString(m_name), viewport);
        QApplication::sendEvent(viewport, &hover);
        int shown = 0;
        for (const auto* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel")) {
                ++shown;
                QCOMPARE(static_cast<const QLabel*>(widget)->textFormat(), Qt::PlainText);
            }
        QVERIFY(shown > 0);
    }

    void dialogsAskPlainly()
    {
        QTimer::singleShot(0, qApp, [] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            QCOMPARE(box->textFormat(), Qt::PlainText);
            box->button(QMessageBox::Cancel)->click();
        });
        QCOMPARE(askPlainly(nullptr, {}, QString::fromStdString(m_name), QMessageBox::Yes | QMessageBox::Cancel,
                            QMessageBox::Yes),
                 QMessageBox::Cancel);
    }
};

QTEST_MAIN(TestPlainText)
#include "tst_plain_text.moc"
