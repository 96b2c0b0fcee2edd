// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options/options.h"
#include "app/cli/runtime/progress_bar.h"
#include "core/base/job_context.h"
#include "core/engine/engine.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::cli {

/// What every command of one process shares. Owned by whoever starts commands; one at a time uses it.
struct Environment {
    std::stop_token stop;
    std::shared_ptr<engine::Engine> engine; ///< loaded on first use
    /// Takes results instead of stdout, if set.
    std::function<void(std::string_view)> print;
};

/// Parses @p words (a command and its options), runs the command, and turns every ending into an exit status (see
/// ExitStatus).
int runCommandLine(const std::vector<std::string>& words, Environment& environment);

/// What a command works with while it runs: its common options, the engine, progress and cancellation, output.
class CommandSession {
public:
    /// @p environment must outlive this.
    CommandSession(CommonOptions options, Environment& environment);

    const CommonOptions& options() const { return m_options; }
    Environment& environment() { return m_environment; }

    /// Asks the engine (loaded on first use, half a second) a question, with a progress bar and the cancel point.
    /// @p question takes (engine::Engine&, JobContext&). @throws Error, Cancelled
    template <typename Question>
    auto ask(Question&& question)
    {
        ProgressBar bar(isProgressShown());
        JobContext ctx(m_environment.stop, [&bar](const Progress& progress) { bar.show(progress); });
        ctx.beginStage("loading the engine", 1, 0.0, 0.0);
        auto& answering = engine();
        answering.prepare(m_options.engine, ctx);
        return std::forward<Question>(question)(answering, ctx);
    }

    /// The result, on stdout unless the environment takes it. @throws Error (FileWrite) when stdout is closed or full
    void print(std::string_view text) const;

    bool writesReports() const { return !m_options.outFolder.empty(); }
    /// Prints the result, and writes `NAME.txt` and `NAME.json` where --out asks for reports. @throws Error (FileWrite)
    void answer(const std::string& name, const std::string& text, const std::string& json) const;
    /// Writes @p content into the --out folder. @pre writesReports() @throws Error (FileWrite)
    void writeReport(const std::string& name, std::string_view content) const;
    /// Says which @p files were written, unless the result is printed as JSON.
    void tellWritten(const std::vector<std::filesystem::path>& files) const;
    std::filesystem::path outFolder() const { return m_options.outFolder; }

private:
    engine::Engine& engine();
    bool isProgressShown() const;

    CommonOptions m_options;
    Environment& m_environment;
};

} // namespace ql::cli
