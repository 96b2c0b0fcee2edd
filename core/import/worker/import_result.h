// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/imported_model.h"
#include "core/import/worker/result_reader.h"
#include "core/import/worker/result_writer.h"

#include <variant>

namespace ql::importers {

/// What reading a file ends in.
using ImportResult = std::variant<ImportedModel, Error>;

/// A model, without its path and its data files: those the asking process knows itself.
ResultWriter resultOf(const ImportedModel& model);
ResultWriter resultOf(const Error& error);

/// What was answered. Constants stand in @p whole, which must not change any more.
/// @throws Error (FileCorrupt, InvalidGraph) where it can't be an result
ImportResult readResult(FileBytes whole);

/// All that @p error says: code, message, hint, contexts and position, each message still in its parts, so that it can
/// be said in another language.
void writeError(ResultWriter& result, const Error& error);

/// The same error. Formats of messages must outlive everything, so this process keeps each that it didn't know, once;
/// after a thousand, and where one is too long, a message becomes English text. From any thread.
/// @throws Error (FileCorrupt) where it isn't one
Error readError(ResultReader& result);

} // namespace ql::importers
