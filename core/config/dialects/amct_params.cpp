// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"

#include "core/config/dialects/amct_names.h"
#include "core/config/dialects/flat_params.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ql::config {

namespace {

using text::View;

/// Reads one {quantizer, quantizer_args}.
class TensorReader {
public:
    TensorReader(Reading& reading, bool isWeight, Located<int>& batchCount)
        : m_reading(reading)
        , m_isWeight(isWeight)
        , m_batchCount(batchCount)
    {
    }

    TensorSettings read(const View& params)
    {
        if (const auto name = m_reading.text(params, "quantizer")) {
            requireKnown(*name, name.position);
            m_settings.quantizer = name.as([](const auto& text) {
                return Quantizer{amctQuantizer(text).kind, text, {}};
            });
            if (m_settings.quantizer->kind == QuantizerKind::Fixed)
                m_settings.observer = Observer{ObserverKind::Fixed, {}, {}};
        }
        m_reading.warnUnknown(params, {"quantizer", "quantizer_args"});
        if (const auto args = m_reading.map(params, "quantizer_args"))
            readArguments(*args);
        complete(params);
        return std::move(m_settings);
    }

private:
    void readArguments(const View& args)
    {
        if (const auto observer = m_reading.text(args, "observer")) {
            requireKnown(*observer, observer.position);
            const auto known = amctObserver(*observer);
            m_settings.observer = observer.as([&known](const auto& text) { return Observer{known.kind, text, {}}; });
            m_settings.granularity = {known.granularity, observer.position};
        }
        if (m_settings.quantizer && m_settings.quantizer->kind == QuantizerKind::Fixed)
            m_settings.fixed = readFixed(m_reading, args, m_isWeight);
        m_low = m_reading.integer(args, "quant_min");
        m_high = m_reading.integer(args, "quant_max");
        for (const auto& member : args.members())
            if (member.key != "observer")
                readArgument(args, member.key, member.view());
        takeRange();
    }

    void requireKnown(const std::string& name, SourcePosition where)
    {
        if (const auto nearest = nearestAmctClass(name); !nearest.empty())
            m_reading.error(
                "unknown-class", where,
                Message("{} is no class of AMCT, and one of your own has its package's name before it", name),
                Message("did you mean {}?", nearest));
    }

    void readArgument(const View& args, const std::string& name, const View& value)
    {
        const auto parameter = parameterOf(value);
        if (!parameter) {
            m_reading.error("wrong-type", value.position(),
                            Message("{} is neither a number nor a word nor a list of numbers", name));
            return;
        }
        const bool isKnown = check(name, *parameter, value);
        if (!takeCommon(args, name) && !takeTorch(name, *parameter, value) && !isKnown && !isOpen())
            m_reading.warn("unknown-key", value.position(), Message("{} means nothing to {}", name, algorithmName()),
                           "is it misspelt?");
        keep(name, *parameter, value.position());
    }

    /// Holds the value against the tables. False when no table knows the name.
    bool check(const std::string& name, const ParameterValue& parameter, const View& value)
    {
        bool isKnown = false;
        const auto checkOne = [&](std::span<const ParameterRule> rules, const std::string& owner) {
            const auto* rule = findParameter(rules, name);
            isKnown |= rule != nullptr;
            if (const auto problem = rule ? parameterProblem(*rule, parameter) : std::nullopt)
                m_reading.error("parameter-range", value.position(), Message("{}.{} {}", owner, name, *problem));
        };
        if (m_settings.quantizer)
            checkOne(parametersOf(m_settings.quantizer->kind, m_isWeight), m_settings.quantizer->spelled);
        if (m_settings.observer && m_settings.observer->kind != ObserverKind::Fixed)
            checkOne(parametersOf(m_settings.observer->kind), m_settings.observer->spelled);
        return isKnown;
    }

    /// What every algorithm knows. True when taken.
    bool takeCommon(const View& args, const std::string& name)
    {
        if (name == "num_bits") {
            if (const auto bits = m_reading.integer(args, name))
                m_settings.bits = bits.as([](auto count) { return int(std::clamp<std::int64_t>(count, 0, 64)); });
        } else if (name == "channel_wise") {
            m_settings.granularity = m_reading.boolean(args, name).as(granularityOf);
        } else if (name == "with_offset") {
            takeSymmetric(m_reading.boolean(args, name).as(std::logical_not()));
        } else if (name == "batch_num") {
            const auto count = m_reading.integer(args, name);
            if (count && *count > m_batchCount.value_or(0))
                m_batchCount = count.as([](auto n) { return int(std::clamp<std::int64_t>(n, 1, 1 << 20)); });
        } else {
            return m_settings.fixed && (name == "scale" || name == "zero_point");
        }
        return true;
    }

    void takeSymmetric(Located<bool> isSymmetric)
    {
        if (!isSymmetric)
            return;
        if (m_settings.isSymmetric && *m_settings.isSymmetric != *isSymmetric)
            m_reading.error("contradiction", isSymmetric.position, "with_offset and qscheme contradict each other",
                            "keep one of the two");
        m_settings.isSymmetric = isSymmetric;
    }

