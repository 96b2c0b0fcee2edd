// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ql::widgets {

class FixAnalysis;

/// What the answer of @p analysis says as a whole: before and after on how many samples, what it costs, how much of it
/// the config says, and whether it is still about what is open. @pre there is an answer
QString answerSentences(const FixAnalysis& analysis);

} // namespace ql::widgets
