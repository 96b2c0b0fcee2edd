// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"

#include "core/config/dialects/amct_names.h"
#include "core/config/parameter_table.h"

#include <algorithm>
#include <cmath>

namespace ql::config {

namespace {

using text::View;

/// Reads one {quantizer, quantizer_args}.
class TensorReader {
public:
    TensorReader(Reading& reading, bool isWeight, int& batchCount)
        : m_reading(reading)
        , m_isWeight(isWeight)
        , m_batchCount(batchCount)
    {
    }

    TensorSettings read(const View& params)
    {
        if (const auto quantizer = m_reading.text(params, "quantizer")) {
            m_settings.quantizer = Quantizer{amctQuantizer(*quantizer).kind, *quantizer, {}};
            if (m_settings.quantizer->kind == QuantizerKind::Fixed)
                m_settings.observer = Observer{ObserverKind::Fixed, {}, {}};
        }
        m_reading.warnUnknown(params, {"quantizer", "quantizer_args"});
        if (const auto args = m_reading.map(params, "quantizer_args"))
            readArguments(*args);
        return std::move(m_settings);
    }

private:
    void readArguments(const View& args)
    {
        if (const auto observer = m_reading.text(args, "observer")) {
            const auto known = amctObserver(*observer);
            m_settings.observer = Observer{known.kind, *observer, {}};
            m_settings.granularity = known.granularity;
        }
        const auto low = args.find("quant_min");
        m_isUnsigned = low && low->asInt().value_or(-1) >= 0;
        for (const auto& member : args.members())
            if (member.key != "observer")
                readArgument(args, member.key, member.view());
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
        if (!takeCommon(args, name) && !takeTorch(name, *parameter) && !isKnown && !isOpen())
            m_reading.warn("unknown-key", value.position(), Message("{} means nothing to {}", name, algorithmName()),
                           "is it misspelt?");
        keep(name, *parameter);
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
                m_settings.bits = int(std::clamp<std::int64_t>(*bits, 0, 64));
        } else if (name == "channel_wise") {
            if (const auto isPerChannel = m_reading.boolean(args, name))
                m_settings.granularity = *isPerChannel ? Granularity::PerChannel : Granularity::PerTensor;
        } else if (name == "with_offset") {
            if (const auto hasOffset = m_reading.boolean(args, name))
                m_settings.isSymmetric = !*hasOffset;
        } else if (name == "batch_num") {
            m_batchCount = std::max(
                m_batchCount, int(std::clamp<std::int64_t>(m_reading.integer(args, name).value_or(1), 1, 1 << 20)));
        } else {
            return takeFixed(args, name);
        }
        return true;
    }

    bool takeFixed(const View& args, const std::string& name)
    {
        if (name != "scale" && name != "zero_point")
            return false;
        if (!m_settings.fixed)
            m_settings.fixed.emplace();
        const auto view = args.find(name).value();
        std::vector<double> numbers;
        if (const auto one = view.asNumber())
            numbers.push_back(*one);
        for (const auto& item : view.items())
            numbers.push_back(item.asNumber().value_or(std::nan("")));
        const bool isScale = name == "scale";
        for (const auto number : numbers)
            if (!std::isfinite(number)
                || (isScale ? number <= 0.0 : number != std::round(number) || std::abs(number) > 65536))
                m_reading.error("parameter-range", view.position(),
                                Message("{} is {}, expected {}", name, number,
                                        isScale ? Message("a number above 0") : Message("an integer")));
        if (numbers.empty())
            m_reading.error("wrong-type", view.position(), Message("{} is no number and no list of numbers", name));
        if (isScale)
            m_settings.fixed->scales = numbers;
        else
            for (const auto number : numbers)
                m_settings.fixed->offsets.push_back(
                    std::isfinite(number) ? std::int64_t(std::clamp(number, -65536.0, 65536.0)) : 0);
        return true;
    }

    /// torch's own words. True when taken.
    bool takeTorch(const std::string& name, const ParameterValue& parameter)
    {
        const auto* text = std::get_if<std::string>(&parameter);
        const auto* number = std::get_if<std::int64_t>(&parameter);
        if (name == "qscheme" && text) {
            if (*text != "dynamic")
                m_settings.isSymmetric = text->ends_with("symmetric");
            if (text->find("per_") != std::string::npos)
                m_settings.granularity =
                    text->find("per_channel") != std::string::npos ? Granularity::PerChannel : Granularity::PerTensor;
        } else if (name == "ch_axis" && number) {
            m_settings.channelAxis = int(std::clamp<std::int64_t>(*number, -16, 16));
        } else if (name == "quant_max" && number) {
            if (!m_settings.bits && *number > 0 && *number <= 65535)
                m_settings.bits =
                    int(std::lround(std::ceil(std::log2(double(*number) + 1.0)))) + (m_isUnsigned ? 0 : 1);
        } else if (name == "quant_min" && number) {
            if (m_isUnsigned)
                m_settings.isUnsigned = true;
        } else {
            return name == "dtype" || name == "reduce_range" || name == "eps";
        }
        return true;
    }

    void keep(const std::string& name, const ParameterValue& parameter)
    {
        const bool isOfObserver = m_settings.observer && findParameter(parametersOf(m_settings.observer->kind), name);
        if (isOfObserver)
            m_settings.observer->parameters.set(name, parameter);
        else if (m_settings.quantizer)
            m_settings.quantizer->parameters.set(name, parameter);
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
    int& m_batchCount;
    bool m_isUnsigned = false;
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

TensorSettings readAmctTensor(Reading& reading, const View& params, bool isWeight, int& batchCount)
{
    return TensorReader(reading, isWeight, batchCount).read(params);
}

void readAmctParams(Reading& reading, const View& layer, LayerSettings& settings, int& batchCount)
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
