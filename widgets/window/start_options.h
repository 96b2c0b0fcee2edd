// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineOption>
#include <QList>
#include <QString>
#include <QStringList>

class QCommandLineParser;

namespace ql::widgets {

class MainWindow;

/// What the command line of the window asks for.
struct StartOptions {
    QString baseline;
    QString analysis;
    QString data;
    QString config;
    QString calibration;
    QStringList inputs;
    QStringList files;  ///< without an option: sorted as if dropped on the window
    QString language;   ///< empty = as in the settings
    QString screenshot; ///< compare, write a picture of the window there, quit
    QString charts;     ///< write the charts of the results into this folder, quit
    bool isDemo = false;
    bool quitsAfterPaint = false; ///< for the benchmark of the first paint
};

/// Declares the options and hands them back, with those that Qt declares.
QList<QCommandLineOption> declareStartOptions(QCommandLineParser& parser);
/// What the words without an option are.
QString startFilesDescription();

/// Shows help or the version and exits when they are asked for, or when an option is unknown.
StartOptions parseStartOptions(const QStringList& arguments);

/// Loads what the options name; compares if both models are there.
void applyStartOptions(const StartOptions& options, MainWindow& window);

/// Waits until @p window has nothing left to do, writes its picture to @p path and ends the event loop: with 0, or
/// with 1 if something failed or the file cannot be written.
void quitAfterScreenshot(MainWindow& window, const QString& path);

} // namespace ql::widgets
