// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "widgets/icons/icons.h"
#include "widgets/language/language.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"
#include "widgets/window/screenshot.h"
#include "widgets/window/start_options.h"

#include <QApplication>
#include <QTimer>

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace ql::widgets;
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("quantloupe"));
    QApplication::setApplicationDisplayName(QStringLiteral("Quantloupe"));
    QApplication::setApplicationVersion(QStringLiteral(QUANTLOUPE_VERSION));
    QApplication::setOrganizationName(QStringLiteral("quantloupe"));
    QApplication::setDesktopFileName(QStringLiteral("org.quantloupe.Quantloupe"));
    QApplication::setWindowIcon(applicationIcon());
    const StartOptions options = parseStartOptions(QApplication::arguments());
    ql::setUpLogging("info");
    applyLanguage(options.language.isEmpty() ? settings::language.value() : options.language);

    MainWindow window(&ql::engine::loadEngine);
    if (options.quitsAfterPaint)
        QObject::connect(&window, &MainWindow::firstPainted, &window, [] {
            std::puts("painted");
            std::fflush(stdout);
            std::_Exit(0);
        });
    window.show();
    if (!options.screenshot.isEmpty())
        quitAfterScreenshot(window, options.screenshot);
    QTimer::singleShot(0, &window, [&window, options] { applyStartOptions(options, window); });
    return QApplication::exec();
}
