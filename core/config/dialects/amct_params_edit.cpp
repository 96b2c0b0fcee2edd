// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/dialects/amct_names.h"
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/name_list.h"
#include "core/config/parameter_table.h"

#include <fmt/format.h>

#include <cstdlib>

namespace ql::config {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;

/// torch's FakeQuantize has no num_bits but a range.
void editRange(TreeEditor& editor, const Path& args, int bits)
{
    const bool isUnsigned = [&] {
        const auto* low = at(editor.meaning(), below(args, "quant_min"));
        return low && !low->text.starts_with('-');
    }();
    const std::int64_t span = std::int64_t(1) << (isUnsigned ? bits : bits - 1);
    editor.set(below(args, "quant_min"), Value::ofInt(isUnsigned ? 0 : -span));
    editor.set(below(args, "quant_max"), Value::ofInt(span - 1));
    const auto* dtype = at(editor.meaning(), below(args, "dtype"));
    if (bits > 8 && dtype && dtype->text.ends_with("int8"))
        editor.set(below(args, "dtype"), Value::ofText("torch.qint32"));
}

void editBits(TreeEditor& editor, const Path& params, int bits)
{
    const auto args = below(params, "quantizer_args");
    if (at(editor.meaning(), below(args, "quant_max")) && !at(editor.meaning(), below(args, "num_bits")))
        editRange(editor, args, bits);
    else
        editor.set(below(args, "num_bits"), Value::ofInt(bits));
}

/// A given scale takes the place of whatever calibrates.
Value fixedParams(const FixedScale& fixed, int bits, bool isWeight)
{
    Value args = Value::ofMap({{"scale", valueOf(fixed.scales)}});
    if (!isWeight)
        args.add("zero_point", Value::ofInt(fixed.offsets.empty() ? 0 : fixed.offsets.front()));
    args.add("num_bits", Value::ofInt(bits));
    return Value::ofMap({{"quantizer", Value::ofText("FixedFakeQuantize")}, {"quantizer_args", args}});
}

void editFixed(TreeEditor& editor, const Path& path, const TensorSettings& wanted, bool isWeight)
{
    const auto* bits = at(editor.meaning(), below(below(path, "quantizer_args"), "num_bits"));
    const int old = bits ? std::atoi(bits->text.c_str()) : 8;
    editor.set(path, fixedParams(*wanted.fixed, wanted.bits.value_or(old), isWeight));
}

void editAmctTensor(TreeEditor& editor, const Path& path, const TensorSettings& wanted, bool isWeight)
{
    const auto args = below(path, "quantizer_args");
    if (wanted.fixed)
        return editFixed(editor, path, wanted, isWeight);
    if (wanted.bits)
        editBits(editor, path, *wanted.bits);
    if (wanted.granularity)
        editor.set(below(args, "channel_wise"), Value::ofBool(*wanted.granularity == Granularity::PerChannel));
    if (wanted.isSymmetric)
        editor.set(below(args, "with_offset"), Value::ofBool(!*wanted.isSymmetric));
    if (wanted.observer) {
        const auto name = amctObserverName(wanted.observer->kind, wanted.granularity == Granularity::PerChannel);
        if (name.empty())
            throw Error(ErrorCode::BadArgument, Message("AMCT has no observer {}", toString(wanted.observer->kind)));
        editor.set(below(args, "observer"), Value::ofText(name));
    }
}

template <typename Kind>
void addParameters(Value& args, const Algorithm<Kind>& algorithm, std::span<const ParameterRule> rules)
{
    for (const auto& entry : algorithm.parameters.entries())
        if (findParameter(rules, entry.name) && !args.find(entry.name))
            args.add(entry.name, valueOf(entry.value));
}

bool isTorchs(ObserverKind kind)
{
    return kind == ObserverKind::MinMax || kind == ObserverKind::MovingAverage || kind == ObserverKind::Histogram;
}

/// The class to write for an observer; the nearest one with a loss where AMCT has none.
std::string observerClass(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses)
{
    const auto fallback = isWeight ? ObserverKind::Arq : ObserverKind::Ifmr;
    if (!settings.observer)
        return std::string(amctObserverName(fallback, false));
    const auto& observer = *settings.observer;
    if (observer.kind == ObserverKind::Custom)
        return observer.spelled;
    const auto name = amctObserverName(observer.kind, settings.granularity == Granularity::PerChannel);
    if (!name.empty())
        return std::string(name);
    losses.push_back(fmt::format("observer {} becomes {}", toString(observer.kind), toString(fallback)));
    return std::string(amctObserverName(fallback, false));
}

QuantizerKind quantizerKind(const TensorSettings& settings, bool isWeight)
{
    const auto fallback = isWeight ? QuantizerKind::Arq : QuantizerKind::Ulq;
    const auto kind = settings.quantizer ? settings.quantizer->kind : fallback;
    // torch's quantizer goes with torch's observers.
    return kind == QuantizerKind::Linear && settings.observer && !isTorchs(settings.observer->kind) ? fallback : kind;
}

std::string quantizerClass(const TensorSettings& settings, bool isWeight)
{
    const auto fallback = isWeight ? QuantizerKind::Arq : QuantizerKind::Ulq;
    const auto kind = quantizerKind(settings, isWeight);
    if (kind == QuantizerKind::Custom)
        return settings.quantizer->spelled;
    const auto name = amctQuantizerName(kind, isWeight);
    return std::string(name.empty() ? amctQuantizerName(fallback, isWeight) : name);
}

/// torch's FakeQuantize takes a range, a type and a scheme in place of AMCT's words.
void addTorchArguments(Value& args, const TensorSettings& settings)
{
    const int bits = settings.bits.value_or(8);
    const bool isUnsigned = settings.isUnsigned.value_or(false);
    const std::int64_t span = std::int64_t(1) << (isUnsigned ? bits : bits - 1);
    args.add("quant_min", Value::ofInt(isUnsigned ? 0 : -span));
    args.add("quant_max", Value::ofInt(span - 1));
    args.add("dtype", Value::ofText(bits > 8 ? "torch.qint32" : "torch.qint8"));
    args.add("qscheme",
             Value::ofText(fmt::format("torch.{}_{}", toString(settings.granularity.value_or(Granularity::PerTensor)),
                                       settings.isSymmetric.value_or(false) ? "symmetric" : "affine")));
    if (settings.channelAxis)
        args.add("ch_axis", Value::ofInt(*settings.channelAxis));
    if (settings.observer)
        addParameters(args, *settings.observer, parametersOf(settings.observer->kind));
}

/// AMCT's own classes.
void addArguments(Value& args, const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses)
{
    args.add("num_bits", Value::ofInt(settings.bits.value_or(8)));
    if (settings.granularity && isWeight)
        args.add("channel_wise", Value::ofBool(*settings.granularity == Granularity::PerChannel));
    if (settings.granularity == Granularity::PerChannel && !isWeight)
        losses.push_back("activations have one scale, not one per channel");
    const bool isLuq = settings.observer && settings.observer->kind == ObserverKind::LuqMse;
    if (isLuq && settings.isSymmetric == false)
        args.add("qscheme", Value::ofText("affine"));
    else if (!isLuq && settings.isSymmetric == true && !isWeight)
        args.add("with_offset", Value::ofBool(false));
    if (settings.isSymmetric == false && isWeight)
        losses.push_back("weights are symmetric");
    if (settings.observer)
        addParameters(args, *settings.observer, parametersOf(settings.observer->kind));
    if (settings.quantizer)
        addParameters(args, *settings.quantizer, parametersOf(settings.quantizer->kind, isWeight));
}

} // namespace

