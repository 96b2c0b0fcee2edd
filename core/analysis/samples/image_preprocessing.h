// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/images/preprocessing.h"
#include "core/results/request_parts.h"

#include <optional>

namespace ql::analysis {

/// What a request says about images; nothing when it says nothing. @throws Error as data::readPreprocessing
std::optional<data::Preprocessing> preprocessingOf(const results::ImageOptions& images);

} // namespace ql::analysis
