// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"

#include <QString>

namespace ql::widgets {

/// What is wrong and what to do, in the user's language. Core writes English by a few forms with places for numbers and
/// names; a sentence of no known form stays English.
QString adviceMessage(const results::Advice& advice);
QString adviceRemedy(const results::Advice& advice);

/// Whether every sentence of @p advice has a known form.
bool isTranslatable(const results::Advice& advice);

} // namespace ql::widgets
