// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <QString>

#include <string>

namespace ql::widgets {

/// What core says in English (a finding, an advice, an error, a stage of a job) in the user's language, its numbers in
/// the user's way. A sentence that core/base/chinese_messages.h lacks stays as it is.
QString coreText(const std::string& english);

/// The same for half a sentence: with a capital letter in front, a full stop behind.
QString coreSentence(const std::string& english);

/// What a job does just now: "comparing layers · conv_3".
QString progressText(const Progress& progress);

} // namespace ql::widgets
