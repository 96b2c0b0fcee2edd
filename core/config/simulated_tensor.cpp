// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/simulated_tensor.h"

#include "core/config/custom_observers.h"
#include "core/config/parameter_table.h"

#include <algorithm>

namespace ql::config {

namespace {

/// AMCT's guide: "where the bias is above 6.4031265, eps is raised".
constexpr double kArqEpsOfLargeBias = 7.63312164e-06;

/// A class of the user's own; a name without a package is refused when it is read.
bool isInPackage(std::string_view name)
{
    return name.find('.') != std::string_view::npos;
}

class TensorSimulation {
public:
    TensorSimulation(const TensorSettings& said, TensorRole role, ParameterUse& use)
        : m_said(said)
        , m_role(role)
        , m_use(use)
    {
    }

    SimulatedTensor take()
    {
        m_tensor.bits = m_use.take(m_said.bits);
        m_tensor.numberFormat = m_use.take(m_said.numberFormat);
        m_tensor.isSymmetric = m_use.take(m_said.isSymmetric);
        m_tensor.isUnsigned = m_use.take(m_said.isUnsigned);
        takeChannels();
        if (m_said.fixed && !m_said.fixed->scales.empty()) {
            takeFixed();
            return std::move(m_tensor);
        }
        takeObserver();
        if (m_said.quantizer)
            takeQuantizer(*m_said.quantizer);
        return std::move(m_tensor);
    }

private:
    void takeChannels()
    {
        if (m_role == TensorRole::Weight) {
            m_tensor.isPerChannel = m_use.take(m_said.granularity).as([](auto granularity) {
                return granularity == Granularity::PerChannel;
            });
            m_tensor.channelAxis = m_use.take(m_said.channelAxis);
            return;
        }
        if (m_said.granularity == Granularity::PerChannel)
            m_use.leave(m_said.granularity.position, "an activation has one scale, not one per channel");
        else
            m_use.take(m_said.granularity);
    }

    void takeFixed()
    {
        m_use.take(m_said.quantizer);
        if (m_role == TensorRole::Activation && m_said.fixed->scales.size() > 1) {
            for (const auto place : m_said.fixed->positions)
                m_use.leave(place, "an activation has one scale, not one per channel");
            return;
        }
        m_use.take(m_said.fixed->positions);
        m_tensor.fixed = m_said.fixed;
    }

    void takeObserver()
    {
        if (!m_said.observer)
            return;
        const auto& observer = *m_said.observer;
        m_use.take(m_said.observer);
        m_tensor.observer = SimulatedObserver{methodOf(observer.kind), {}, {}};
        m_tensor.observer->isTorchs = isTorchs();
        if (isTorchs())
            m_tensor.observer->numbers["eps"] = defaultNumber(parametersOf(ObserverKind::MinMax), "eps");
        if (observer.kind == ObserverKind::Arq)
            m_tensor.observer->numbers = {{"eps", defaultNumber(parametersOf(observer.kind), "eps")},
                                          {"eps_of_large_bias", kArqEpsOfLargeBias}};
        if (observer.kind == ObserverKind::Custom && observer.spelled == "skip")
            m_use.leave(m_said.observer.position, "skip has no ranges but random ones; min_max stands for it");
        else if (observer.kind == ObserverKind::Custom && isCustomObserver(observer.spelled))
            m_tensor.observer->method = observer.spelled;
        else if (observer.kind == ObserverKind::Custom && isInPackage(observer.spelled))
            m_use.leave(m_said.observer.position,
                        Message("{} is a class of the user's own; min_max stands for it", observer.spelled));
        else if (observer.kind == ObserverKind::Fixed)
            m_use.leave(m_said.observer.position,
                        "load takes the ranges that training left in the model; min_max stands for it");
        for (const auto& entry : observer.parameters.entries())
            takeParameter(entry, findParameter(parametersOf(observer.kind), entry.name));
    }

    /// An observer of torch's own, or the one that its FakeQuantize has.
    bool isTorchs() const
    {
        const auto isOf = [](std::string_view spelled) { return spelled.starts_with("torch."); };
        return isOf(m_said.observer->spelled)
               || (m_said.observer->spelled.empty() && m_said.quantizer && isOf(m_said.quantizer->spelled));
    }

