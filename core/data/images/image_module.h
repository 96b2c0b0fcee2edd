// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/images/preprocessing.h"

namespace ql::data {

/// The name under which readImage() finds the function below in libquantloupe_images.so.
constexpr const char* kReadImageSymbol = "quantloupe_read_image";

} // namespace ql::data

/// Reads @p path into @p image. @throws ql::Error as ql::data::readImage
extern "C" void quantloupe_read_image(const std::filesystem::path& path, const ql::data::Preprocessing& how,
                                      ql::graph::TensorData& image);
