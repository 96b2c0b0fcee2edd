// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/exported_program/program_archive.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/import/exported_program/program_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace ql::importers::exported_program {

using nlohmann::json;

namespace {

constexpr int kDeepestGraph = 16;
constexpr std::int64_t kOldestSchema = 5;
constexpr std::int64_t kNewestSchema = 8;

double realOf(const json& value)
{
    if (!value.is_string())
        return value.get<double>();
    const auto& text = value.get_ref<const std::string&>();
    if (text == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (text != "Infinity" && text != "-Infinity")
        refuseDamaged(Message("\"{}\" is no number", text));
    return text.front() == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

Argument valueNamed(const json& name)
{
    Argument argument;
    argument.kind = Argument::Kind::Value;
    argument.text = name.get<std::string>();
    return argument;
}

Argument integer(Argument::Kind kind, std::int64_t value)
{
    Argument argument;
    argument.kind = kind;
    argument.integer = value;
    return argument;
}

Argument real(const json& value)
{
    Argument argument;
    argument.kind = Argument::Kind::Number;
    argument.number = realOf(value);
    return argument;
}

Argument text(Argument::Kind kind, std::string value)
{
    Argument argument;
    argument.kind = kind;
    argument.text = std::move(value);
    return argument;
}

/// PyTorch's own numbers; the file's are its own.
std::int64_t memoryFormatOf(std::int64_t format)
{
    constexpr std::array<std::int64_t, 5> kFormats{0, 0, 2, 3, 1}; // unknown, contiguous, channels last (3d), preserved
    return format < 0 || format >= std::int64_t(kFormats.size()) ? 0 : kFormats[std::size_t(format)];
}

ProgramGraph graphOf(const json& graph, int depth);
Argument argumentOf(const json& argument, int depth);

template <typename Read>
Argument listOf(const json& values, Read&& read)
{
    Argument list;
    list.kind = Argument::Kind::List;
    for (const auto& value : values)
        list.items.push_back(read(value));
    return list;
}

/// The one key of a union and its value.
Argument argumentOf(const std::string& key, const json& value, int depth)
{
    using Kind = Argument::Kind;
    const auto nested = [depth](const json& each) { return argumentOf(each, depth); };
    const auto named = [](const json& each) { return valueNamed(each.at("name")); };
    if (key == "as_none")
        return {};
    if (key == "as_tensor")
        return named(value);
    if (key == "as_tensors")
        return listOf(value, named);
    if (key == "as_name")
        return valueNamed(value);
    if (key == "as_int")
        return integer(Kind::Integer, value.get<std::int64_t>());
    if (key == "as_bool")
        return integer(Kind::Flag, value.get<bool>() ? 1 : 0);
    if (key == "as_float")
        return real(value);
    if (key == "as_ints")
        return listOf(value, [](const json& each) { return integer(Kind::Integer, each.get<std::int64_t>()); });
    if (key == "as_bools")
        return listOf(value, [](const json& each) { return integer(Kind::Flag, each.get<bool>() ? 1 : 0); });
    if (key == "as_floats")
        return listOf(value, real);
    if (key == "as_sym_int" || key == "as_sym_float" || key == "as_sym_bool" || key == "as_optional_tensor")
        return nested(value);
    if (key == "as_sym_ints" || key == "as_sym_floats" || key == "as_sym_bools" || key == "as_optional_tensors")
        return listOf(value, nested);
    if (key == "as_string")
        return text(Kind::Text, value.get<std::string>());
    if (key == "as_scalar_type")
        return integer(Kind::ScalarType, scalarTypeOf(value.get<std::int64_t>()));
    if (key == "as_memory_format")
        return integer(Kind::MemoryFormat, memoryFormatOf(value.get<std::int64_t>()));
    if (key == "as_layout")
        return integer(Kind::Layout, 0);
    if (key == "as_device")
        return text(Kind::Device, value.at("type").get<std::string>());
    if (key == "as_graph") {
        Argument graph = text(Kind::Graph, value.value("name", std::string()));
        graph.graph = std::make_shared<ProgramGraph>(graphOf(value.at("graph"), depth + 1));
        return graph;
    }
    return text(Kind::Other, key);
}

/// The older schema has a union's other members, too, as null.
Argument argumentOf(const json& argument, int depth)
{
    for (const auto& [key, value] : argument.items())
        if (!value.is_null())
            return argumentOf(key, value, depth);
    return {};
}

/// The path in the last entry of "key,path,type;key,path,type"; a path may have commas.
std::string scopeOf(const json& operation)
{
    const auto metadata = operation.find("metadata");
    const auto stack = metadata == operation.end() ? std::string() : metadata->value("nn_module_stack", std::string());
    const auto last = stack.substr(stack.rfind(';') + 1); // all of it where there is none
    const auto first = last.find(',');
    const auto second = last.rfind(',');
    if (first == std::string::npos || second == first || last.starts_with("_empty"))
        return {};
    return plainPath(std::string_view(last).substr(first + 1, second - first - 1));
}

Operation operationOf(const json& node, int depth)
{
    Operation operation;
    operation.target = node.at("target").get<std::string>();
    return withContext(Message::text(operation.target), [&] {
        for (const auto& input : node.at("inputs"))
            operation.inputs.push_back({input.at("name").get<std::string>(), argumentOf(input.at("arg"), depth)});
        for (const auto& output : node.at("outputs"))
            operation.outputs.push_back(argumentOf(output, depth));
        operation.scope = scopeOf(node);
        return std::move(operation);
    });
}

ProgramGraph graphOf(const json& graph, int depth)
{
    if (depth > kDeepestGraph)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("more than {} graphs stand within each other", kDeepestGraph));
    ProgramGraph result;
    for (const auto& input : graph.at("inputs"))
        result.inputs.push_back(argumentOf(input, depth));
    for (const auto& output : graph.at("outputs"))
        result.outputs.push_back(argumentOf(output, depth));
    for (const auto& node : graph.at("nodes"))
        result.operations.push_back(operationOf(node, depth));
    for (const auto& [name, meta] : graph.at("tensor_values").items())
        result.tensors.emplace(name, factsOf(meta));
    return result;
}

/// {"parameter": {"arg": …, "parameter_name": …}} and its siblings.
InputRole inputRoleOf(const json& spec)
{
    InputRole role;
    for (const auto& [key, value] : spec.items()) {
        if (value.is_null())
            continue;
        if (key == "user_input") {
            role.value = argumentOf(value.at("arg"), 0);
        } else if (key == "constant_input") {
            role.kind = InputRole::Kind::Constant;
            role.value = valueNamed(value.at("name"));
            role.constant = argumentOf(value.at("value"), 0);
        } else if (key == "parameter" || key == "buffer" || key == "tensor_constant") {
            role.kind = InputRole::Kind::Stored;
            role.value = valueNamed(value.at("arg").at("name"));
            role.stored = value.at(key + "_name").get<std::string>();
        } else {
            role.kind = InputRole::Kind::Other;
            role.stored = key;
        }
        return role;
    }
    refuseDamaged("an input has no role");
}

OutputRole outputRoleOf(const json& spec)
{
    OutputRole role;
    for (const auto& [key, value] : spec.items()) {
        if (value.is_null())
            continue;
        role.isResult = key == "user_output" || key == "loss_output";
        if (key == "user_output")
            role.value = argumentOf(value.at("arg"), 0);
        else if (key == "loss_output")
            role.value = valueNamed(value.at("arg").at("name"));
    }
    return role;
}

/// The keys of the dictionary that the whole program gives: its tree is JSON in JSON in JSON.
std::vector<std::string> resultNamesOf(const json& module)
{
    const auto calls = module.find("module_call_graph");
    if (calls == module.end() || calls->empty() || !calls->front().contains("signature")
        || !calls->front()["signature"].is_object())
        return {};
    const auto tree = readJson(calls->front()["signature"].at("out_spec").get<std::string>());
    const auto& root = tree.at(1);
    if (!root.at("type").is_string() || root["type"] != "builtins.dict")
        return {};
    for (const auto& child : root.at("children_spec"))
        if (!child.at("type").is_null())
            return {};
    const auto keys = readJson(root.at("context").get<std::string>());
    std::vector<std::string> names;
    for (const auto& key : keys)
        if (key.is_string())
            names.push_back(key.get<std::string>());
    return names;
}

void requireKnownSchema(const json& root)
{
    const auto& version = root.at("schema_version");
    const auto major = version.is_object() ? version.at("major").get<std::int64_t>() : version.get<std::int64_t>();
    if (major < kOldestSchema || major > kNewestSchema)
        throw Error(
            ErrorCode::UnsupportedFormat,
            Message("the program has schema version {}, {} to {} are read", major, kOldestSchema, kNewestSchema),
            "export it with a PyTorch from 2.3 to 2.9");
}

Program programOf(const json& root)
{
    requireKnownSchema(root);
    const auto& module = root.at("graph_module");
    Program program;
    program.graph = graphOf(module.at("graph"), 0);
    for (const auto& spec : module.at("signature").at("input_specs"))
        program.inputs.push_back(inputRoleOf(spec));
    for (const auto& spec : module.at("signature").at("output_specs"))
        program.outputs.push_back(outputRoleOf(spec));
    try {
        program.resultNames = resultNamesOf(module);
    } catch (const json::exception&) { // only names
    } catch (const Error&) {
    }
    if (const auto version = root.find("torch_version"); version != root.end() && version->is_string())
        program.producer = "torch " + version->get<std::string>();
    return program;
}

} // namespace

Program readProgram(std::string_view text, const std::string& what)
{
    return withContext(Message::text(what), [&] {
        const auto root = parsedJson(text, what);
        try {
            return programOf(root);
        } catch (const json::exception& error) {
            refuseDamaged(Message("something is missing or of another kind: {}", std::string(error.what())));
        }
    });
}

} // namespace ql::importers::exported_program