void editAmctTensors(TreeEditor& editor, const Path& path, const TensorSettings& wanted, bool isWeight)
{
    if (wanted.isEmpty())
        return;
    forEachItem(editor, path, [&](const Path& item) { editAmctTensor(editor, item, wanted, isWeight); });
}

Value writeAmctTensor(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses)
{
    const int bits = settings.bits.value_or(8);
    if (settings.floatType)
        losses.push_back(*settings.floatType + " becomes 8 bits");
    if (settings.fixed && !settings.fixed->scales.empty())
        return fixedParams(*settings.fixed, bits, isWeight);
    Value args = Value::ofMap();
    if (const auto observer = observerClass(settings, isWeight, losses); !observer.empty())
        args.add("observer", Value::ofText(observer));
    const auto kind = quantizerKind(settings, isWeight);
    if (kind == QuantizerKind::Linear)
        addTorchArguments(args, settings);
    else
        addArguments(args, settings, isWeight, losses);
    if (kind == QuantizerKind::Custom) // takes what it was given
        for (const auto& entry : settings.quantizer->parameters.entries())
            if (!args.find(entry.name))
                args.add(entry.name, valueOf(entry.value));
    return Value::ofMap({{"quantizer", Value::ofText(quantizerClass(settings, isWeight))}, {"quantizer_args", args}});
}

} // namespace ql::config
