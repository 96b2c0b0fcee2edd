// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/overview_exports.h"

#include "core/report/html/html_report.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>

#include <utility>

namespace ql::widgets {

OverviewExports::OverviewExports(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_page(workbench)
    , m_copies(workbench)
{
    const JobRunner& calibration = workbench.analysis<CalibrateAnalysis>().job();
    connect(&calibration, &JobRunner::finished, this, &OverviewExports::copyModel);
    connect(&calibration, &JobRunner::cancelled, this, [this] { m_folder.clear(); });
    connect(&calibration, &JobRunner::failed, this, [this] { m_folder.clear(); });
}

bool OverviewExports::canWriteReport() const
{
    return m_workbench.session().result() != nullptr;
}

bool OverviewExports::canWriteModel() const
{
    return (m_workbench.config().isOpen() && m_workbench.session().canSimulate())
           || !m_workbench.analysis<FixAnalysis>().files().empty();
}

void OverviewExports::askForReport(QWidget& parent)
{
    if (canWriteReport())
        writeReport(QFileDialog::getSaveFileName(&parent, tr("Export the report"), QStringLiteral("report.html"),
                                                 tr("Pages (*.html)")));
}

QString OverviewExports::askForFolder(QWidget& parent)
{
    return QFileDialog::getExistingDirectory(&parent, tr("Folder for the quantized model, its config and its record"));
}

void OverviewExports::askForModel(QWidget& parent)
{
    if (!canWriteModel())
        return;
    if (const QString folder = askForFolder(parent); !folder.isEmpty())
        writeModel(folder, &parent);
}

void OverviewExports::askForRepaired(QWidget& parent)
{
    const auto& fix = m_workbench.analysis<FixAnalysis>();
    const auto files = fix.files();
    const auto source = fix.result();
    if (files.empty())
        return;
    m_asking = &parent;
    if (const QString folder = askForFolder(parent); !folder.isEmpty())
        copy(files, folder, source);
}

void OverviewExports::writeReport(const QString& path)
{
    const auto language =
        currentLanguage() == QLatin1String("zh_CN") ? report::Language::Chinese : report::Language::English;
    m_page.writeTo(path, [all = m_workbench.answers(), language] { return report::htmlReport(all, language); });
}

void OverviewExports::writeModel(const QString& folder, QWidget* asking)
{
    m_folder = folder;
    m_asking = asking;
    if (m_workbench.config().isOpen() && m_workbench.session().canSimulate())
        m_workbench.analysis<CalibrateAnalysis>().start();
    else
        copyModel();
}

void OverviewExports::copyModel()
{
    const QString folder = std::exchange(m_folder, {});
    if (folder.isEmpty())
        return;
    const ConfigDocument& config = m_workbench.config();
    if (!config.isOpen()) {
        const auto& fix = m_workbench.analysis<FixAnalysis>();
        return copy(fix.files(), folder, fix.result());
    }
    const auto& calibrate = m_workbench.analysis<CalibrateAnalysis>();
    auto files = calibrate.files();
    if (!config.isDirty()) // the file says something else otherwise
        files.push_back(config.path().toStdString());
    copy(files, folder, calibrate.result());
}

void OverviewExports::copy(const std::vector<std::string>& files, const QString& folder,
                           std::shared_ptr<const void> source)
{
    if (!m_asking || FileCopies::mayReplace(*m_asking, folder, files))
        m_copies.copy(files, folder, std::move(source));
}

} // namespace ql::widgets
