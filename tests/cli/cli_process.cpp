// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include "tests/support/document_schema.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

namespace ql::tests {

namespace {

void holdToSchema(const QByteArray& text, const QString& what)
{
    const auto problem = schemaProblem({text.constData(), std::size_t(text.size())});
    if (!problem.empty())
        QTest::qFail(qPrintable(what + ": not what its schema says: " + QString::fromStdString(problem)), __FILE__,
                     __LINE__);
}

/// What lies in the folder of --out, if there is one.
void holdWrittenToSchemas(const QStringList& arguments)
{
    const auto place = arguments.indexOf("--out");
    if (place < 0 || place + 1 >= arguments.size())
        return;
    const QDir folder(arguments[place + 1]);
    for (const auto& name : folder.entryList({"*.json"}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            holdToSchema(file.readAll(), name);
    }
}

} // namespace

QJsonObject CliResult::json() const
{
    QJsonParseError problem;
    const auto document = QJsonDocument::fromJson(out, &problem);
    return problem.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

bool CliResult::isOneErrorLine() const
{
    return err.startsWith("error: ") && err.count('\n') == 1 && err.endsWith('\n');
}

QByteArray CliResult::all() const
{
    const auto end = signal == 0 ? QByteArray() : ", signal " + QByteArray::number(signal);
    return "status " + QByteArray::number(status) + end + "\nstdout:\n" + out + "\nstderr:\n" + err;
}

void startCli(QProcess& process, const QStringList& arguments)
{
    process.start(QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"), arguments);
    process.closeWriteChannel();
}

CliResult finishCli(QProcess& process)
{
    constexpr int kPatienceMs = 120'000;
    CliResult result;
    const bool hasEnded = process.waitForFinished(kPatienceMs);
    if (!hasEnded)
        process.kill();
    else if (process.exitStatus() == QProcess::NormalExit)
        result.status = process.exitCode();
    else
        result.signal = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    if (result.err.contains("internal:"))
        QTest::qFail(("a mistake of ours reached the user:\n" + result.all()).constData(), __FILE__, __LINE__);
    holdToSchema(result.out, "stdout");
    if (result.status == 0)
        holdWrittenToSchemas(process.arguments());
    return result;
}

CliResult runCli(const QStringList& arguments)
{
    QProcess process;
    startCli(process, arguments);
    return finishCli(process);
}

QString demoFile(const QString& name)
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/demo/") + name;
}

} // namespace ql::tests
