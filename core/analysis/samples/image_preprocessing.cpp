// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/samples/image_preprocessing.h"

namespace ql::analysis {

std::optional<data::Preprocessing> preprocessingOf(const results::ImageOptions& images)
{
    if (images.file.empty() && images.settings.empty())
        return std::nullopt;
    return data::readPreprocessing(images.file, images.settings);
}

} // namespace ql::analysis
