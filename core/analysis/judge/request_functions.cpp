// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/judge/request_functions.h"

#include "core/analysis/expressions/output_expressions.h"
#include "core/analysis/judge/judge_command.h"
#include "core/base/error.h"
#include "core/caller/library/tap_library.h"

namespace ql::analysis {

std::shared_ptr<const caller::Functions> functionsOf(const results::RunOptions& options, std::stop_token stop)
{
    if (options.judge.command.empty() && options.postProcess.empty())
        return options.functions;
    auto functions = options.functions ? *options.functions : caller::Functions{.areOfRequest = true};
    if (!options.judge.command.empty()) {
        if (functions.judge)
            throw Error(ErrorCode::BadArgument, "there are two judges, a function and a command", "give one of them");
        functions.judge = judgeCommand(options.judge, std::move(stop));
        functions.areOfRequest = false;
    }
    if (!options.postProcess.empty()) {
        if (functions.postProcess)
            throw Error(ErrorCode::BadArgument, "there are two post-processings, a function and expressions",
                        "give one of them");
        functions.postProcess = OutputExpressions(options.postProcess);
    }
    return std::make_shared<const caller::Functions>(std::move(functions));
}

std::shared_ptr<const caller::Functions> tapped(const results::RunOptions& options)
{
    auto functions = options.functions ? *options.functions : caller::Functions{.areOfRequest = true};
    functions.tap = caller::withLibraryTaps(std::move(functions.tap));
    return functions.tap ? std::make_shared<const caller::Functions>(std::move(functions)) : options.functions;
}

} // namespace ql::analysis
