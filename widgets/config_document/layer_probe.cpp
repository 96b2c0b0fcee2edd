// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/layer_probe.h"

#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"

#include <algorithm>

namespace ql::widgets {

namespace {

using config::LayerEdit;
using config::LayerSettings;
using config::ObserverKind;
using config::ResolvedLayer;

constexpr int kWidths[]{4, 8, 16};
constexpr double kSomeScale = 0.0125;
constexpr ObserverKind kObservers[]{
    ObserverKind::MinMax, ObserverKind::MovingAverage, ObserverKind::Percentile, ObserverKind::Histogram,
    ObserverKind::Kl,     ObserverKind::Mse,           ObserverKind::Ifmr,       ObserverKind::Hfmg,
    ObserverKind::Arq,    ObserverKind::LuqMse};

/// Tries edits of one layer on copies of a config.
class Trial {
public:
    Trial(const config::ConfigFile& file, LayerEdit layer, JobContext& context)
        : m_file(file)
        , m_layer(std::move(layer))
        , m_context(context)
    {
    }

    bool canSkip() { return works(LayerEdit::Action::Skip, {}); }
    template <typename Change>
    bool canSet(Change change)
    {
        LayerSettings settings;
        change(settings);
        return works(LayerEdit::Action::Set, std::move(settings));
    }

private:
    bool works(LayerEdit::Action action, LayerSettings settings)
    {
        m_context.throwIfCancelled();
        LayerEdit edit = m_layer;
        edit.action = action;
        edit.settings = std::move(settings);
        auto copy = m_file;
        try {
            copy.apply(std::span(&edit, 1));
        } catch (const Error&) {
            return false; // what the dialect can't say is what is asked for here
        }
        return true;
    }

    const config::ConfigFile& m_file;
    LayerEdit m_layer;
    JobContext& m_context;
};

void fillAbilities(LayerProbe& probe, std::span<const std::string_view> formats, Trial trial)
{
    probe.canSkip = trial.canSkip();
    for (const int bits : kWidths) {
        if (trial.canSet([bits](LayerSettings& settings) { settings.activation.bits = bits; }))
            probe.activationBits.push_back(bits);
        if (probe.hasWeight && trial.canSet([bits](LayerSettings& settings) { settings.weight.bits = bits; }))
            probe.weightBits.push_back(bits);
    }
    for (const auto format : formats) {
        const std::string name(format);
        if (trial.canSet([&name](LayerSettings& settings) { settings.activation.numberFormat = name; }))
            probe.activationFormats.push_back(name);
        if (probe.hasWeight && trial.canSet([&name](LayerSettings& settings) { settings.weight.numberFormat = name; }))
            probe.weightFormats.push_back(name);
    }
    const auto granularity = [](config::Granularity wanted) {
        return [wanted](LayerSettings& settings) { settings.weight.granularity = wanted; };
    };
    probe.canGranularity = probe.hasWeight && trial.canSet(granularity(config::Granularity::PerChannel))
                           && trial.canSet(granularity(config::Granularity::PerTensor));
    for (const ObserverKind kind : kObservers)
        if (trial.canSet([kind](LayerSettings& settings) {
                settings.activation.observer = config::Observer{kind, {}, {}};
            }))
            probe.observers.push_back(kind);
    probe.canFixScale = trial.canSet([](LayerSettings& settings) {
        settings.activation.fixed = config::FixedScale{{kSomeScale}, {0}};
    });
}

/// What is known of the layer in the network; null where it has none of the name.
const graph::Node* takeNode(const config::QuantConfig& written, LayerEdit& edit, const graph::Graph& network,
                            LayerProbe& probe)
{
    const config::LayerNames names(written, network);
    const auto found = names.find(edit.layer);
    const auto* node = found.empty() ? config::findLayer(network, edit.layer) : found.front();
    if (!node)
        return nullptr;
    edit.layer = names.nameOf(*node);
    config::completeEdit(edit, network, *node);
    probe.opType = node->opType;
    probe.hasWeight = !edit.weightTensors.empty();
    for (const auto& follower : config::closureOf(network, std::span(&node->name, 1)))
        if (follower.layer != node->name)
            probe.followers.push_back(follower);
    const auto said = config::withSubgraphs(written, network);
    probe.holds = config::LayerNames(said, network).resolve(*node);
    probe.isMentioned = names.resolve(*node).origin == ResolvedLayer::Origin::Layer;
    return node;
}

} // namespace

std::shared_ptr<const LayerProbe> probeLayer(const config::ConfigFile& file, const std::string& layer,
                                             const graph::Graph* network, JobContext& context)
{
    auto probe = std::make_shared<LayerProbe>();
    probe->layer = layer;
    LayerEdit edit;
    edit.layer = layer;
    const auto* node = network ? takeNode(file.config(), edit, *network, *probe) : nullptr;
    probe->isKnown = !network || node;
    if (!node) {
        probe->holds = file.config().resolve(layer, {}, {});
        probe->isMentioned = probe->holds.origin == ResolvedLayer::Origin::Layer;
    }
    if (probe->isKnown)
        fillAbilities(*probe, file.dialect().numberFormats, Trial(file, edit, context));
    return probe;
}

} // namespace ql::widgets
