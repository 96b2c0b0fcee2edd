// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/docks/checks/checks_view.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/layers/empty_state.h"
#include "widgets/docks/project/project_panels.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/start_options.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

namespace {

const char* const kConfig = "skip_layers: []\n";
const char* const kMine = "skip_layers: [conv_2]\n";
const char* const kTheirs = "skip_layers: [other]\n";

} // namespace

/// What comes from outside: files that are dropped, named, opened again, changed by others, and what happens to them
/// when the window closes.
class TestWindowFiles : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void filesAreDroppedOnTheWindow()
    {
        m_window->show();
        drop(*m_window, {make("float.onnx"), make("int8.onnx"), make("x.npy"), make("quant.yaml", kConfig)});
        QCOMPARE(session().baseline().path(), at("float.onnx"));
        QCOMPARE(session().analysis().path(), at("int8.onnx"));
        QCOMPARE(session().inputs(), QStringList{at("x.npy")});
        QCOMPARE(config().path(), at("quant.yaml"));
        QVERIFY(isInFront("configDock"));
        QTRY_VERIFY(session().result()); // both models are there
        QVERIFY(m_window->messageBar().isHidden());
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("samples")));
        drop(*m_window, {at("samples")});
        QCOMPARE(session().data(), at("samples"));
        drop(*m_window, {make("notes.doc")});
        QVERIFY(m_window->messageBar().isVisible());
        QVERIFY(m_window->messageBar().text().contains(at("notes.doc")));
    }

    void torchScriptIsToldFromTensors()
    {
        m_window->show();
        drop(*m_window, {make("net.pt", "PK\3\4 net/code/__torch__.py PK\1\2"), make("badcase.pt", "PK\3\4 data.pkl")});
        QCOMPARE(session().baseline().path(), at("net.pt"));
        QCOMPARE(session().inputs(), QStringList{at("badcase.pt")});
    }

    void filesAreDroppedOnThePanels()
    {
        m_window->show();
        const auto models = m_window->findChildren<ModelPanel*>();
        drop(*models.at(1), {make("net.onnx")});
        QCOMPARE(session().analysis().path(), at("net.onnx"));
        auto* panel = m_window->findChild<ConfigPanel*>();
        drop(*panel, {make("quant.yaml", kConfig)});
        QCOMPARE(config().path(), at("quant.yaml"));
        drop(*panel, {make("calib.npz")}, QPoint(10, panel->height() - 5)); // on the lower half
        QCOMPARE(session().calibration(), at("calib.npz"));
        QVERIFY(panel->calibrationText().isEmpty());
        auto* data = m_window->findChild<DataPanel*>();
        drop(*data, {make("inputs.npy")});
        QCOMPARE(session().data(), at("inputs.npy"));
    }

    void aDroppedConfigAsksAboutTheEditsOfTheOther()
    {
        m_window->show();
        m_window->openConfig(make("quant.yaml", kConfig));
        config().replaceText(kMine, QStringLiteral("edit"));
        answer(QMessageBox::Cancel);
        drop(*m_window, {make("other.yaml", kConfig)});
        QCOMPARE(config().path(), at("quant.yaml"));
        answer(QMessageBox::Save);
        drop(*m_window, {at("other.yaml")});
        QCOMPARE(config().path(), at("other.yaml"));
        QCOMPARE(textOf("quant.yaml"), QByteArray(kMine));
    }

    void calibrationDataHasItsRow()
    {
        m_window->show();
        auto* panel = m_window->findChild<ConfigPanel*>();
        session().setConfig(make("quant.yaml", kConfig));
        QCOMPARE(panel->calibrationText(), QStringLiteral("Needed to simulate the config"));
        session().setData(make("inputs.npy"));
        QCOMPARE(panel->calibrationText(), QStringLiteral("None given: the data set below is taken."));
        session().setCalibration(at("nowhere.npz"));
        QCOMPARE(panel->calibrationText(), QStringLiteral("This path does not exist."));
        QCOMPARE(m_window->findChild<DataPanel*>()->statusText(), QString());
        session().setData(at("nowhere"));
        QCOMPARE(m_window->findChild<DataPanel*>()->statusText(), QStringLiteral("This path does not exist."));
        disconnect(&m_window->workbench(), &Workbench::openCalibrationRequested, nullptr, nullptr);
        QSignalSpy asked(&m_window->workbench(), &Workbench::openCalibrationRequested);
        for (auto* button : panel->findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("File…"))
                button->click();
        QCOMPARE(asked.count(), 1);
    }

    void closingAsksAboutTheConfig_data()
    {
        QTest::addColumn<int>("button");
        QTest::addColumn<bool>("closes");
        QTest::addColumn<QByteArray>("inFile");
        QTest::newRow("save") << int(QMessageBox::Save) << true << QByteArray(kMine);
        QTest::newRow("discard") << int(QMessageBox::Discard) << true << QByteArray(kConfig);
        QTest::newRow("cancel") << int(QMessageBox::Cancel) << false << QByteArray(kConfig);
    }
    void closingAsksAboutTheConfig()
    {
        QFETCH(int, button);
        m_window->show();
        m_window->openConfig(make("quant.yaml", kConfig));
        config().replaceText(kMine, QStringLiteral("edit"));
        QVERIFY(m_window->isWindowModified());
        answer(QMessageBox::StandardButton(button));
        QTEST(m_window->close(), "closes");
        QTEST(textOf("quant.yaml"), "inFile");
        QCOMPARE(m_window->isVisible(), button == int(QMessageBox::Cancel));
        QCOMPARE(config().text(), std::string(button == int(QMessageBox::Discard) ? kConfig : kMine));
        config().discardEdits();
    }

    void closingEndsARunningJob()
    {
        m_engine->isEndless = true;
        load();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(m_engine->compareCalls > 0);
        QVERIFY(m_window->close()); // nothing would be lost: nothing is asked
        QVERIFY(!session().isComparing());
        m_window.reset(); // and it does not wait for ever
        QVERIFY(m_engine.use_count() >= 1);
    }

    void aProjectIsNamedOnTheCommandLineOrDropped()
    {
        make("p.quantloupe", "quantloupe: 1\nbaseline: float.onnx\nanalysis: int8.onnx\nrun: [compare]\n");
        m_window->show();
        StartOptions options;
        options.files = {at("p.quantloupe")};
        applyStartOptions(options, *m_window);
        QTRY_COMPARE(session().baseline().path(), at("float.onnx"));
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("p.quantloupe")));
        m_window.reset();
        open();
        m_window->show();
        drop(*m_window, {at("p.quantloupe")});
        QTRY_COMPARE(session().analysis().path(), at("int8.onnx"));
    }

    void whatWasOpenedIsOfferedAgain()
    {
        make("p.quantloupe", "quantloupe: 1\nbaseline: float.onnx\nanalysis: int8.onnx\nrun: [compare]\n");
        m_window->show();
        m_window->openFiles({at("p.quantloupe")});
        QTRY_COMPARE(session().baseline().path(), at("float.onnx"));
        session().baseline().setPath(make("a.onnx"));
        m_window->workbench().project().save();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        QTRY_VERIFY(!m_window->workbench().project().isBusy());
        m_window.reset();
        open();
        m_window->show();
        QMenu* recent = nullptr;
        for (auto* menu : m_window->menuBar()->findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("Open &recent"))
                recent = menu;
        QVERIFY(recent);
        Q_EMIT recent->aboutToShow();
        // Two of the same name differ by their folders; sessions stand after a line.
        QCOMPARE(recent->actions().at(0)->text(), QStringLiteral("p.quantloupe in %1").arg(m_folder.path()));
        QCOMPARE(recent->actions().at(2)->text(), QStringLiteral("a.onnx and int8.onnx in %1").arg(m_folder.path()));
        const auto offered = m_window->findChild<EmptyState*>()->findChildren<QToolButton*>();
        QCOMPARE(offered.size(), recent->actions().size() - 1);
        QCOMPARE(offered.front()->defaultAction()->text(), recent->actions().at(0)->text());
        recent->actions().at(2)->trigger();
        QCOMPARE(session().baseline().path(), at("a.onnx"));
        QVERIFY(m_window->workbench().project().path().isEmpty());
        recent->actions().at(0)->trigger();
        QTRY_COMPARE(m_window->workbench().project().path(), at("p.quantloupe"));
    }

    void dataIsPartOfTheSession()
    {
        load();
        session().setData(QStringLiteral("/data/inputs.npy"));
        session().setInputs({QStringLiteral("x.npy")});
        session().setCauses(results::CauseRuns::None);
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        session().setData({});
        session().setInputs({});
        session().setCauses(results::CauseRuns::Full);
        QMenu menu;
        Q_EMIT workbench().recentRequested(&menu);
        answer(QMessageBox::Ok);
        menu.actions().front()->trigger();
        QCOMPARE(session().data(), QStringLiteral("/data/inputs.npy"));
        QCOMPARE(session().inputs(), QStringList{"x.npy"});
        QCOMPARE(session().causes(), results::CauseRuns::None);
    }

    void theFirstStartOffersTheDemo()
    {
        m_window->show();
        auto* empty = m_window->findChild<EmptyState*>();
        QVERIFY(empty->isVisible());
        for (auto* button : empty->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Try the demo")) {
                QVERIFY(button->isVisible() && button->isEnabled());
                QTest::mouseClick(button, Qt::LeftButton);
                QTRY_VERIFY(session().result());
                QVERIFY(session().baseline().path().endsWith(QStringLiteral("demo/float.onnx")));
                QVERIFY(config().isOpen() && !session().calibration().isEmpty());
                return;
            }
        QFAIL("no button offers the demo");
    }

    void aConfigInPlaceOfTheAnalysisModelLeadsOn()
    {
        m_window->show();
        const auto* button = m_window->findChild<EmptyState*>()->findChildren<QPushButton*>().front();
        QCOMPARE(button->text(), QStringLiteral("Open baseline…"));
        session().baseline().setPath(make("float.onnx"));
        QCOMPARE(button->text(), QStringLiteral("Open analysis…"));
        session().setConfig(make("quant.yaml", kConfig));
        QCOMPARE(button->text(), QStringLiteral("Open calibration data…"));
        session().setCalibration(make("calib.npz"));
        QCOMPARE(button->text(), QStringLiteral("Compare"));
    }

    void tornOffTableComesBack()
    {
        m_window->show();
        auto* graph = m_window->findChild<QDockWidget*>(QStringLiteral("graphDock"));
        graph->setFloating(true);
        QTRY_VERIFY(!graph->titleBarWidget()); // it can be taken by its title again
        m_window->actions().restoreLayout.trigger();
        QVERIFY(!graph->isFloating());
        QTRY_VERIFY(graph->titleBarWidget());
        QVERIFY(m_window->findChild<EmptyState*>()->isVisible());
    }

    void theDefaultLayoutComesBack()
    {
        m_window->show();
        const QStringList asked{"logDock", "jobsDock", "guideDock"}; // closed until somebody wants them
        QHash<QString, Qt::DockWidgetArea> areas;
        for (const auto* dock : m_window->findChildren<QDockWidget*>())
            areas.insert(dock->objectName(), areaOf(*dock));
        for (const DockDescription& row : dockTable()) {
            auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(row.id));
            if (row.place == DockPlace::Right || row.place == DockPlace::Drawer)
                m_window->addDockWidget(Qt::LeftDockWidgetArea, dock);
            else if (row.place == DockPlace::Left)
                dock->setFloating(true);
            else
                dock->hide();
        }
        m_window->actions().restoreLayout.trigger();
        for (const auto* dock : m_window->findChildren<QDockWidget*>()) {
            const bool isAsked = asked.contains(dock->objectName());
            QVERIFY2(dock->isHidden() == isAsked, qPrintable(dock->objectName()));
            QCOMPARE(areaOf(*dock), areas.value(dock->objectName()));
        }
        QVERIFY(m_window->findChild<EmptyState*>()->isVisible()); // the layers are in front
    }

    void hiddenDocksComputeNothing()
    {
        m_engine->graphOutline = tests::sampleOutline();
        m_engine->inputPreview = tests::samplePreview();
        m_engine->badCases = tests::sampleBadCases();
        m_window->show();
        for (auto* dock : m_window->findChildren<QDockWidget*>())
            dock->hide();
        load();
        session().setData(make("inputs.npy"));
        session().setConfig(make("quant.yaml", kConfig));
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        m_window->workbench().analysis<BadCaseAnalysis>().start();
        QTRY_VERIFY(m_window->workbench().analysis<BadCaseAnalysis>().result());
        QTRY_VERIFY(!m_window->workbench().jobs().shown());
        QCOMPARE(m_engine->outlineCalls.load(), 0);
        QCOMPARE(m_engine->previewCalls.load(), 0);
        QCOMPARE(m_engine->checkCalls.load(), 0);
        m_window->raiseDock(QStringLiteral("graphDock"));
        QTRY_VERIFY(m_engine->outlineCalls.load() > 0);
        m_window->raiseDock(QStringLiteral("checksDock"));
        QTRY_VERIFY(m_engine->checkCalls.load() > 0);
        m_window->raiseDock(QStringLiteral("badCasesDock"));
        QTRY_VERIFY(m_engine->previewCalls.load() > 0);
    }

    void anothersChangeOfTheConfigIsAsked_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("theirs") << QStringLiteral("Reload") << QByteArray(kTheirs);
        QTest::newRow("mine") << QStringLiteral("Keep mine") << QByteArray(kMine);
    }
    void anothersChangeOfTheConfigIsAsked()
    {
        QFETCH(QString, button);
        QFETCH(QByteArray, text);
        m_window->show();
        m_window->openConfig(make("quant.yaml", kConfig));
        config().replaceText(kMine, QStringLiteral("edit"));
        m_window->raiseDock(QStringLiteral("logDock"));
        make("quant.yaml", kTheirs);
        QTRY_VERIFY(config().hasConflict());
        QVERIFY(isInFront("configDock"));
        auto* view = m_window->findChild<ConfigView*>();
        QVERIFY(view->trouble().isVisible());
        m_window->workbench().configActions().saveAction()->trigger();
        QCOMPARE(textOf("quant.yaml"), QByteArray(kTheirs)); // not before the user decided
        for (auto* each : view->trouble().findChildren<QToolButton*>())
            if (each->defaultAction() && each->text() == button)
                QTest::mouseClick(each, Qt::LeftButton);
        QVERIFY(!config().hasConflict());
        QVERIFY(view->trouble().isHidden());
        QCOMPARE(config().text(), text.toStdString());
        QVERIFY(config().save());
        QCOMPARE(textOf("quant.yaml"), text);
    }

private:
    ConfigDocument& config() { return m_window->workbench().config(); }
    QString at(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString make(const char* name, const QByteArray& content = "x")
    {
        QFile file(at(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", name);
        return at(name);
    }
    QByteArray textOf(const char* name) const
    {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool isInFront(const char* id)
    {
        return m_window->findChild<QDockWidget*>(QLatin1String(id))->widget()->isVisible();
    }
    Qt::DockWidgetArea areaOf(const QDockWidget& dock) const
    {
        const auto* holder = qobject_cast<const QMainWindow*>(dock.parentWidget());
        return holder ? holder->dockWidgetArea(const_cast<QDockWidget*>(&dock)) : Qt::NoDockWidgetArea;
    }
    static void drop(QWidget& target, const QStringList& paths, QPoint place = QPoint(10, 10))
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &event);
        QVERIFY(event.isAccepted());
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowFiles)
#include "tst_window_files.moc"
