// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/weights/pt_container.h"

namespace ql::data {

/// A file of torch.save before PyTorch 1.6, or with _use_new_zipfile_serialization=False: pickles and storages one
/// behind the other. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
std::unique_ptr<PtContainer> openOldPt(const std::filesystem::path& path);

} // namespace ql::data
