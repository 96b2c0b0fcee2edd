// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "widgets/text/language.h"
#include "widgets/window/main_window.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace ql::tests {

/// The whole window with the real engine, as a user has it who opens it for the first time.
class RealWindow {
protected:
    static constexpr int kPatience = 120'000; ///< milliseconds

    void openWindow(const QString& language = QStringLiteral("en"))
    {
        QStandardPaths::setTestModeEnabled(true);
        widgets::applyLanguage(language);
        QSettings().clear();
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        m_window = std::make_unique<widgets::MainWindow>(&engine::loadEngine);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    widgets::Workbench& bench() const { return m_window->workbench(); }
    widgets::ModelSession& session() const { return bench().session(); }
    widgets::ConfigDocument& document() const { return bench().config(); }
    /// Writes @p text into a file of the test's. Returns its path.
    QString writeConfig(const char* text) const
    {
        QFile file(m_folder.filePath(QStringLiteral("quant.yaml")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<widgets::MainWindow> m_window;
};

} // namespace ql::tests
