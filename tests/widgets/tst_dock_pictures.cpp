// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/results/layer_values.h"
#include "tests/widgets/handbook_pictures.h"
#include "tests/widgets/still_picture.h"
#include "tests/widgets/visible_texts.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/layer_values/layer_values_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/charts/threshold_chart.h"
#include "widgets/config_editor/config_form.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/docks/inspector/channels_page.h"
#include "widgets/docks/inspector/error_map_page.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/inspector/scatter_page.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/handbook/handbook_window.h"
#include "widgets/settings/settings.h"
#include "widgets/text/language.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

namespace {

QPalette darkPalette()
{
    QPalette palette(QColor(0x2b, 0x2b, 0x2b), QColor(0x24, 0x24, 0x24));
    palette.setColor(QPalette::Base, QColor(0x1e, 0x1e, 0x1e));
    palette.setColor(QPalette::AlternateBase, QColor(0x26, 0x26, 0x26));
    palette.setColor(QPalette::Highlight, QColor(0x2a, 0x6f, 0xb5));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, QColor(0x33, 0x33, 0x33));
    palette.setColor(QPalette::ToolTipText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(0x80, 0x80, 0x80));
    return palette;
}

} // namespace

/// The demo in every dock, language and theme, written as pictures for people to look at: build/pictures.
class TestDockPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        forgetKeptFiles();
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        m_light = QApplication::palette();
        QVERIFY(QDir().mkpath(QStringLiteral(QUANTLOUPE_PICTURES)));
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
    }
    void cleanupTestCase()
    {
        workbench().config().discardEdits();
        m_window.reset();
        applyLanguage(QStringLiteral("en"));
    }

    void emptyStatesSayWhatToDo() { pictureAll(QStringLiteral("empty"), QStringLiteral("en")); }

    void everyDockShowsTheDemo_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("isDark");
        QTest::addColumn<QSize>("size");
        const QSize large(1440, 900);
        const QSize small(1100, 700);
        QTest::newRow("en-light") << QStringLiteral("en") << false << large;
        QTest::newRow("en-dark") << QStringLiteral("en") << true << large;
        QTest::newRow("zh-light") << QStringLiteral("zh_CN") << false << large;
        QTest::newRow("zh-dark") << QStringLiteral("zh_CN") << true << large;
        QTest::newRow("en-small") << QStringLiteral("en") << false << small;
        QTest::newRow("zh-small") << QStringLiteral("zh_CN") << true << small;
    }
    void everyDockShowsTheDemo()
    {
        QFETCH(QString, language);
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QApplication::setPalette(isDark ? darkPalette() : m_light);
        m_window->arrangeDocks(size);
        askEverything();
        pictureAll(QString::fromUtf8(QTest::currentDataTag()), language);
        pictureHandbook(QString::fromUtf8(QTest::currentDataTag()));
    }

    /// Whoever changes the window's looks makes the handbook's pictures anew.
    void theHandbookShowsTheWindowOfNow()
    {
        QCOMPARE(m_handbook.drawn(), 2 * tests::HandbookPictures::count());
        QVERIFY2(m_handbook.stale().isEmpty(),
                 qPrintable(QStringLiteral("stale: %1; make them anew: resources/guide/make_pictures.sh BUILD")
                                .arg(m_handbook.stale().join(QStringLiteral(", ")))));
    }

    /// A window that changed its language shows what one shows that never had another.
    void switchingLeavesNothingBehind()
    {
        QApplication::setPalette(m_light);
        const auto [english, switchedToChinese] = shownIn(QStringLiteral("en"), QStringLiteral("zh_CN"));
        const auto [chinese, switchedToEnglish] = shownIn(QStringLiteral("zh_CN"), QStringLiteral("en"));
        QVERIFY(english.texts.size() > 500);
        QVERIFY(english.painted.size() > 5);
        const QStringList problems = differences(switchedToChinese, chinese) + differences(switchedToEnglish, english)
                                     + englishIn(chinese.texts);
        for (const QString& problem : problems)
            qWarning("%s", qPrintable(problem));
        QCOMPARE(problems.size(), qsizetype(0));
    }

