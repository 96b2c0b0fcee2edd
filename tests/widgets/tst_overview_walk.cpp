// SPDX-License-Identifier: GPL-3.0-or-later
// From two files to a repaired, proven and saved config, doing only what the Overview page says: at most ten actions,
// each a real event on what is in sight, and a minute.
#include "tests/support/models.h"
#include "tests/widgets/overview_walker.h"

#include <QFile>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

namespace {

const char* const kBaseline = "models/silero_mini_v2_prep.onnx";
const char* const kAnalysis = "quantized/silero_mini_v2__qdq_s8_convmm.onnx";

} // namespace

class TestOverviewWalk : public QObject, tests::OverviewWalker {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const QString models = QString::fromStdString(folder->string()) + u'/';
        for (const char* file : {kBaseline, kAnalysis})
            QVERIFY(QFile::copy(models + QLatin1String(file), copyOf(file))); // a config is made beside the first
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("samples")));
        for (const char* name : {"en_w3", "en_w40", "en_w101"})
            QVERIFY(
                QFile::copy(models + QStringLiteral("inputs/silero_mini_v2__%1__input.npy").arg(QLatin1String(name)),
                            m_folder.filePath(QStringLiteral("samples/%1.npy").arg(QLatin1String(name)))));
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void saysWhatToOpen()
    {
        QCOMPARE(first(), report::OverviewAction::OpenBaseline);
        drop({copyOf(kBaseline), copyOf(kAnalysis)});
        QTRY_COMPARE_WITH_TIMEOUT(first(), report::OverviewAction::OpenData, kPatience); // no samples yet
        drop({m_folder.filePath(QStringLiteral("samples"))});
    }

    /// By itself: the worst of the samples, every layer, whose error it is, and first repairs.
    void examinesThePair()
    {
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_view->picture().isVisible(), kPatience);
        QVERIFY(m_window->workbench().session().inputs().front().contains(QStringLiteral("samples[")));
        qInfo("%s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        QVERIFY(m_view->picture().text().contains(QStringLiteral("Conv_34")));
        QCOMPARE(m_view->steps().state().verdict->quality(), Quality::Bad);
        QVERIFY(m_view->headline().contains(QStringLiteral("the worst of 3 samples")));
        QVERIFY(!m_view->steps().repairs()->rows.empty());
        QVERIFY(QDir(m_folder.path()).entryList({QStringLiteral("*.yaml")}).isEmpty()); // nothing is written unasked
    }

    /// Until what was saved holds on the worst sample: 10 % of error at most.
    void followsTheButtonsToASavedConfig()
    {
        followTheButtons(Quality::Fair);
        QVERIFY2(m_view->headline().contains(QStringLiteral("the worst of 3 samples")),
                 qPrintable(m_view->headline())); // of one sample alone, "fine" would be a claim too many
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
};

QTEST_MAIN(TestOverviewWalk)
#include "tst_overview_walk.moc"
