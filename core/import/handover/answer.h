// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/handover/answer_writer.h"
#include "core/import/imported_model.h"

#include <variant>

namespace ql::importers {

/// What reading a file ends in.
using Answer = std::variant<ImportedModel, Error>;

/// A model, without its path and its data files: those the asking process knows itself.
AnswerWriter answerOf(const ImportedModel& model);
AnswerWriter answerOf(const Error& error);

/// What was answered. Constants stand in @p whole, which must not change any more.
/// @throws Error (FileCorrupt, InvalidGraph) where it can't be an answer
Answer readAnswer(FileBytes whole);

} // namespace ql::importers
