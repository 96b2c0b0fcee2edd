// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/cli/options/options.h"
#include "app/cli/runtime/progress_bar.h"
#include "core/base/job_context.h"
#include "core/base/memory/expansion_budget.h"
#include "core/base/rank_group.h"
#include "core/caller/functions.h"
#include "core/caller/samples.h"
#include "core/engine/engine.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::cli {

/// A program that calls commands in place of a user at a terminal, and what it hands over.
struct CallingProgram {
    /// What a word of the command line stands for that is no file, by word: `--data`, `--input` and the like.
    std::map<std::string, std::shared_ptr<const caller::Samples>> samples;
    std::shared_ptr<const caller::Functions> functions; ///< null = none
    JobContext::Listener progress;                      ///< in place of the bar; may be empty
    /// Takes what each condition that was crossed says, in place of a line on standard error; may be empty.
    std::function<void(std::string_view)> crossed;
};

/// What every command of one process shares. Owned by whoever starts commands; one at a time uses it.
struct Environment {
    std::stop_token stop;
    std::shared_ptr<engine::Engine> engine; ///< loaded on first use
    /// Takes results instead of stdout, if set.
    std::function<void(std::string_view)> print;
    const CallingProgram* program = nullptr; ///< null = none
    bool obeysLaunchers = false;             ///< this process may be one of several that share a job (ranks)
};

/// Parses @p words (a command and its options), runs the command, and turns every ending into an exit status (see
/// ExitStatus).
int runCommandLine(const std::vector<std::string>& words, Environment& environment);

/// The same for a calling program, which gets to know why: @throws Error, (BadArgument) for words that mean nothing,
/// and Cancelled
int runCommand(const std::vector<std::string>& words, Environment& environment);

/// What a command works with while it runs: its common options, the engine, progress and cancellation, output.
class CommandSession {
public:
    /// @p environment must outlive this.
    CommandSession(CommonOptions options, Environment& environment);

    const CommonOptions& options() const { return m_options; }
    Environment& environment() { return m_environment; }

    /// Joins the other processes of a launcher that started several. @p command is what it started.
    /// @throws Error, Cancelled
    void joinRanks(const Command& command);
    /// Tells the others how this one ended; to be called once, last.
    void leaveRanks(RankGroup::Ending ending, const std::string& why = {});
    /// Why the others end this one, if they do.
    std::optional<Error> failureOfRanks() const;
    /// Whether this process is the one that talks to the user.
    bool isReporter() const;

    /// Asks the engine (loaded on first use, half a second) a question, with a progress bar and the cancel point.
    /// @p question takes (engine::Engine&, JobContext&). @throws Error, Cancelled
    template <typename Question>
    auto ask(Question&& question)
    {
        const AllowedExpansion allowed(m_options.run.maxMemory);
        ProgressBar bar(isProgressShown());
        JobContext ctx(stopToken(), [this, &bar](const Progress& progress) {
            bar.show(progress);
            tellProgram(progress);
        });
        ctx.beginStage("loading the engine", 1, 0.0, 0.0);
        auto& answering = engine();
        answering.prepare(m_options.engine, ctx);
        return std::forward<Question>(question)(answering, ctx);
    }

    /// A document or a file, as it stands on stdout unless the environment takes it. @throws Error (FileWrite) when
    /// stdout is closed or full
    void print(std::string_view text) const;
    /// The answer: @p json where --json asks for it, else @p text, whose first line is the shortest answer and, with
    /// --quiet, all of it. @throws Error (FileWrite) as print()
    void show(const std::string& text, const std::string& json) const;

    bool writesReports() const { return !m_options.outFolder.empty(); }
    /// Whether reports are written, by this process or, of several that share the work, by the first.
    bool asksForReports() const { return m_asksForReports || writesReports(); }
    /// Shows the result, and writes `NAME.txt` and `NAME.json` where --out asks for reports. @throws Error (FileWrite)
    void answer(const std::string& name, const std::string& text, const std::string& json) const;
    /// Writes @p content into the --out folder. @pre writesReports() @throws Error (FileWrite)
    void writeReport(const std::string& name, std::string_view content) const;
    /// Says which condition was crossed: to the calling program, or on standard error.
    void tellCrossed(const std::string& failure) const;
    /// Says which @p files were written, unless the result is printed as JSON or in one line.
    void tellWritten(const std::vector<std::filesystem::path>& files) const;
    /// Before anything runs: @throws Error (FileWrite) if one of the files of these @p names in the --out folder is one
    /// that the command reads
    void requireApart(const std::vector<std::string>& names) const;
    std::filesystem::path outFolder() const { return m_options.outFolder; }

    /// Whether a function of the calling program, or a program named with @p options, says how good outputs are.
    bool hasJudge(const results::JudgeOptions& options) const;

    /// Puts what the calling program holds in the places of the words that stand for it, and the common options and its
    /// functions into @p request. The judge and the
    /// post-processing of its options stay.
    template <typename Request>
    void complete(Request& request) const
    {
        auto judge = std::move(request.options.judge);
        auto postProcess = std::move(request.options.postProcess);
        request.options = m_options.run;
        request.options.judge = std::move(judge);
        request.options.postProcess = std::move(postProcess);
        if constexpr (requires { request.samples; })
            request.samples.held = heldFor(request.samples);
        if constexpr (requires { request.models.quantization; })
            request.models.quantization.held = heldAs(request.models.quantization.data);
        if constexpr (requires { request.quantization; })
            request.quantization.held = heldAs(request.quantization.data);
    }

private:
    std::shared_ptr<const caller::Samples> heldAs(const std::string& word) const;
    std::shared_ptr<const caller::Samples> heldFor(const results::InputSelection& samples) const;

    RankGroup* ranks() const { return m_options.run.ranks.get(); }
    std::stop_token stopToken() const;
    engine::Engine& engine();
    bool isProgressShown() const;
    void tellProgram(const Progress& progress) const;
    void hand(std::string_view text, bool (*write)(std::string_view)) const;

    CommonOptions m_options;
    Environment& m_environment;
    bool m_isFirstRank = true; ///< also where nobody else is
    bool m_asksForReports = false;
    bool m_isReporter = true; ///< as long as there is no group to ask
};

} // namespace ql::cli
