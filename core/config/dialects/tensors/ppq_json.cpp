// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/dialects/tensors/scaled_tensors.h"
#include "core/config/dialects/tensors/tensor_edits.h"
#include "core/config/edit/render.h"
#include "core/graph/ir/graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>

/// The JSON that PPQ and ESP-PPQ write beside an exported ONNX: for each operation and each tensor at it a width and
/// limits, and the number of the scale that "values" holds. Rules as PPQ's ONNX exporter writes them.
namespace ql::config::ppq_json {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("PPQ's JSON");
constexpr const char* kConfigs = "configs";
constexpr const char* kValues = "values";
constexpr std::array kQuantizedStates{"ACTIVATED", "BAKED", "SLAVE", "PASSIVE", "PASSIVE_BAKED"};

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto configs = root.find(kConfigs);
    const auto values = root.find(kValues);
    return configs && values && configs->isMap() && values->isMap();
}

bool hasPolicy(const View& entry, const char* word)
{
    const auto policy = entry.find("policy");
    const auto flag = policy ? policy->find(word) : std::nullopt;
    return flag && flag->asBool().value_or(false);
}

/// The integers of @p entry: all of a width, signed or not.
void readIntegers(Reading& reading, const View& entry, TensorSettings& settings)
{
    const auto bits = reading.integer(entry, "bit_width");
    settings.bits = integerWidth(reading, bits);
    const auto low = reading.number(entry, "quant_min");
    const auto high = reading.number(entry, "quant_max");
    const bool isUnsigned = low && *low >= 0.0;
    settings.isUnsigned = low.as([isUnsigned](double) { return isUnsigned; });
    const double all = std::ldexp(1.0, *settings.bits);
    const double least = isUnsigned ? 0.0 : -all / 2.0;
    if (low && high && (*high != least + all - 1.0 || (*low != least && *low != least + 1.0)))
        reading.warn("not-simulated", low.position,
                     Message("quant_min {} and quant_max {} are not all integers of a width: simulated with all of {} "
                             "bits",
                             *low, *high, *settings.bits));
}

void readScale(Reading& reading, const View& value, TensorSettings& settings)
{
    const auto place = value.position();
    const auto scales = numbersUnder(reading, value, "scale");
    areScales(reading, scales);
    FixedScale fixed{scales.values, {}, {}};
    for (const char* key : {"scale", "zero_point"})
        if (const auto said = value.find(key))
            fixed.positions.push_back(said->position());
    if (fixed.scales.empty())
        return reading.error("missing-key", place, "values without a scale");
    const auto half = std::int64_t(1) << (*settings.bits - 1);
    const auto shift = settings.isUnsigned.value_or(false) ? half : 0;
    for (const auto zero : zeroPointsIn(reading, numbersUnder(reading, value, "zero_point"), "zero_point",
                                        fixed.scales.size(), shift - half, shift + half - 1))
        fixed.offsets.push_back(zero - shift);
    settings.granularity = {granularityOf(fixed.scales.size() > 1), fixed.positions.front()};
    settings.fixed = {std::move(fixed), place};
}

bool isQuantized(const View& entry)
{
    const auto state = entry.find("state");
    return state && std::ranges::find(kQuantizedStates, state->text()) != kQuantizedStates.end();
}

/// Whether it is quantized at all, and by which numbers.
void takeSwitches(const View& entry, const char* numberKey, TensorSettings& settings)
{
    if (!settings.fixed)
        return;
    for (const char* key : {"state", numberKey})
        if (const auto said = entry.find(key))
            settings.fixed->positions.push_back(said->position());
}

/// What one operation says of one tensor; @p values by number.
TensorSettings readEntry(Reading& reading, const View& entry, const View& values)
{
    TensorSettings settings;
    readIntegers(reading, entry, settings);
    if (hasPolicy(entry, "SYMMETRICAL") != hasPolicy(entry, "ASYMMETRICAL"))
        settings.isSymmetric = {hasPolicy(entry, "SYMMETRICAL"), entry.find("policy")->position()};
    const char* key = entry.find("dominator") ? "dominator" : "hash";
    const auto number = entry.find(key);
    if (const auto value = number ? values.find(number->text()) : std::nullopt) {
        readScale(reading, *value, settings);
        takeSwitches(entry, key, settings);
        if (settings.fixed && settings.fixed->scales.size() == 1 && !hasPolicy(entry, "PER_CHANNEL"))
            settings.granularity.reset();
        return settings;
    }
    reading.error("missing-key", entry.position(), "values has no such number");
    return settings;
}