    static std::string methodOf(ObserverKind kind)
    {
        switch (kind) {
        case ObserverKind::Custom:
        case ObserverKind::Fixed: return "min_max";
        case ObserverKind::Hfmg: return "hfmg"; // near what it does: least loss over a histogram
        default: return std::string(toString(kind));
        }
    }

    void takeQuantizer(const Quantizer& quantizer)
    {
        m_use.take(m_said.quantizer);
        if (quantizer.kind == QuantizerKind::Custom && isCustomObserver(quantizer.spelled))
            m_tensor.observer = SimulatedObserver{quantizer.spelled, {}, {}};
        else if (quantizer.kind == QuantizerKind::Custom && isInPackage(quantizer.spelled))
            m_use.leave(m_said.quantizer.position,
                        Message("{} is a class of the user's own; round-to-nearest in equal steps stands for it",
                                quantizer.spelled));
        for (const auto& entry : quantizer.parameters.entries())
            takeParameter(entry, findParameter(parametersOf(quantizer.kind, m_role == TensorRole::Weight), entry.name));
        if (quantizer.kind == QuantizerKind::Ulq)
            takeLimits(quantizer.parameters);
    }

    void takeLimits(const Parameters& parameters)
    {
        m_tensor.isMinFixed = parameters.boolOr("fixed_min", false);
        const bool hasLowest = parameters.find("clip_min") || m_tensor.isMinFixed;
        if (hasLowest && parameters.find("clip_max")) {
            const double lowest = m_tensor.isMinFixed ? 0.0 : parameters.numberOr("clip_min", 0.0);
            m_tensor.clip = ClipLimits{lowest, parameters.numberOr("clip_max", 1.0)};
            return;
        }
        for (const auto& entry : parameters.entries())
            if (entry.name == "clip_max" || entry.name == "clip_min")
                m_use.leave(entry.position, "a clip limit counts only together with the other one");
    }

    /// @p rule is the algorithm's own, null where it has none of this name.
    void takeParameter(const Parameters::Entry& entry, const ParameterRule* rule)
    {
        if (entry.name == "reduce_range" && entry.value == ParameterValue(true)) {
            if (!isTorchs())
                return m_use.leave(entry.position, "the integers keep all their bits");
            m_tensor.bits = m_tensor.bits.value_or(8) - 1;
        }
        if (entry.name == "qscheme" && entry.value == ParameterValue(std::string("dynamic")))
            return m_use.leave(entry.position, "what dynamic chooses is not known here; symmetric stands for it");
        // These were held against the width, the sign and the scheme when they were read.
        constexpr std::string_view kRead[]{"quant_min", "quant_max", "dtype", "qscheme", "with_offset", "reduce_range"};
        if (std::ranges::find(kRead, entry.name) != std::end(kRead))
            return m_use.take(entry.position);
        if (entry.name == "batch_num")
            return m_use.leave(entry.position, batchesLeft());
        const bool isForCustom = m_tensor.observer && isCustomObserver(m_tensor.observer->method);
        if (!isForCustom && (!rule || !rule->isSimulated))
            return;
        m_use.take(entry.position);
        const auto name = entry.name == "num_of_bins" ? std::string("bins") : entry.name;
        if (!m_tensor.observer)
            return;
        if (const auto* text = std::get_if<std::string>(&entry.value))
            m_tensor.observer->initialization = entry.name == "init_algo" ? *text : std::string();
        else if (const auto* number = std::get_if<double>(&entry.value))
            m_tensor.observer->numbers[name] = *number;
        else if (const auto* integer = std::get_if<std::int64_t>(&entry.value))
            m_tensor.observer->numbers[name] = double(*integer);
    }

    const TensorSettings& m_said;
    TensorRole m_role;
    ParameterUse& m_use;
    SimulatedTensor m_tensor;
};

} // namespace

SimulatedTensor simulatedTensor(const TensorSettings& said, TensorRole role, ParameterUse& use)
{
    return TensorSimulation(said, role, use).take();
}

} // namespace ql::config
