// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QList>
#include <QPalette>
#include <QString>

#include <memory>

namespace ql::widgets {

/// One version of a layer: a side of its row in the comparison with the baseline.
struct LayerVersion {
    QString title = {};
    std::shared_ptr<const results::LayerRow> layer; ///< null while nothing is known
    bool isBaseline = false;                        ///< the baseline's side, without a difference and a quantizer

    const results::LayerSide& side() const { return isBaseline ? layer->baseline : layer->analysis; }
};

/// Statistics, differences from the baseline and quantizers of all of them in one table, as rich text.
QString versionNumbers(const QList<LayerVersion>& versions, const QPalette& palette);

} // namespace ql::widgets
