// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/result_files.h"

#include "core/report/foreign/foreign_tool.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/fix_result.h"
#include "core/results/tune_result.h"
#include "widgets/analyses/analysis.h"
#include "widgets/session/model_session.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace ql::widgets {

namespace {

constexpr qint64 kSchemaBytes = 256; ///< which comes first in a document
constexpr QLatin1String kLayersDock("layersDock");

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

bool isNewer(const std::filesystem::path& file, const std::filesystem::path& than)
{
    std::error_code first, second;
    const auto written = std::filesystem::last_write_time(file, first);
    const auto limit = std::filesystem::last_write_time(than, second);
    return !first && !second && written > limit;
}

} // namespace

bool isResultFile(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const bool isJson = suffix == QLatin1String("json");
    constexpr std::array kSuffixes{"json", "txt", "csv", "log", "cache"};
    const auto isSuffix = [&suffix](const char* known) { return suffix == QLatin1String(known); };
    QFile file(path);
    if (std::ranges::none_of(kSuffixes, isSuffix) || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(report::kForeignHead);
    const QByteArray first = head.left(kSchemaBytes);
    return (isJson && first.contains("\"schema\"") && first.contains("\"quantloupe."))
           || report::foreignToolOf({head.constData(), std::size_t(head.size())});
}

ResultFiles::ResultFiles(ModelSession& session, const std::vector<std::unique_ptr<Analysis>>& analyses)
    : m_session(session)
    , m_analyses(analyses)
{
    connect(&m_reader, &JobRunner::finished, this, &ResultFiles::take);
    connect(&m_reader, &JobRunner::failed, this,
            [this](const Error& error) { Q_EMIT m_session.failed(errorLabel(error)); });
}

void ResultFiles::open(const QString& path)
{
    m_reader.start([path] { return tr("Reading %1").arg(QFileInfo(path).fileName()); },
                   [file = path.toStdString()](JobContext&) { return read(file); });
}

/// Where the result says, or beside the result: results travel with their models.
ResultFiles::ModelFile ResultFiles::found(const std::string& path, const std::filesystem::path& document)
{
    using State = ModelFile::State;
    if (path.empty())
        return {};
    if (path.find(" (simulated") != std::string::npos && !isThere(path))
        return {path, State::Simulated};
    for (const auto& place : {std::filesystem::path(path), document.parent_path() / path,
                              document.parent_path() / std::filesystem::path(path).filename()})
        if (isThere(place))
            return {place.string(), isNewer(place, document) ? State::Changed : State::There};
    return {path, State::Missing};
}

std::shared_ptr<const ResultFiles::ReadResult> ResultFiles::read(const std::filesystem::path& path)
{
    auto result = std::make_shared<ReadResult>();
    result->document = report::readResultDocument(path);
    if (!result->document.tool.empty()) // which names no files that could be opened
        return result;
    const auto names = result->document.parts.models();
    // About a single model: it is the one to look at.
    const bool isOfOne = names.baseline.empty();
    result->baseline = found(isOfOne ? names.analysis : names.baseline, path);
    result->analysis = found(isOfOne ? std::string() : names.analysis, path);
    if (const auto badCases = result->document.parts.first<results::BadCaseResult>())
        result->data = found(badCases->data, path);
    if (const auto repairs = result->document.parts.first<results::FixResult>())
        result->config = found(repairs->config, path);
    if (const auto search = result->document.parts.first<results::TuneResult>())
        result->config = found(search->config, path);
    return result;
}

QString ResultFiles::sentenceAbout(const ModelFile& file)
{
    const QString path = QString::fromStdString(file.path);
    switch (file.state) {
    case ModelFile::State::Missing: return tr("%1 is no longer there: open it from where it is now.").arg(path);
    case ModelFile::State::Changed:
        return tr("%1 was changed after this result was written, and is not opened.").arg(path);
    case ModelFile::State::Simulated:
        return tr("The analysis model was simulated: open its config and its calibration data to run it again.");
    case ModelFile::State::None:
    case ModelFile::State::There: break;
    }
    return {};
}

Label ResultFiles::missingOf(const std::shared_ptr<const ReadResult>& result, bool isShown)
{
    return [result, isShown] {
        QStringList sentences;
        if (!isShown)
            sentences.append(tr("The window has no view of a result of %1: quantloupe-cli report makes a page of it.")
                                 .arg(QString::fromStdString(result->document.command)));
        for (const ModelFile* file : {&result->baseline, &result->analysis, &result->data, &result->config})
            if (const QString sentence = sentenceAbout(*file); !sentence.isEmpty())
                sentences.append(sentence);
        return sentences.join(u' ');
    };
}

/// Those of another pair would be run where this one's layers are clicked.
void ResultFiles::openModels(const ReadResult& result)
{
    const auto pathOf = [](const ModelFile& file) {
        return file.state == ModelFile::State::There ? QString::fromStdString(file.path) : QString();
    };
    const QString baseline = pathOf(result.baseline);
    const QString analysis = pathOf(result.analysis);
    const bool areOpen = m_session.baseline().path() == baseline && m_session.analysis().path() == analysis;
    m_session.baseline().setPath(baseline);
    m_session.analysis().setPath(analysis);
    if (!areOpen)
        m_session.setInputs({});
    if (result.data.state == ModelFile::State::There)
        m_session.setData(QString::fromStdString(result.data.path));
    // One that is open may hold edits.
    if (result.config.state == ModelFile::State::There && m_session.config().isEmpty())
        m_session.setConfig(QString::fromStdString(result.config.path));
}

void ResultFiles::take()
{
    const auto result = m_reader.result();
    const auto& parts = result->document.parts;
    if (result->document.tool.empty())
        openModels(*result);
    const Label title = [file = QString::fromStdString(result->document.file), tool = result->document.tool] {
        const QString name = QFileInfo(file).fileName();
        return tool.empty() ? tr("Showing %1").arg(name)
                            : tr("Showing %1 (%2)", "file, tool that wrote it").arg(name, coreText(tool));
    };
    QString dock;
    bool isShown = false;
    if (const auto compared = parts.first<results::CompareResult>()) {
        m_session.show(compared, title);
        dock = kLayersDock;
        isShown = true;
    }
    for (const auto& analysis : m_analyses)
        if (analysis->show(parts, title)) {
            if (analysis->traits().dock)
                dock = QLatin1String(analysis->traits().dock);
            isShown = true;
        }
    Q_EMIT opened(dock, missingOf(result, isShown));
}

} // namespace ql::widgets
