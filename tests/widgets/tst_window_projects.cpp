// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/settings/settings.h"
#include "widgets/views/message_bar.h"
#include "widgets/window/recent_sessions.h"

#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

using namespace ql;
using namespace ql::widgets;

/// What a session is kept in: data folders and project files.
class TestWindowProjects : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void dataIsPartOfTheSession()
    {
        load();
        session().setData(QStringLiteral("/data/inputs.npy"));
        session().setInputs({QStringLiteral("x.npy")});
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        session().setData({});
        session().setInputs({});
        QMenu menu;
        fillRecentMenu(menu, session());
        menu.actions().front()->trigger();
        QCOMPARE(session().data(), QStringLiteral("/data/inputs.npy"));
        QCOMPARE(session().inputs(), QStringList{"x.npy"});
    }

    void aProjectHoldsTheSession()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        session().baseline().setPath(folder.filePath(QStringLiteral("float.onnx")));
        session().setInputs(
            {QStringLiteral("x=") + folder.filePath(QStringLiteral("x.npy")), QStringLiteral("y=random:7")});
        session().setData(folder.filePath(QStringLiteral("samples")));
        m_window->workbench().sensitivity().setChoice({.mode = results::SensitivityMode::OneOff});
        m_window->workbench().badCases().setMostSamples(12);
        m_window->workbench().filter().setMetric(results::MetricId::Cosine);
        QVERIFY(!m_window->isWindowModified()); // belongs to no file
        saveProject(path);
        QVERIFY(textOf(path).contains("baseline: float.onnx\n"));
        QVERIFY(textOf(path).contains("\"x=x.npy\""));
        m_window->workbench().filter().setMetric(results::MetricId::Sqnr);
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(settings::recentProjects.value(), QStringList{path});

        // Somebody else opens it.
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().baseline().path(), folder.filePath(QStringLiteral("float.onnx")));
        QCOMPARE(session().analysis().path(), QStringLiteral("/models/int8.onnx"));
        QCOMPARE(session().inputs().at(0), QStringLiteral("x=") + folder.filePath(QStringLiteral("x.npy")));
        QCOMPARE(session().inputs().at(1), QStringLiteral("y=random:7"));
        QCOMPARE(session().data(), folder.filePath(QStringLiteral("samples")));
        QCOMPARE(m_window->workbench().sensitivity().choice().mode, results::SensitivityMode::OneOff);
        QCOMPARE(m_window->workbench().badCases().mostSamples(), std::size_t(12));
        QCOMPARE(m_window->workbench().filter().metric(), results::MetricId::Cosine);
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("night.quantloupe")));
        QVERIFY(!m_window->isWindowModified());
    }

    void savingKeepsCommentsOfTheFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("old.yaml"));
        writeText(path,
                  "quantloupe: 1 # mine\nbaseline: a.onnx # float\nanalysis: b.onnx\nthreads: 2\nrun:\n  - compare\n");
        m_window->show();
        m_window->projectFiles().open(path);
        QTRY_COMPARE(m_window->workbench().project().path(), path);
        session().analysis().setPath(folder.filePath(QStringLiteral("c.onnx")));
        QVERIFY(m_window->workbench().project().isDirty());
        saveProject(path);
        QCOMPARE(textOf(path), QByteArray("quantloupe: 1 # mine\nbaseline: a.onnx # float\nanalysis: c.onnx\n"
                                          "threads: 2\nrun:\n  - compare\n"));
        QVERIFY(!m_window->workbench().project().isDirty());
    }

    void closingAsksAboutUnsavedChanges()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        load();
        saveProject(path);
        session().setData(QStringLiteral("/data"));
        const auto answer = [](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, qApp, [button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box);
                box->button(button)->click();
            });
        };
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        answer(QMessageBox::Save);
        QVERIFY(!m_window->close()); // not yet
        QTRY_VERIFY(m_window->isHidden());
        QVERIFY(textOf(path).contains("data: "));
    }

    void aBrokenProjectIsRefused()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        writeText(path, "quantloupe: 1\nrun: 7\n");
        load();
        m_window->projectFiles().open(path);
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("run must be a list")));
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/float.onnx"));
    }

private:
    void saveProject(const QString& path)
    {
        QSignalSpy saved(&m_window->workbench().project(), &Project::saved);
        m_window->workbench().project().saveAs(path);
        QTRY_COMPARE(saved.count(), 1);
    }
    static QByteArray textOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void writeText(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
};

QTEST_MAIN(TestWindowProjects)
#include "tst_window_projects.moc"
