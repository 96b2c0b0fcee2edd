// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/overview/next_steps.h"

#include <QString>

#include <cstdint>

namespace ql::widgets {

class Workbench;

/// What a comparison was made on.
struct ShownSample {
    QString name;           ///< "heldout.npy[32]"
    std::uint64_t of = 0;   ///< so many samples; 0 = it wasn't chosen among others
    std::size_t number = 0; ///< among these, from 1
    bool isWorst = false;   ///< of these
};

/// The layer that the headline blames: where a run showed that the error starts, whom the budget names, else where it
/// may start. Null where nobody is. @pre the state has a comparison and a verdict
const results::LayerRow* blamedLayer(const report::OverviewState& state);

/// What the shown comparison was made on.
ShownSample shownSample(Workbench& workbench);

/// "the worst of 32 samples, heldout.npy[3]", "random numbers".
QString sampleText(const results::Verdict& verdict, const ShownSample& sample);

/// Of outputs that need no repair: how good the worst is, and on what. @pre the state has a verdict
QString goodNews(const report::OverviewState& state, const ShownSample& sample);

/// The answer in one go: which output or slice, how bad and on what, whose fault, why. @pre the state has a verdict
QString conclusion(const report::OverviewState& state, const ShownSample& sample);

} // namespace ql::widgets
