// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

/// Hailo's model script, .alls (Dataflow Compiler 3.20 to 3.33, "Model Optimization": quantization_param and
/// model_optimization_config): a command a line, "quantization_param([conv1, conv2], precision_mode=a16_w16)", of
/// layers by name, in a list, or by glob between braces. Its layers are those of the parsed network (HAR), with or
/// without the network's name before them, and are not called as in the ONNX file.
namespace ql::config::hailo_script {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("Hailo's model script");
constexpr std::string_view kPrecision = "quantization_param";
constexpr std::array kCommands{"normalization",
                               "model_optimization_config",
                               "model_optimization_flavor",
                               "pre_quantization_optimization",
                               "post_quantization_optimization",
                               "nms_postprocess",
                               "change_output_activation",
                               "performance_param",
                               "allocator_param",
                               "input_conversion",
                               "resources_param",
                               "context_switch_param",
                               "transpose",
                               "resize",
                               "set_seed"};

/// "name(arguments)", with or without "result = " before it.
struct Command {
    std::string name;
    std::string arguments;
};

std::optional<Command> commandOf(const std::string& row)
{
    const auto open = row.find('(');
    if (open == row.npos || !row.ends_with(')'))
        return std::nullopt;
    const auto head = splitNames(row.substr(0, open), '=');
    const auto isLetter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (head.empty() || head.size() > 2 || !std::ranges::all_of(head.back(), isLetter))
        return std::nullopt;
    return Command{head.back(), row.substr(open + 1, row.size() - open - 2)};
}

bool isKnown(const std::string& name)
{
    return name == kPrecision || std::ranges::find(kCommands, name) != kCommands.end();
}

bool recognises(const text::Document& document)
{
    std::size_t known = 0;
    for (const auto& row : View(document).items()) {
        const auto command = commandOf(row.text());
        if (!command)
            return false;
        known += isKnown(command->name) ? 1 : 0;
    }
    return known > 0;
}

/// Separated by commas outside of brackets.
std::vector<std::string> argumentsOf(const std::string& text)
{
    std::vector<std::string> arguments;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '[' || c == '{' || c == '(' ? 1 : c == ']' || c == '}' || c == ')' ? -1 : 0;
        if (i == text.size() || (c == ',' && depth == 0)) {
            const auto words = splitNames(text.substr(begin, i - begin), '\0');
            if (!words.empty())
                arguments.push_back(words.front());
            begin = i + 1;
        }
    }
    return arguments;
}

std::vector<std::string> layersOf(const std::string& argument)
{
    const bool isSeveral = argument.starts_with('[') || argument.starts_with('{');
    return isSeveral ? splitNames(argument.substr(1, argument.size() - 2), ',') : std::vector<std::string>{argument};
}

/// "a16_w16" → 16 and 16; "a8_w4_a8" has the width of what a layer makes behind it.
bool takeMode(const std::string& mode, SourcePosition place, LayerSettings& settings)
{
    const auto parts = splitNames(mode, '_');
    const auto width = [&parts](std::size_t i, char letter) -> std::optional<int> {
        const auto digits = i < parts.size() && parts[i].starts_with(letter) ? parts[i].substr(1) : std::string();
        return digits == "4" || digits == "8" || digits == "16" ? std::optional(std::stoi(digits)) : std::nullopt;
    };
    const auto activation = width(0, 'a');
    const auto weight = width(1, 'w');
    if (!activation || !weight)
        return false;
    settings.activation.bits = {*activation, place};
    settings.weight.bits = {*weight, place};
    if (const auto output = width(2, 'a'))
        settings.output.bits = {*output, place};
    return true;
}

void readPrecision(Reading& reading, const std::vector<std::string>& arguments, SourcePosition place,
                   QuantConfig& config)
{
    LayerSettings settings;
    for (const auto& argument : arguments) {
        const auto parts = splitNames(argument, '=');
        if (parts.size() == 2 && parts.front() == "precision_mode" && !takeMode(parts.back(), place, settings))
            reading.error("parameter-range", place, Message("precision_mode is {}", parts.back()),
                          "allowed are a8_w8, a8_w4, a16_w16, a16_w8, a16_w4 and their like");
    }
    if (settings.isEmpty())
        return;
    for (const auto& layer : layersOf(arguments.front())) {
        if (layer == "*")
            config.common = merged(config.common, settings);
        else
            config.addOverride(globOrName(layer, place), settings, place);
    }
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Either;
    config.nameAdvice = Message("layers are called as in the parsed network, which numbers them: hailo har info lists "
                                "them, and which node of the ONNX file each is");
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    const auto root = reading.root();
    for (const auto& row : root.isSequence() ? root.items() : std::vector<View>()) {
        const auto command = commandOf(row.text());
        if (!command) {
            reading.error("wrong-type", row.position(), Message("expected a command, found {}", row.text()));
            continue;
        }
        const auto arguments = argumentsOf(command->arguments);
        if (command->name == kPrecision && arguments.size() > 1)
            readPrecision(reading, arguments, row.position(), config);
        else if (isKnown(command->name))
            reading.report(results::Severity::Info, "not-simulated", row.position(),
                           Message("{} is kept, not simulated", command->name));
        else
            reading.warn("unknown-key", row.position(), Message("{} means nothing here", command->name),
                         "is it misspelt, or from another version?");
    }
    return config;
}

/// A command about this one layer.
bool isOwn(const std::string& row, const std::string& layer)
{
    const auto command = commandOf(row);
    const auto arguments = command ? argumentsOf(command->arguments) : std::vector<std::string>();
    return command && command->name == kPrecision && arguments.size() > 1
           && layersOf(arguments.front()) == std::vector<std::string>{layer};
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Skip)
        cannotSay(kName, "a layer in float: the device computes in integers", "choose 16 bits");
    if (edit.layer.find_first_of(" ,()[]{}=*") != std::string::npos)
        cannotSay(kName, Message("the name {}", edit.layer));
    for (auto i = editor.meaning().entries.size(); i-- > 0;)
        if (isOwn(editor.meaning().entries[i].second.text, edit.layer))
            editor.remove(itemOf({}, i));
    if (edit.action == LayerEdit::Action::Restore)
        return;
    requireWidthsOnly(kName, edit.settings, "anything but widths of one layer");
    const auto bits = [](const TensorSettings& wanted, const TensorSettings& common) {
        return wanted.bits.value_or(common.bits.value_or(8));
    };
    LayerSettings known;
    const auto mode = fmt::format("a{}_w{}", bits(edit.settings.activation, config.common.activation),
                                  bits(edit.settings.weight, config.common.weight));
    if (!takeMode(mode, {}, known))
        cannotSay(kName, Message("the precision {}", mode), "choose widths of 4, 8 or 16");
    editor.append({}, Value::ofText(fmt::format("{}([{}], precision_mode={})", kPrecision, edit.layer, mode)));
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"hailo-script",
             Message("Hailo model script (.alls)"),
             text::Syntax::Rows,
             recognises,
             read,
             applyEdit,
             nullptr,
             {},
             LayerNaming::Either}};
}

} // namespace ql::config::hailo_script
