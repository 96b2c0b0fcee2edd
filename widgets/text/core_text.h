// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/report/html/labels.h"

#include <QString>

namespace ql::widgets {

/// What core says (a finding, an advice, an error, a stage of a job) in the user's language, its numbers in the user's
/// way. What core/base/message_catalog.h lacks stays English.
QString coreText(const Message& message);

/// The same for half a sentence: with a capital letter in front, a full stop behind.
QString coreSentence(const Message& message);

/// The words that core has for tables, in the window's language.
report::Labels coreLabels();
QString coreWord(report::Label word);

/// What a job does just now: "comparing layers · conv_3".
QString progressText(const Progress& progress);

} // namespace ql::widgets
