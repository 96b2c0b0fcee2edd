// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/report/overview/edit_words.h"

#include <array>
#include <string>
#include <vector>

namespace ql::graph {
class Graph;
}

namespace ql::widgets {

/// What a click may change of layers in the config: the one list of buttons, menus and measured repairs.
enum class EditKind {
    Int16,      ///< what a layer reads has 16 bits
    PerChannel, ///< a scale per channel of its weight
    WideWeight, ///< its weight has 8 bits where it had fewer, else 16
    Range,      ///< of what it reads: the one of least squared error, in place of all that was seen
    Skip,       ///< it stays in float
    Restore     ///< nothing is said of it alone any more
};
inline constexpr std::array kEditKinds{EditKind::Int16, EditKind::PerChannel, EditKind::WideWeight,
                                       EditKind::Range, EditKind::Skip,       EditKind::Restore};

/// What it is called as a step of undo.
report::ConfigChange changeOf(EditKind kind);

/// Of @p layers, as @p config, which may be null, quantizes the first of them now.
std::vector<config::LayerEdit> editsOf(EditKind kind, const std::vector<std::string>& layers,
                                       const config::QuantConfig* config);

/// Those of @p layers that the network has, and that have what @p kind changes. All while the network is unknown.
std::vector<std::string> layersFor(EditKind kind, const std::vector<std::string>& layers, const graph::Graph* network);

/// The same of any of them, of which only the first few are looked at.
bool isAnyFor(EditKind kind, const std::vector<std::string>& layers, const graph::Graph* network);

} // namespace ql::widgets
