// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_engine.h"
#include "tests/support/file_content.h"
#include "tests/support/sample_result.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

#include <memory>

namespace ql::tests {

/// The whole window on a fake engine, a new one for every test function.
class WindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QSettings().clear();
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        m_engine = std::make_shared<FakeEngine>();
        m_engine->result = sampleResult();
        open();
    }
    void cleanup() { m_window.reset(); }

protected:
    void open()
    {
        m_window = std::make_unique<widgets::MainWindow>([engine = m_engine] { return engine; });
    }
    widgets::LayersView& layersView() { return *m_window->findChild<widgets::LayersView*>(); }
    void load()
    {
        m_window->show();
        session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
    }
    void compare()
    {
        load();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
    }
    /// Clicks that button of the question that the next call asks.
    static void answer(QMessageBox::StandardButton button)
    {
        QTimer::singleShot(0, qApp, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            box->button(button)->click();
        });
    }
    widgets::Workbench& workbench() { return m_window->workbench(); }
    widgets::ModelSession& session() { return workbench().session(); }

    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<widgets::MainWindow> m_window;
};

} // namespace ql::tests
