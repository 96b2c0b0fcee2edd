// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/import/handover/answer_reader.h"
#include "core/import/handover/answer_writer.h"

namespace ql::importers {

/// All that @p error says: code, message, hint, contexts and position, each message still in its parts, so that it can
/// be said in another language.
void writeError(AnswerWriter& answer, const Error& error);

/// The same error. Formats of messages must outlive everything, so this process keeps each that it didn't know, once;
/// after a thousand, and where one is too long, a message becomes English text. From any thread.
/// @throws Error (FileCorrupt) where it isn't one
Error readError(AnswerReader& answer);

} // namespace ql::importers
