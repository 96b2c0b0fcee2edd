// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace ql::tests {

/// A workbench on a fake engine, new ones for every test function.
class WorkbenchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QSettings().clear();
        m_engine = std::make_shared<FakeEngine>();
        m_engine->result = sampleResult();
        prepare();
        m_workbench = std::make_unique<widgets::Workbench>([engine = m_engine] { return engine; });
        openView();
    }
    void cleanup()
    {
        m_engine->isEndless = false;
        m_workbench->config().discardEdits();
        closeView();
        m_workbench.reset();
    }

protected:
    /// What the engine answers.
    virtual void prepare() {}
    virtual void openView() {}
    virtual void closeView() {}

    widgets::ModelSession& session() { return m_workbench->session(); }
    void load()
    {
        session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
    }
    void compare()
    {
        QSignalSpy done(&session(), &widgets::ModelSession::resultChanged);
        load();
        session().compare();
        QTRY_VERIFY(!done.isEmpty() && session().result());
    }
    /// Opens a baseline, the config at @p path and data to calibrate with.
    void simulate(const QString& path)
    {
        session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        session().loadEngine();
        session().setConfig(path);
        session().setCalibration(QStringLiteral("/data/inputs.npy"));
        QTRY_VERIFY(m_workbench->config().isOpen());
    }
    /// A file in a folder of the test's. Returns its path.
    QString make(const char* name, const QByteArray& content)
    {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
            qFatal("cannot write %s", name);
        return file.fileName();
    }
    /// As a user does.
    static void choose(QComboBox& box, int index)
    {
        box.setCurrentIndex(index);
        Q_EMIT box.activated(index);
    }

    QTemporaryDir m_folder;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<widgets::Workbench> m_workbench;
};

/// One view on it. What asks for a table is for views with one.
template <typename View>
class ViewTest : public WorkbenchTest {
protected:
    void openView() override { m_view = std::make_unique<View>(*m_workbench); }
    void closeView() override
    {
        m_tester.reset();
        m_view.reset();
    }
    /// With its table's model under test.
    void showTested()
    {
        m_tester = std::make_unique<QAbstractItemModelTester>(m_view->table().model(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_view->show();
    }
    QModelIndex cell(int row, int column) { return m_view->table().model()->index(row, column); }
    QString shown(int row, int column) { return cell(row, column).data().toString(); }

    std::unique_ptr<View> m_view;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace ql::tests
