// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/common_options.h"
#include "app/cli/progress_bar.h"
#include "core/base/job_context.h"
#include "core/engine/engine.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>

namespace ql::cli {

/// What a command works with while it runs: its common options, the engine, progress and cancellation, output.
class Session {
public:
    Session(CommonOptions options, std::stop_token stop);

    const CommonOptions& options() const { return m_options; }

    /// Asks the engine (loaded on first use, half a second) a question, with a progress bar and the cancel point.
    /// @p question takes (engine::Engine&, JobContext&). @throws Error, Cancelled
    template <typename Question>
    auto ask(Question&& question)
    {
        ProgressBar bar(isProgressShown());
        JobContext ctx(m_stop, [&bar](const Progress& progress) { bar.show(progress); });
        ctx.beginStage("loading the engine", 1, 0.0, 0.0);
        return std::forward<Question>(question)(engine(), ctx);
    }

    /// The result, on stdout. @throws Error (FileWrite) when stdout is closed or full
    void print(std::string_view text) const;

    bool writesReports() const { return !m_options.outFolder.empty(); }
    /// Writes @p content into the --out folder. @pre writesReports() @throws Error (FileWrite)
    void writeReport(const char* name, std::string_view content) const;
    std::filesystem::path outFolder() const { return m_options.outFolder; }

private:
    engine::Engine& engine();
    bool isProgressShown() const;

    CommonOptions m_options;
    std::stop_token m_stop;
    std::shared_ptr<engine::Engine> m_engine;
};

} // namespace ql::cli
