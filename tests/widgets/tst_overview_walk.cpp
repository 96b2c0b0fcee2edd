// SPDX-License-Identifier: GPL-3.0-or-later
// From two files to a repaired, proven and saved config, doing only what the Overview page says: at most ten actions,
// each a real event on what is in sight, and a minute.
#include "core/engine/engine.h"
#include "tests/support/models.h"
#include "widgets/docks/overview/budget_picture.h"
#include "widgets/docks/overview/overview_view.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/window/main_window.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

namespace {

constexpr int kMostActions = 10;
constexpr int kMostSeconds = 60;
constexpr int kPatience = 120'000;
const char* const kBaseline = "models/silero_mini_v2_prep.onnx";
const char* const kAnalysis = "quantized/silero_mini_v2__qdq_s8_convmm.onnx";

} // namespace

class TestOverviewWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const QString models = QString::fromStdString(folder->string()) + u'/';
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        for (const char* file : {kBaseline, kAnalysis})
            QVERIFY(QFile::copy(models + QLatin1String(file), copyOf(file))); // a config is made beside the first
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("samples")));
        for (const char* name : {"en_w3", "en_w40", "en_w101"})
            QVERIFY(
                QFile::copy(models + QStringLiteral("inputs/silero_mini_v2__%1__input.npy").arg(QLatin1String(name)),
                            m_folder.filePath(QStringLiteral("samples/%1.npy").arg(QLatin1String(name)))));
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_view = m_window->findChild<OverviewView*>();
        QVERIFY(m_view->isVisible()); // it is the first tab
        m_clock.start();
    }
    void cleanupTestCase() { m_window.reset(); }

    void saysWhatToOpen()
    {
        QCOMPARE(first(), report::OverviewAction::OpenBaseline);
        drop({copyOf(kBaseline), copyOf(kAnalysis)});
        QTRY_COMPARE_WITH_TIMEOUT(first(), report::OverviewAction::OpenData, kPatience); // no samples yet
        drop({m_folder.filePath(QStringLiteral("samples"))});
        QTRY_COMPARE_WITH_TIMEOUT(first(), report::OverviewAction::Examine, kPatience);
    }

    /// One click: the worst of the samples, every layer, whose error it is.
    void examinesThePair()
    {
        clickFirst();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_view->picture().isVisible(), kPatience);
        QVERIFY(m_window->workbench().session().inputs().front().contains(QStringLiteral("samples[")));
        qInfo("%s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        QVERIFY(m_view->picture().text().contains(QStringLiteral("Conv_34")));
        QCOMPARE(m_view->steps().state().verdict->quality(), Quality::Bad);
    }

    /// Until what was saved holds on the worst sample: 10 % of error at most.
    void followsTheButtonsToASavedConfig()
    {
        const auto isProven = [this] {
            const auto& state = m_view->steps().state();
            return state.isSimulated && !state.isEdited && !state.isStale && state.verdict
                   && state.verdict->quality() <= Quality::Fair;
        };
        while (!isProven() && m_actions < kMostActions) {
            clickFirst();
            if (QTest::currentTestFailed())
                return;
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
            qInfo("  %s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        }
        qInfo("%d actions, %.1f s", m_actions, double(m_clock.elapsed()) / 1000.0);
        QVERIFY(isProven());
        QVERIFY(m_view->trialsText().contains(QStringLiteral("It helps:")));
        QVERIFY(m_clock.elapsed() < kMostSeconds * 1000);
        QFile config(m_window->workbench().config().path());
        QVERIFY(config.open(QIODevice::ReadOnly));
        QVERIFY(config.readAll().contains("Conv_34"));
    }

    /// The page and the model are files that somebody else can open.
    void exportsWhatWasFound()
    {
        const QString page = m_folder.filePath(QStringLiteral("report.html"));
        m_view->exports().writeReport(page);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(page), kPatience);
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("out")));
        const QDir out(m_folder.filePath(QStringLiteral("out")));
        m_view->exports().writeModel(out.path());
        const QString config = QFileInfo(m_window->workbench().config().path()).fileName();
        QTRY_VERIFY_WITH_TIMEOUT(out.exists(config), kPatience);
        QVERIFY(!out.entryList({QStringLiteral("*.onnx")}).isEmpty());
        QVERIFY(!out.entryList({QStringLiteral("*record*.txt")}).isEmpty());
    }

    /// With models, config, trial and results open; what a small screen can't hold is scrolled.
    void fitsASmallScreen()
    {
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 1024 && least.height() <= 700,
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        m_window->resize(1024, 700);
        picture();
        QCOMPARE(m_window->size(), QSize(1024, 700));
    }

private:
    QString copyOf(const char* file) const { return m_folder.filePath(QFileInfo(QLatin1String(file)).fileName()); }
    bool isIdle() const { return !m_window->workbench().isBusy() && !m_view->steps().isRunning(); }
    report::OverviewAction first() const
    {
        const auto steps = m_view->steps().steps();
        return steps.empty() ? report::OverviewAction::Undo : steps.front().action;
    }
    void drop(const QStringList& files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        const QPoint place = m_window->rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        ++m_actions;
        picture();
    }
    /// Counted before anything can go wrong, so that a walk that leads nowhere ends.
    void clickFirst()
    {
        QCoreApplication::processEvents(); // the page follows what changed a moment later
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->stepButtons().isEmpty() && m_view->stepButtons().front()->isVisible(),
                                 kPatience);
        picture();
        QPushButton* button = m_view->stepButtons().front();
        qInfo("action %d: %s", ++m_actions, qPrintable(button->text()));
        QVERIFY(m_view->viewport()->rect().contains(button->mapTo(m_view->viewport(), button->rect().center())));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// For those who want to look: QUANTLOUPE_WALK_PICTURES names a folder.
    void picture() const
    {
        if (const QString folder = qEnvironmentVariable("QUANTLOUPE_WALK_PICTURES"); !folder.isEmpty()) {
            QTest::qWait(100);
            m_window->grab().save(QStringLiteral("%1/walk-%2.png").arg(folder).arg(m_actions));
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    OverviewView* m_view = nullptr;
    QElapsedTimer m_clock;
    int m_actions = 0;
};

QTEST_MAIN(TestOverviewWalk)
#include "tst_overview_walk.moc"
