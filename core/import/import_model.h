// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace ql::importers {

/// Any model with the standard's operators in their own meaning, as writing it takes: ONNX brought up to opset @p
/// opset, TorchScript without LibTorch's calls where the standard has the operator. @throws Error as importModel(),
/// and (UnsupportedFormat) for what the standard has no form of
ImportedModel importStandard(const std::filesystem::path& path, int opset, const std::stop_token& stop = {});

/// The same of a model that importModel() read; nothing where its file must be read for it: that of an older opset.
std::optional<ImportedModel> standardForm(const ImportedModel& model, int opset);

/// Picks the importer by content, not by suffix. @throws Error (UnsupportedFormat) saying what the file looks like;
/// Cancelled when @p stop is requested
ImportedModel importModel(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace ql::importers
