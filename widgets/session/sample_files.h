// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ql::widgets {

/// How long the first axis of a .npy with at least two axes is, by its header; nothing of other files.
std::optional<qint64> leadingAxis(const QString& path);

/// Whether a data set surely holds no more than one sample: nothing can be held out of it.
bool isSingleSample(const QString& path);

} // namespace ql::widgets
