// SPDX-License-Identifier: GPL-3.0-or-later
// Every real pair from its files on the window to an end that a user can trust, by the mouse and by keys alone: at most
// ten actions and a minute.
#include "tests/widgets/key_walker.h"
#include "tests/widgets/real_pairs.h"
#include "widgets/analyses/repairs/measured_repairs.h"
#include "widgets/docks/overview/repair_words.h"
#include "widgets/window/start_options.h"

using namespace ql;
using namespace ql::widgets;

class TestRealWalk : public QObject, tests::KeyWalker {
    Q_OBJECT

public:
    /// All rows together take longer than Qt Test waits.
    static void initMain() { qputenv("QTEST_FUNCTION_TIMEOUT", "3600000"); }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_pairs.open())
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    }
    void cleanupTestCase()
    {
        for (const QString& line : m_table)
            qInfo("%s", qPrintable(line));
    }
    void cleanup()
    {
        if (m_window)
            document().discardEdits();
        m_window.reset();
        qApp->removeEventFilter(&m_mouse);
    }

    void byTheMouse_data() { m_pairs.addRows(); }
    void byTheMouse()
    {
        begin();
        drop({m_files.baseline, m_files.analysis, m_files.samples, m_files.calibration});
        awaitFirstRepairs();
        while (m_actions < kMostActions && !isAtAnEnd()) {
            clickFirst();
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        }
        end(QStringLiteral("mouse"));
    }

    void byKeys_data() { m_pairs.addRows(); }
    void byKeys()
    {
        begin();
        // As typed behind the program's name; tst_key_walk opens by dialogs.
        applyStartOptions({.files = {m_files.baseline, m_files.analysis, m_files.samples, m_files.calibration}},
                          *m_window);
        ++m_actions;
        awaitFirstRepairs();
        while (m_actions < kMostActions && !isAtAnEnd()) {
            QTRY_VERIFY_WITH_TIMEOUT(isIdle() && isOnTheFirstStep(), kPatience);
            press(Qt::Key_Return);
            QCoreApplication::processEvents(); // the page follows what changed a moment later
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        }
        end(QStringLiteral("keys"));
        QCOMPARE(m_mouse.presses, 0);
    }

private:
    static constexpr double kMilliseconds = 1000.0;

    void begin()
    {
        QFETCH(QString, model);
        QFETCH(QString, variant);
        QFETCH(QString, language);
        m_files = m_pairs.copied(model, variant, m_folder.filePath(QString::number(m_table.size())));
        openWindow(language);
        m_actions = 0;
    }
    void awaitFirstRepairs()
    {
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && isIdle(), kPatience);
        m_waited = double(m_clock.elapsed()) / kMilliseconds;
        const auto before = worstPart(*session().result());
        QVERIFY(before);
        m_before = before->sqnrDb;
        qInfo("%s", qPrintable(m_view->headline()));
    }
    void end(const QString& by)
    {
        const double seconds = double(m_clock.elapsed()) / kMilliseconds;
        picture();
        const auto after = worstPart(*session().result());
        m_table.append(QStringLiteral("%1 by %2: %3 actions, %4 s to the first repairs, %5 s in all, %6 -> %7, %8")
                           .arg(QString::fromUtf8(QTest::currentDataTag()), -40)
                           .arg(by)
                           .arg(m_actions)
                           .arg(m_waited, 0, 'f', 1)
                           .arg(seconds, 0, 'f', 1)
                           .arg(decibelText(m_before), decibelText(after ? after->sqnrDb : 0.0), endName()));
        QVERIFY2(isAtAnEnd(), qPrintable(m_table.back()));
        QVERIFY2(m_actions <= kMostActions && seconds < kMostSeconds, qPrintable(m_table.back()));
    }

    tests::RealPairs m_pairs;
    tests::RealPairs::Files m_files;
    double m_waited = 0.0;
    double m_before = 0.0;
    QStringList m_table;
};

QTEST_MAIN(TestRealWalk)
#include "tst_real_walk.moc"
