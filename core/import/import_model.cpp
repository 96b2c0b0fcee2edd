// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/mapped_file.h"
#include "core/import/model_file.h"
#include "core/import/onnx_importer.h"
#include "core/import/torchscript_importer.h"

namespace ql::import {

ImportedModel importModel(const std::filesystem::path& path)
{
    const auto kind = withContext(path.string(), [&] { return kindOf(MappedFile::open(path)->bytes()); });
    // ONNX's importer tells every other kind of file by its content and says so.
    return kind == FileKind::TorchScript ? importTorchScript(path) : importOnnx(path);
}

} // namespace ql::import
