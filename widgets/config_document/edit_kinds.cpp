// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/edit_kinds.h"

#include "core/config/edit_layers.h"
#include "core/config/layer_names.h"

#include <algorithm>
#include <iterator>

namespace ql::widgets {

namespace {

constexpr int kUsual = 8;
constexpr int kWide = 16;
constexpr std::size_t kMostLookedAt = 32;

int moreBits(const std::vector<std::string>& layers, const config::QuantConfig* config)
{
    if (!config || layers.empty())
        return kWide;
    const auto now = config->resolve(layers.front(), {}, {}).weight.bits;
    return now && *now < kUsual ? kUsual : kWide;
}

bool isFor(EditKind kind, const std::string& layer, const graph::Graph& network)
{
    const auto* node = config::findLayer(network, layer);
    const bool needsWeight = kind == EditKind::PerChannel || kind == EditKind::WideWeight;
    return node && (!needsWeight || !config::weightInputs(network, *node).empty());
}

} // namespace

report::ConfigChange changeOf(EditKind kind)
{
    using enum report::ConfigChange;
    switch (kind) {
    case EditKind::Int16: return Int16;
    case EditKind::PerChannel: return PerChannel;
    case EditKind::WideWeight: return WideWeight;
    case EditKind::Range: return Range;
    case EditKind::Skip: return Skip;
    case EditKind::Restore: break;
    }
    return Restore;
}

std::vector<config::LayerEdit> editsOf(EditKind kind, const std::vector<std::string>& layers,
                                       const config::QuantConfig* config)
{
    config::LayerEdit edit;
    switch (kind) {
    case EditKind::Int16: edit.settings.activation.bits = kWide; break;
    case EditKind::PerChannel: edit.settings.weight.granularity = config::Granularity::PerChannel; break;
    case EditKind::WideWeight: edit.settings.weight.bits = moreBits(layers, config); break;
    case EditKind::Range:
        edit.settings.activation.observer = config::Observer{config::ObserverKind::Mse, {}, {}};
        break;
    case EditKind::Skip: edit.action = config::LayerEdit::Action::Skip; break;
    case EditKind::Restore: edit.action = config::LayerEdit::Action::Restore; break;
    }
    return config::editsOf(layers, edit);
}

std::vector<std::string> layersFor(EditKind kind, const std::vector<std::string>& layers, const graph::Graph* network)
{
    std::vector<std::string> meant;
    std::ranges::copy_if(layers, std::back_inserter(meant),
                         [&](const std::string& layer) { return !network || isFor(kind, layer, *network); });
    return meant;
}

bool isAnyFor(EditKind kind, const std::vector<std::string>& layers, const graph::Graph* network)
{
    const auto end = layers.begin() + std::ptrdiff_t(std::min(kMostLookedAt, layers.size()));
    return std::any_of(layers.begin(), end,
                       [&](const std::string& layer) { return !network || isFor(kind, layer, *network); });
}

} // namespace ql::widgets
