// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/write_manual.h"
#include "widgets/window/start_options.h"

#include <QCommandLineParser>

namespace {

using namespace ql;

manual::Option describe(const QCommandLineOption& option)
{
    manual::Option described;
    for (const QString& name : option.names())
        described.names.push_back((name.size() == 1 ? "-" : "--") + name.toStdString());
    if (!option.valueName().isEmpty())
        described.argument = manual::argumentOf(option.valueName().toStdString());
    described.help = option.description().toStdString();
    described.group = "Options";
    return described;
}

manual::Command describeWindow()
{
    QCommandLineParser parser;
    manual::Command program;
    program.name = "quantloupe";
    for (const QCommandLineOption& option : widgets::declareStartOptions(parser))
        if (!option.flags().testFlag(QCommandLineOption::HiddenFromHelp))
            program.options.push_back(describe(option));
    program.summary = parser.applicationDescription().toStdString();
    manual::Option files;
    files.argument = manual::argumentOf("FILE");
    files.help = widgets::startFilesDescription().toStdString();
    files.group = "Options";
    files.isRepeatable = true;
    program.options.push_back(files);
    return program;
}

} // namespace

int main(int argc, char** argv)
{
    return manual::writeManual(describeWindow(), argc, argv);
}
