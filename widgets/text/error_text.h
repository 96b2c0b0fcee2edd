// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/results/layer.h"
#include "widgets/text/label.h"

#include <QString>

#include <vector>

namespace ql::widgets {

/// One sentence of what went wrong in the user's language, by code, then where, what and what to do about it.
QString errorText(const Error& error);

/// The same, to be said again when the language changes.
Label errorLabel(const Error& error);

/// "Warning" … translated.
QString severityText(results::Severity severity);

/// The rule of @p advice, with a question mark where it is a guess.
QString adviceTitle(const results::Diagnostic& advice);
/// All that is said about a layer, for a tool tip: each advice begins a line, lines are short enough to be read.
QString adviceText(const std::vector<results::Diagnostic>& advice);

/// A short translated name for a rule of `check`, e.g. "weight shared"; the rule itself if it is unknown here.
QString checkRuleText(const std::string& rule);

} // namespace ql::widgets
