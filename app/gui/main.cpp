// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/chart_pictures.h"
#include "core/base/log.h"
#include "core/base/process_limits.h"
#include "core/engine/engine.h"
#include "core/project/data_folder.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/style/theme.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/main_window.h"
#include "widgets/window/start_options.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace {

/// Whether the answer is text, which needs no display.
bool asksForText(int argc, char** argv)
{
    constexpr std::array<std::string_view, 5> kQuestions{"--help", "--help-all", "-h", "--version", "-v"};
    return std::any_of(argv + 1, argv + std::max(argc, 1),
                       [&](const char* word) { return std::ranges::find(kQuestions, word) != kQuestions.end(); });
}

void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("quantloupe"));
    QCoreApplication::setApplicationVersion(QStringLiteral(QUANTLOUPE_VERSION));
    QCoreApplication::setOrganizationName(QStringLiteral("quantloupe"));
}

/// Where a machine has no fonts set up, as in a bare container, those that came with the archive.
void findOwnFonts()
{
    if (qEnvironmentVariableIsSet("FONTCONFIG_FILE") || QFileInfo::exists(QStringLiteral("/etc/fonts/fonts.conf")))
        return;
    const auto data = ql::project::dataFolder();
    if (data && QFileInfo::exists(QString::fromStdString(*data / "fonts/fonts.conf")))
        qputenv("FONTCONFIG_FILE", QByteArray::fromStdString(*data / "fonts/fonts.conf"));
}

} // namespace

int main(int argc, char** argv)
{
    using namespace ql::widgets;
    ql::keepStandardStreamsOpen();
    ql::engine::ownProcess();
    ql::engine::prepareEnvironment();
    nameProgram();
    if (asksForText(argc, argv)) {
        const QCoreApplication application(argc, argv);
        parseStartOptions(QCoreApplication::arguments());
    }
    findOwnFonts();
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Quantloupe"));
    QApplication::setDesktopFileName(QStringLiteral("org.quantloupe.Quantloupe"));
    QApplication::setWindowIcon(applicationIcon());
    keepToolTipsPlain();
    applyTheme(settings::theme.value());
    const StartOptions options = parseStartOptions(QApplication::arguments());
    ql::setUpLogging("info");
    applyLanguage(options.language.isEmpty() ? settings::language.value() : options.language);

    if (!options.charts.isEmpty())
        return ql::gui::writeChartPictures(options.files, options.charts);
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