private:
    using Texts = QMap<QString, QString>;
    struct Shown {
        Texts texts;
        QSet<QString> painted; ///< by widgets that paint themselves
    };

    /// What a new window with the demo shows in @p first, and after it was switched to @p second.
    std::pair<Shown, Shown> shownIn(const QString& first, const QString& second)
    {
        workbench().config().discardEdits();
        m_window.reset();
        forgetKeptFiles();
        applyLanguage(first);
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
        askEverything();
        Shown before = shown();
        applyLanguage(second);
        return {std::move(before), shown()};
    }
    /// Until the window says the same twice in a row.
    void awaitStillTexts()
    {
        Texts last;
        const auto isStill = [&] {
            const Texts before = std::exchange(last, tests::visibleTexts(*m_window));
            return before == last;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isStill(), 60'000);
    }
    /// With every dock of the centre looked at once.
    Shown shown()
    {
        Shown all;
        for (const DockDescription& row : dockTable()) {
            m_window->raiseDock(QLatin1String(row.id));
            awaitStillTexts();
            for (QWidget* widget : m_window->findChildren<QWidget*>()) {
                const QByteArray name = widget->metaObject()->className();
                if (widget->isVisible() && (name.endsWith("Picture") || name.endsWith("Canvas")))
                    all.painted.unite(tests::paintedTexts(*widget));
            }
        }
        all.texts = tests::visibleTexts(*m_window);
        // Which of two jobs was first is a matter of chance.
        for (const QString& place : all.texts.keys())
            if (place.contains(u"JobsView") && place.endsWith(u".cell"))
                all.texts.insert(QStringLiteral("a job: ") + all.texts.value(place), all.texts.take(place));
        return all;
    }
    static QStringList differences(const Shown& found, const Shown& expected)
    {
        QStringList lines;
        QSet<QString> places(expected.texts.keyBegin(), expected.texts.keyEnd());
        places.unite(QSet<QString>(found.texts.keyBegin(), found.texts.keyEnd()));
        for (const QString& place : std::as_const(places))
            if (found.texts.value(place) != expected.texts.value(place))
                lines += QStringLiteral("%1:\n  \"%2\" instead of\n  \"%3\"")
                             .arg(place, found.texts.value(place), expected.texts.value(place));
        return lines;
    }
    /// What is painted as it was before the switch, and not by a window that never had another language. Which names of
    /// layers are in sight is a matter of chance.
    static QStringList leftPainted(const Shown& before, const Shown& switched, const Shown& expected)
    {
        static const QRegularExpression kWord(QStringLiteral("^[^/…]*\\p{L}{2}[^/…]*$"));
        QStringList lines;
        for (const QString& text : switched.painted)
            if (before.painted.contains(text) && !expected.painted.contains(text) && kWord.match(text).hasMatch())
                lines.append(QStringLiteral("still painted: ") + text);
        return lines;
    }
    /// Texts of a Chinese window that are English: two small words in a row, neither of them a setting.
    static QStringList englishIn(const Texts& chinese)
    {
        static const QRegularExpression kEnglish(QStringLiteral("\\b[a-z]{2,} [a-z]{2,}\\b(?!=)"));
        QStringList lines;
        for (const auto& [place, text] : chinese.asKeyValueRange())
            if (kEnglish.match(text).hasMatch())
                lines += QStringLiteral("%1: \"%2\"").arg(place, text);
        return lines;
    }

    /// Trials and unsaved edits of a window before this one.
    static void forgetKeptFiles()
    {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
    }
    Workbench& workbench() { return m_window->workbench(); }
    void askEverything()
    {
        if (workbench().session().result())
            return;
        m_window->openDemo();
        QTRY_VERIFY_WITH_TIMEOUT(workbench().session().result(), 120'000);
        workbench().analysis<SensitivityAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        workbench().analysis<BadCaseAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        for (Analysis* analysis : {static_cast<Analysis*>(&workbench().analysis<ShadowAnalysis>()),
                                   static_cast<Analysis*>(&workbench().analysis<ProfileAnalysis>())}) {
            analysis->start();
            QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        }
        workbench().configActions().edit(ConfigActions::Kind::Skip, {"/block1/depthwise/Conv"});
        QTRY_VERIFY_WITH_TIMEOUT(workbench().config().isDirty(), 60'000);
        workbench().analysis<TrialAnalysis>().start();
        QTRY_COMPARE_WITH_TIMEOUT(workbench().analysis<TrialAnalysis>().trials().count(), std::size_t(1), 120'000);
        workbench().analysis<TuneAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        QVERIFY(workbench().analysis<TuneAnalysis>().result());
        workbench().analysis<CalibrateAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        QVERIFY(workbench().analysis<CalibrateAnalysis>().result());
        workbench().analysis<FixAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 240'000);
        QVERIFY(workbench().analysis<FixAnalysis>().result());
        workbench().analysis<FinetuneAnalysis>().setChoice({.steps = 20, .trainsConfig = {}});
        workbench().analysis<FinetuneAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 240'000);
        QVERIFY(workbench().analysis<FinetuneAnalysis>().result());
        QVERIFY(workbench().config().isDirty());
        QCOMPARE(workbench().analysis<TuneAnalysis>().result()->configBefore, workbench().config().text());
        QVERIFY(workbench().analysis<SensitivityAnalysis>().result()->isComplete);
        QVERIFY(workbench().analysis<BadCaseAnalysis>().result()->isComplete);
    }
    /// One picture of the whole window per dock of the centre; no two are alike.
    void pictureAll(const QString& name, const QString& language)
    {
        applyLanguage(language);
        tests::awaitStillness(*m_window); // another language is another layout
        QList<QImage> pictures;
        for (const DockDescription& row : dockTable()) {
            if (row.place != DockPlace::Centre)
                continue;
            m_window->raiseDock(QLatin1String(row.id));
            // What stands beside the centre takes turns.
            QTabWidget& charts = m_window->findChild<InspectorView*>()->charts();
            charts.setCurrentIndex(int(pictures.size()) % charts.count());
            m_window->raiseDock(pictures.size() % 2 == 0 ? QStringLiteral("logDock") : QStringLiteral("jobsDock"));
            if (QLatin1String(row.id) == QLatin1String("graphDock") && workbench().session().result())
                QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<GraphView*>()->canvas().scene(), 60'000);
            QTRY_VERIFY_WITH_TIMEOUT(!workbench().analysis<LayerValuesAnalysis>().isRunning(), 60'000);
            take(pictures, name, QLatin1String(row.id));
            if (QLatin1String(row.id) == QLatin1String("graphDock") && workbench().session().result())
                pictureGraphs(pictures, name);
        }
        m_window->raiseDock(QStringLiteral("configDock"));
        auto* config = m_window->findChild<ConfigView*>();
        for (const auto& [page, word] :
             {std::pair(ConfigView::Form, "configForm"), std::pair(ConfigView::Diff, "configDiff")}) {
            config->showPage(page);
            if (workbench().config().isOpen() && page == ConfigView::Form)
                QTRY_VERIFY_WITH_TIMEOUT(config->form().probe(), 60'000);
            if (workbench().config().isOpen())
                take(pictures, name, QLatin1String(word));
        }
        config->showPage(ConfigView::Text);
        m_window->raiseDock(QStringLiteral("inspectorDock"));
        if (workbench().session().result())
            pictureInspector(pictures, name);
    }
    void pictureHandbook(const QString& name)
    {
        m_window->actions().handbook.trigger();
        auto* handbook = m_window->findChild<HandbookWindow*>();
        for (const char* chapter : {"compare", "metrics", "trials", "commands"}) {
            handbook->showChapter(QLatin1String(chapter));
            tests::awaitStillness(*handbook);
            QVERIFY(handbook->grab().save(QStringLiteral("%1/%2-handbook-%3.png")
                                              .arg(QStringLiteral(QUANTLOUPE_PICTURES), name, QLatin1String(chapter))));
        }
        handbook->close();
    }
    /// The inspector's pages on a quantized layer.
    void pictureInspector(QList<QImage>& pictures, const QString& name)
    {
        const std::string selected = workbench().selectedName();
        workbench().selectLayer("/block1/pointwise/Conv");
        auto* inspector = m_window->findChild<InspectorView*>();
        m_window->raiseDock(QStringLiteral("inspectorDock")); // on a narrow screen it shares its place
        const auto look = [&](QWidget& page, QLatin1String what) {
            inspector->charts().setCurrentWidget(&page);
            QTRY_VERIFY_WITH_TIMEOUT(!workbench().analysis<LayerValuesAnalysis>().isRunning(), 60'000);
            take(pictures, name, what);
        };
        look(inspector->channels(), QLatin1String("channels"));
        inspector->channels().chooseTensor(results::LayerTensor::Weight);
        look(inspector->channels(), QLatin1String("weightChannels"));
        inspector->channels().chooseChannel(3);
        look(inspector->channels(), QLatin1String("channel"));
        inspector->channels().chooseTensor(results::LayerTensor::Output);
        look(inspector->scatter(), QLatin1String("scatter"));
        inspector->errorMap().chooseError(results::ErrorKind::Signed);
        look(inspector->errorMap(), QLatin1String("errorMap"));
        inspector->errorMap().chooseError(results::ErrorKind::Absolute);
        look(inspector->threshold(), QLatin1String("threshold"));
        workbench().selectLayer(selected);
    }
    /// The other ways to see the graph.
    void pictureGraphs(QList<QImage>& pictures, const QString& name)
    {
        auto* view = m_window->findChild<GraphView*>();
        const auto show = [&](GraphView::Shown shown, QLatin1String what) {
            view->setShown(shown);
            const bool isSideBySide = shown == GraphView::Shown::SideBySide;
            QTRY_VERIFY_WITH_TIMEOUT(view->canvas().scene(), 60'000);
            QTRY_VERIFY_WITH_TIMEOUT(!isSideBySide || view->otherPane().canvas().scene(), 60'000);
            take(pictures, name, what);
        };
        show(GraphView::Shown::Merged, QLatin1String("graphMerged"));
        show(GraphView::Shown::SideBySide, QLatin1String("graphSideBySide"));
        view->directionButton().setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(view->otherPane().canvas().scene()->isSideways, 60'000);
        workbench().session().setSimulationPreferred(true);
        QTRY_VERIFY_WITH_TIMEOUT(
            view->otherPane().canvas().look().outline->model.find("simulated") != std::string::npos, 60'000);
        take(pictures, name, QLatin1String("graphSimulated"));
        workbench().session().setSimulationPreferred(false);
        view->directionButton().setChecked(false);
        view->setShown(GraphView::Shown::Baseline);
        QTRY_VERIFY_WITH_TIMEOUT(view->canvas().scene(), 60'000);
    }
    void take(QList<QImage>& pictures, const QString& name, QLatin1String what)
    {
        tests::awaitStillness(*m_window);
        const QImage picture = m_window->grab().toImage();
        QVERIFY(picture.save(QStringLiteral("%1/%2-%3.png").arg(QStringLiteral(QUANTLOUPE_PICTURES), name, what)));
        QVERIFY(!pictures.contains(picture));
        pictures.append(picture);
        if (name.endsWith(u"-light"))
            m_handbook.take(what, name.startsWith(u"zh") ? QStringLiteral("zh_CN") : QStringLiteral("en"), picture,
                            *m_window);
    }

    QPalette m_light;
    tests::HandbookPictures m_handbook{QStringLiteral(QUANTLOUPE_PICTURES "/guide"),
                                       QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/guide")};
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestDockPictures)
#include "tst_dock_pictures.moc"
