// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace ql::importers {

/// Does @p read, which reads a stranger's file of @p fileBytes bytes, in a child process within limits (see
/// read_in_child.h; its result may have 512 MB and eight times the file's), and hands back what it gives: no
/// library reads the file in this process, and a child that the file has taken over can only give another model, as
/// sound as any file's. What @p read throws is thrown here. The model has neither path nor data files; its constants
/// are read-only memory.
/// @throws Error (UnsupportedFormat) saying how the child ended, or what is wrong with its result; Cancelled when
/// @p stop is requested. From any thread.
ImportedModel runSandboxed(const std::function<ImportedModel()>& read, std::uint64_t fileBytes,
                           const std::stop_token& stop);

} // namespace ql::importers