    /// torch's own words. True when taken.
    bool takeTorch(const std::string& name, const ParameterValue& parameter, const View& value)
    {
        const auto* text = std::get_if<std::string>(&parameter);
        const auto* number = std::get_if<std::int64_t>(&parameter);
        if (name == "qscheme" && text) {
            if (*text != "dynamic")
                takeSymmetric({text->ends_with("symmetric"), value.position()});
            if (text->find("per_") != std::string::npos)
                m_settings.granularity = {granularityOf(text->find("per_channel") != std::string::npos),
                                          value.position()};
        } else if (name == "ch_axis" && number) {
            m_settings.channelAxis = {int(std::clamp<std::int64_t>(*number, -16, 16)), value.position()};
        } else if (name == "dtype" && text) {
            if (text->find("quint") != std::string::npos)
                m_reading.error("parameter-range", value.position(),
                                Message("dtype is {}, but AMCT quantizes to signed integers only", *text),
                                "choose torch.qint8");
        } else {
            return name == "quant_min" || name == "quant_max" || name == "reduce_range" || name == "eps";
        }
        return true;
    }

    /// quant_min and quant_max are a width, and a sign.
    void takeRange()
    {
        if (!m_high || *m_high <= 0 || *m_high > 65535)
            return;
        const bool isUnsigned = m_low.value_or(-1) >= 0;
        const int bits = int(std::lround(std::ceil(std::log2(double(*m_high) + 1.0)))) + (isUnsigned ? 0 : 1);
        const auto highest = (std::int64_t(1) << (isUnsigned ? bits : bits - 1)) - 1;
        if (m_low && (*m_high != highest || *m_low != (isUnsigned ? 0 : -highest - 1)))
            m_reading.warn("not-simulated", m_low.position,
                           Message("quant_min {} and quant_max {} are not all integers of a width: simulated with all "
                                   "of {} bits",
                                   *m_low, *m_high, m_settings.bits.value_or(bits)));
        if (m_settings.bits && *m_settings.bits != bits)
            m_reading.error("contradiction", m_high.position,
                            Message("quant_max is {}, but num_bits is {}", *m_high, *m_settings.bits),
                            "keep one of the two");
        else if (!m_settings.bits)
            m_settings.bits = m_high.as([bits](auto) { return bits; });
        if (isUnsigned)
            m_settings.isUnsigned = m_low.as([](auto) { return true; });
    }

    void keep(const std::string& name, const ParameterValue& parameter, SourcePosition where)
    {
        const bool isOfObserver = m_settings.observer && findParameter(parametersOf(m_settings.observer->kind), name);
        if (m_settings.quantizer && !isOfObserver)
            m_settings.quantizer->parameters.set(name, parameter, where);
        else if (m_settings.observer)
            m_settings.observer->parameters.set(name, parameter, where);
    }

    /// What the named classes take where the file says nothing, whatever holds elsewhere.
    void complete(const View& params)
    {
        const auto& quantizer = m_settings.quantizer;
        if (quantizer && !m_settings.observer)
            m_settings.observer = Observer{amctQuantizer(quantizer->spelled).observer, {}, {}};
        if (!m_settings.observer)
            return;
        const auto kind = m_settings.observer->kind;
        if (kind == ObserverKind::Snq && !m_settings.bits)
            m_settings.bits = 4;
        if (!m_settings.isSymmetric && !m_isWeight)
            m_settings.isSymmetric = kind == ObserverKind::LuqMse;
        if (quantizer && quantizer->kind == QuantizerKind::Fixed && !m_settings.bits)
            m_settings.bits = kFixedBits;
        if (quantizer && quantizer->kind == QuantizerKind::Fixed)
            requireFixed(m_reading, params, m_settings, m_isWeight);
    }

    /// Classes of the user's own take whatever they like.
    bool isOpen() const
    {
        return !m_settings.quantizer || m_settings.quantizer->kind == QuantizerKind::Custom
               || m_settings.quantizer->kind == QuantizerKind::Linear
               || (m_settings.observer && m_settings.observer->kind == ObserverKind::Custom);
    }

    Message algorithmName() const
    {
        return m_settings.quantizer ? Message::text(m_settings.quantizer->spelled) : Message("this layer");
    }

    Reading& m_reading;
    bool m_isWeight;
    Located<int>& m_batchCount;
    Located<std::int64_t> m_low;
    Located<std::int64_t> m_high;
    TensorSettings m_settings;
};

} // namespace

LayerSettings amctDefaults()
{
    LayerSettings settings;
    settings.activation.bits = 8;
    settings.activation.isSymmetric = false;
    settings.activation.observer = Observer{ObserverKind::Ifmr, {}, {}};
    settings.activation.quantizer = Quantizer{QuantizerKind::Ulq, {}, {}};
    settings.weight.bits = 8;
    settings.weight.isSymmetric = true;
    settings.weight.granularity = Granularity::PerChannel;
    settings.weight.observer = Observer{ObserverKind::Arq, {}, {}};
    settings.weight.quantizer = Quantizer{QuantizerKind::Arq, {}, {}};
    return settings;
}

TensorSettings readAmctTensor(Reading& reading, const View& params, bool isWeight, Located<int>& batchCount)
{
    return TensorReader(reading, isWeight, batchCount).read(params);
}

void readAmctParams(Reading& reading, const View& layer, LayerSettings& settings, Located<int>& batchCount)
{
    const auto activation = layer.find("activation_quant_params");
    if (activation && activation->isSequence()) {
        for (const auto& item : activation->items())
            settings.inputs.push_back(readAmctTensor(reading, item, false, batchCount));
        if (settings.inputs.size() == 1) {
            settings.activation = settings.inputs.front();
            settings.inputs.clear();
        }
    } else if (const auto params = reading.map(layer, "activation_quant_params")) {
        settings.activation = readAmctTensor(reading, *params, false, batchCount);
    }
    if (const auto params = reading.map(layer, "weight_quant_params"))
        settings.weight = readAmctTensor(reading, *params, true, batchCount);
}

} // namespace ql::config
