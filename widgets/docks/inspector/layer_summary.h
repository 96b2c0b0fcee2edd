// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QColor>
#include <QString>

namespace ql::widgets {

/// What is wrong with a layer and why, each in a sentence.
struct LayerSummary {
    QString what;
    QString why;                               ///< empty where nothing was found against it
    const results::Diagnostic* said = nullptr; ///< of the layer's findings the one that is told in `why`
    bool tellsEffect = false;                  ///< `what` says what setting it right gains
};

LayerSummary summaryOf(const results::LayerRow& layer, const results::CompareResult& compared);

/// As rich text, with a link in that colour to what the handbook says of it.
QString summaryHtml(const LayerSummary& summary, const QColor& link);

/// The first line that makes @p after of @p before: "+ skip_layers: [conv_1]", "− …" where lines only went; empty
/// where they are equal.
QString writtenLine(const std::string& before, const std::string& after);

} // namespace ql::widgets
