// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"
#include "core/results/request_parts.h"

#include <memory>
#include <stop_token>

namespace ql::analysis {

/// The functions of @p options, with the command of its judge, if there is one, as the judge (judgeCommand()), and its
/// expressions, if there are any, as the post-processing (OutputExpressions). Null where there is nothing.
/// @throws Error (BadArgument) for what can't be read, and for two of a kind
std::shared_ptr<const caller::Functions> functionsOf(const results::RunOptions& options, std::stop_token stop);

/// Those of @p options, with the taps of libraries behind their own, for an analysis that shows layers.
std::shared_ptr<const caller::Functions> tapped(const results::RunOptions& options);

/// @p request with functionsOf().
template <typename Request>
Request withFunctions(Request request, std::stop_token stop)
{
    request.options.functions = functionsOf(request.options, std::move(stop));
    return request;
}

} // namespace ql::analysis