struct Entry {
    std::string operation;
    std::string tensor;
    View view;
};

std::vector<Entry> entriesOf(Reading& reading)
{
    std::vector<Entry> entries;
    const auto configs = reading.map(reading.root(), kConfigs);
    for (const auto& operation : configs ? configs->members() : std::vector<View::Member>())
        for (const auto& tensor : operation.view().members())
            if (tensor.view().isMap())
                entries.push_back({operation.key, tensor.key, tensor.view()});
            else
                reading.error("wrong-type", tensor.view().position(), Message("{} is no map of settings", tensor.key));
    return entries;
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    const auto values = reading.map(reading.root(), kValues);
    const auto entries = entriesOf(reading);
    std::map<std::string, TensorSettings> seen;
    for (const auto& [operation, tensor, view] : entries) {
        if (!values || !isQuantized(view))
            continue;
        reading.setLayer(tensor);
        auto settings = readEntry(reading, view, *values);
        const auto known = seen.find(tensor);
        if (known != seen.end() && known->second != settings)
            reading.warn(
                "not-simulated", view.position(),
                Message("{} quantizes {} otherwise than the operation before: simulated as there", operation, tensor));
        if (known != seen.end())
            continue;
        seen.emplace(tensor, settings);
        config.addOverride(Selector::Kind::Tensor, tensor, {.activation = std::move(settings)}, view.position());
    }
    for (const auto& [operation, tensor, view] : entries) { // fused away or in floating point: not quantized here
        TensorSettings settings;
        const auto state = view.find("state");
        settings.floatType = {"float32", state ? state->position() : view.position()};
        if (!isQuantized(view) && seen.emplace(tensor, settings).second)
            config.addOverride(Selector::Kind::Tensor, tensor, {.activation = std::move(settings)}, view.position());
    }
    reading.setLayer("");
    return config;
}

Value numberOrList(std::vector<Value> numbers)
{
    return numbers.size() == 1 ? std::move(numbers.front()) : Value::ofSequence(std::move(numbers));
}

Value valueEntry(const TensorSettings& settings)
{
    const auto shift =
        settings.isUnsigned.value_or(false) ? std::int64_t(1) << (settings.bits.value_or(8) - 1) : std::int64_t(0);
    std::vector<Value> scales, zeros;
    for (std::size_t i = 0; i < settings.fixed->scales.size(); ++i) {
        scales.push_back(Value::ofDouble(settings.fixed->scales[i]));
        zeros.push_back(Value::ofInt(zeroPointOf(*settings.fixed, i) + shift));
    }
    return Value::ofMap({{"scale", numberOrList(std::move(scales))}, {"zero_point", numberOrList(std::move(zeros))}});
}

Value configEntry(const TensorSettings& settings, std::int64_t number, bool isParameter)
{
    const int bits = settings.bits.value_or(8);
    const auto half = std::int64_t(1) << (bits - 1);
    const bool isUnsigned = settings.isUnsigned.value_or(false);
    const bool isPerChannel = settings.fixed && settings.fixed->scales.size() > 1;
    const bool hasZeros = settings.fixed && std::ranges::any_of(settings.fixed->offsets, [](auto n) { return n != 0; });
    const bool isSymmetric = settings.isSymmetric.value_or(!hasZeros);
    const bool isOfChannels = isPerChannel || (isParameter && settings.granularity == Granularity::PerChannel);
    Value policy = Value::ofMap({{"PER_TENSOR", Value::ofBool(!isOfChannels)},
                                 {"PER_CHANNEL", Value::ofBool(isOfChannels)},
                                 {"LINEAR", Value::ofBool(true)},
                                 {"SYMMETRICAL", Value::ofBool(isSymmetric)},
                                 {"ASYMMETRICAL", Value::ofBool(!isSymmetric)}});
    return Value::ofMap({{"bit_width", Value::ofInt(bits)},
                         {"policy", std::move(policy)},
                         {"state", Value::ofText(settings.fixed ? "ACTIVATED" : "FP32")},
                         {"quant_min", Value::ofInt(isUnsigned ? 0 : -half)},
                         {"quant_max", Value::ofInt(isUnsigned ? 2 * half - 1 : half - 1)},
                         {"hash", Value::ofInt(number)},
                         {"dominator", Value::ofInt(number)}});
}

