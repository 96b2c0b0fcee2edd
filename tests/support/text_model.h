// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/text_form/text_form.h"
#include "core/import/imported_model.h"

#include <string>

namespace ql::tests {

/// A network in the text form as if it had been read from @p path.
inline importers::ImportedModel textModel(const std::string& text, const std::string& path = "model.onnx")
{
    importers::ImportedModel model;
    model.graph = graph::parseGraph(text);
    model.path = path;
    model.format = "text";
    return model;
}

} // namespace ql::tests
