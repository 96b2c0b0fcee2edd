// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/file_copies.h"

#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "widgets/text/error_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>

#include <filesystem>

namespace ql::widgets {

namespace {

std::filesystem::path placeIn(const QString& folder, const std::string& file)
{
    return std::filesystem::path(folder.toStdString()) / std::filesystem::path(file).filename();
}

bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other)
{
    std::error_code ignored;
    return std::filesystem::equivalent(one, other, ignored);
}

} // namespace

FileCopies::FileCopies(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&m_job, &JobRunner::finished, this, [this] {
        Q_EMIT m_workbench.noticed(
            [paths = *m_job.result()] { return tr("Written: %1").arg(paths.join(QStringLiteral(", "))); });
    });
    connect(&m_job, &JobRunner::failed, this,
            [this](const Error& error) { Q_EMIT m_workbench.session().failed(errorLabel(error)); });
}

void FileCopies::copy(const std::vector<std::string>& files, const QString& folder, std::shared_ptr<const void> source)
{
    m_job.start([folder] { return tr("Writing to %1").arg(folder); },
                [files, folder, source = std::move(source)](JobContext& context) {
                    QStringList written;
                    for (const auto& file : files) {
                        context.throwIfCancelled();
                        const auto target = placeIn(folder, file);
                        if (!isSameFile(target, file)) {
                            const auto bytes = readFileBytes(file);
                            writeFileAtomically(target, {reinterpret_cast<const char*>(bytes.data.get()), bytes.size});
                        }
                        written.append(QString::fromStdString(target.string()));
                    }
                    return std::make_shared<const QStringList>(written);
                });
}

QString FileCopies::askWhereTo(QWidget& parent, const QString& title, const std::vector<std::string>& files)
{
    const QString folder = QFileDialog::getExistingDirectory(&parent, title);
    return !folder.isEmpty() && mayReplace(parent, folder, files) ? folder : QString();
}

bool FileCopies::mayReplace(QWidget& parent, const QString& folder, const std::vector<std::string>& files)
{
    const QStringList taken = takenIn(folder, files);
    return taken.isEmpty()
           || askPlainly(&parent, tr("Replace files?"),
                         tr("These are there already: %1. Replace them?").arg(taken.join(QStringLiteral(", "))),
                         QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
                  == QMessageBox::Yes;
}

QStringList FileCopies::takenIn(const QString& folder, const std::vector<std::string>& files)
{
    QStringList names;
    std::error_code ignored;
    for (const auto& file : files)
        if (const auto target = placeIn(folder, file);
            std::filesystem::exists(target, ignored) && !isSameFile(target, file))
            names.append(QString::fromStdString(target.filename().string()));
    return names;
}

} // namespace ql::widgets
