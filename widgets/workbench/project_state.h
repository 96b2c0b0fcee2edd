// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "core/project/project_judge.h"
#include "core/results/compare_result.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/session/model_session.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <string>

namespace ql::widgets {

/// What of a session a project file keeps.
struct ProjectState {
    QString baseline;
    QString analysis;
    QStringList inputs;
    QString data;
    QString config;
    QString calibration; ///< a data set
    QString record;      ///< a quantization-factor record in its place
    QString map;         ///< which layers are pairs
    results::ImageOptions images;
    SimulatedFormats formats;
    QString targetArithmetic;
    std::vector<std::string> postProcess;
    results::JudgeOptions judge; ///< with a command, or none
    results::MetricId metric = results::MetricId::Sqnr;
    SensitivityChoice sensitivity;
    results::ModelVariant variant = results::ModelVariant::None;
    results::CauseRuns causes = results::CompareRequest().causes;
    std::size_t mostSamples = 0; ///< in a bad-case search; 0 = all

    bool operator==(const ProjectState&) const = default;
};

/// What @p file, in @p folder, says; of a judge nothing, which somebody has to trust first. @p metric is what holds
/// where the file names none.
ProjectState stateIn(const project::ProjectFile& file, const std::filesystem::path& folder, results::MetricId metric);

/// What turns the text of a file that says @p before into one that says @p after. A setting that is the same stays
/// untouched. @p judges: where the file names one.
/// @throws Error as project::withSettings()
std::string changedText(const std::string& text, const ProjectState& before, const ProjectState& after,
                        const project::JudgePlaces& judges, const std::filesystem::path& path);

} // namespace ql::widgets