std::int64_t freeNumber(const Value& root)
{
    std::unordered_set<std::string_view> taken;
    if (const auto* values = root.find(kValues))
        for (const auto& [number, entry] : values->entries)
            taken.insert(number);
    std::int64_t number = 1;
    while (taken.contains(std::to_string(number)))
        ++number;
    return number;
}

/// Where the file speaks of @p tensor.
std::vector<text::Path> placesOf(const Value& root, const std::string& tensor)
{
    std::vector<text::Path> places;
    const auto* configs = root.find(kConfigs);
    if (!configs)
        return places;
    for (const auto& [operation, tensors] : configs->entries)
        if (tensors.kind == Value::Kind::Map && tensors.find(tensor))
            places.push_back(pathTo({kConfigs, operation.c_str(), tensor.c_str()}));
    return places;
}

void put(TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool isParameter)
{
    const auto places = placesOf(editor.meaning(), tensor);
    if (places.empty())
        cannotSay(kName, Message("a scale for {}, which no operation of the file has", tensor));
    const auto number = freeNumber(editor.meaning());
    for (const auto& place : places) {
        const auto entry = configEntry(settings, number, isParameter);
        for (const auto& [key, value] : entry.entries)
            if (settings.fixed || key == "state")
                editor.set(below(place, key.c_str()), value);
    }
    if (settings.fixed)
        editor.set(pathTo({kValues, std::to_string(number).c_str()}), valueEntry(settings));
}

void remove(TreeEditor& editor, const std::string& tensor)
{
    for (const auto& place : placesOf(editor.meaning(), tensor))
        editor.remove(place);
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    editTensors(editor, config, edit, {kName, put, remove});
}

std::string write(Conversion& conversion)
{
    const auto tensors = scaledTensors(conversion);
    Value values = Value::ofMap(), configs = Value::ofMap();
    std::map<std::string, std::size_t, std::less<>> numbers;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        numbers.emplace(tensors[i].name, i);
        if (tensors[i].settings.fixed)
            values.add(std::to_string(i + 1), valueEntry(tensors[i].settings));
    }
    std::set<std::string, std::less<>> written;
    static const graph::Graph kNone;
    for (const auto& node : (conversion.graph ? *conversion.graph : kNone).nodes()) {
        Value entries = Value::ofMap();
        auto touched = node.inputs;
        touched.insert(touched.end(), node.outputs.begin(), node.outputs.end());
        for (const auto id : touched) {
            const auto found = id.isValid() ? numbers.find(conversion.graph->value(id).name) : numbers.end();
            if (found == numbers.end() || entries.find(found->first))
                continue;
            const auto& tensor = tensors[found->second];
            entries.add(tensor.name, configEntry(tensor.settings, std::int64_t(found->second) + 1, tensor.isParameter));
            written.insert(tensor.name);
        }
        if (!entries.entries.empty())
            configs.add(node.name, std::move(entries));
    }
    for (const auto& tensor : tensors)
        if (!written.contains(tensor.name))
            conversion.lose("tensor " + tensor.name,
                            conversion.graph ? "the network has no such value"
                                             : "the target lists tensors by operation: name the network with --model");
    return edit::renderDocument(Value::ofMap({{kConfigs, std::move(configs)}, {kValues, std::move(values)}}),
                                text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"ppq-json", Message("PPQ's and ESP-PPQ's quantization parameters (JSON)"), text::Syntax::Json, recognises,
             read, applyEdit, write}};
}

} // namespace ql::config::ppq_json
