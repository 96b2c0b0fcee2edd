// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/result_document.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace ql::widgets {

class Analysis;
class ModelSession;

/// Opens what an analysis wrote as JSON: its answer becomes the window's, and the models that it is about are opened
/// where they are still as they were. Files are read in the background.
class ResultFiles : public QObject {
    Q_OBJECT

public:
    /// Both outlive it.
    ResultFiles(ModelSession& session, const std::vector<std::unique_ptr<Analysis>>& analyses);

    void open(const QString& path);
    bool isBusy() const { return m_reader.isRunning(); }
    JobRunner& readJob() { return m_reader; }

Q_SIGNALS:
    /// @p dock is where the answer is; what is missing of it, translated, is empty where nothing is.
    void opened(const QString& dock, const ql::widgets::Label& missing);

private:
    /// A file that a result is about.
    struct ModelFile {
        enum class State { None, There, Missing, Changed, Simulated };
        std::string path; ///< as the result has it; where it is found, if it is there
        State state = State::None;
    };
    /// What was read in the background.
    struct ReadResult {
        report::ResultDocument document;
        ModelFile baseline;
        ModelFile analysis;
        ModelFile data;   ///< of a bad-case search
        ModelFile config; ///< that repairs or overrides are edits of
    };

    static ModelFile found(const std::string& path, const std::filesystem::path& document);
    static std::shared_ptr<const ReadResult> read(const std::filesystem::path& path);
    static QString sentenceAbout(const ModelFile& file);
    static Label missingOf(const std::shared_ptr<const ReadResult>& result, bool isShown);
    void take();
    void openModels(const ReadResult& result);

    ModelSession& m_session;
    const std::vector<std::unique_ptr<Analysis>>& m_analyses;
    ResultRunner<const ReadResult> m_reader;
};

/// Whether @p path is a result: a JSON file that says so at its beginning, or one of another tool.
bool isResultFile(const QString& path);

} // namespace ql::widgets
