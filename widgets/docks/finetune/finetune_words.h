// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ql::widgets {

class FinetuneAnalysis;

/// What the answer of @p analysis says as a whole: before and after on how many samples, or that nothing is offered,
/// how far it came, and whether it is still about what is open. @pre there is an answer
QString answerSentences(const FinetuneAnalysis& analysis);

} // namespace ql::widgets
