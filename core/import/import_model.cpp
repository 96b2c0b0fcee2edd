// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx_importer.h"

namespace ql::import {

ImportedModel importModel(const std::filesystem::path& path)
{
    // ONNX is the one format read so far; its importer tells every other kind of file by its content and says so.
    return importOnnx(path);
}

} // namespace ql::import
