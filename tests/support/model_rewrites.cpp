// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_rewrites.h"

#include "core/import/onnx/onnx_names.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <stdexcept>
#include <vector>

namespace ql::tests {

namespace {

void forEachGraph(onnx::GraphProto& graph, const std::function<void(onnx::GraphProto&)>& visit)
{
    visit(graph);
    for (auto& node : *graph.mutable_node())
        for (auto& attribute : *node.mutable_attribute())
            if (attribute.has_g())
                forEachGraph(*attribute.mutable_g(), visit);
}

/// What @p node reads, the nodes of its bodies included.
void addReads(const onnx::NodeProto& node, std::set<std::string>& names)
{
    names.insert(node.input().begin(), node.input().end());
    for (const auto& attribute : node.attribute())
        for (const auto& inner : attribute.g().node())
            addReads(inner, names);
    for (const auto& attribute : node.attribute())
        for (const auto& output : attribute.g().output())
            names.insert(output.name());
}

onnx::NodeProto node(const std::string& opType, const std::string& input, const std::string& output)
{
    onnx::NodeProto made;
    made.set_op_type(opType);
    made.set_name(output + "/" + opType);
    if (!input.empty())
        made.add_input(input);
    made.add_output(output);
    return made;
}

/// Calls @p visit with each node and what its layer is called: in bodies, names that had to be made up begin with the
/// body's path.
template <typename Visit>
void forEachLayerName(onnx::GraphProto& graph, const std::string& path, const Visit& visit)
{
    const auto names = importers::nodeNames(graph);
    for (int i = 0; i < graph.node_size(); ++i) {
        auto& each = *graph.mutable_node(i);
        const auto& own = names[std::size_t(i)];
        const auto name = path.empty() || !each.name().empty() ? own : path + "/" + own;
        for (auto& attribute : *each.mutable_attribute())
            if (attribute.has_g())
                forEachLayerName(*attribute.mutable_g(), name + "/" + attribute.name(), visit);
        visit(each, name);
    }
}

void setNodes(onnx::GraphProto& graph, const std::vector<onnx::NodeProto>& nodes)
{
    graph.clear_node();
    for (const auto& each : nodes)
        *graph.add_node() = each;
}

} // namespace

void dropNodeNames(onnx::ModelProto& model)
{
    forEachGraph(*model.mutable_graph(), [](onnx::GraphProto& graph) {
        for (auto& each : *graph.mutable_node())
            each.clear_name();
    });
}

void renameNodes(onnx::ModelProto& model)
{
    int count = 0;
    forEachGraph(*model.mutable_graph(), [&count](onnx::GraphProto& graph) {
        for (auto& each : *graph.mutable_node())
            each.set_name("q" + std::to_string(++count) + "/" + each.op_type());
    });
}

void renameTensors(onnx::ModelProto& model)
{
    std::map<std::string, std::string> names;
    const auto rename = [&names](std::string* name) {
        if (!name->empty())
            *name = names.try_emplace(*name, "t" + std::to_string(10000 + 7 * names.size())).first->second;
    };
    forEachGraph(*model.mutable_graph(), [&rename](onnx::GraphProto& graph) {
        for (auto& each : *graph.mutable_input())
            rename(each.mutable_name());
        for (auto& each : *graph.mutable_node()) {
            std::ranges::for_each(*each.mutable_input(), [&](std::string& name) { rename(&name); });
            std::ranges::for_each(*each.mutable_output(), [&](std::string& name) { rename(&name); });
        }
        for (auto& each : *graph.mutable_initializer())
            rename(each.mutable_name());
        for (auto& each : *graph.mutable_output())
            rename(each.mutable_name());
        for (auto& each : *graph.mutable_value_info())
            rename(each.mutable_name());
        graph.clear_quantization_annotation();
    });
}

void renameEverything(onnx::ModelProto& model)
{
    renameNodes(model);
    renameTensors(model);
}

void reorderNodes(onnx::ModelProto& model)
{
    auto& graph = *model.mutable_graph();
    std::map<std::string, int> makers;
    for (int i = 0; i < graph.node_size(); ++i)
        for (const auto& output : graph.node(i).output())
            makers[output] = i;
    std::vector<std::set<int>> waitsFor(std::size_t(graph.node_size()));
    for (int i = 0; i < graph.node_size(); ++i) {
        std::set<std::string> reads;
        addReads(graph.node(i), reads);
        for (const auto& name : reads)
            if (const auto maker = makers.find(name); !name.empty() && maker != makers.end())
                waitsFor[std::size_t(i)].insert(maker->second);
    }
    std::vector<onnx::NodeProto> order;
    std::vector<bool> isDone(waitsFor.size(), false);
    while (order.size() < waitsFor.size()) {
        for (std::size_t i = waitsFor.size(); i-- > 0;) {
            const auto isReady =
                std::ranges::all_of(waitsFor[i], [&](int other) { return isDone[std::size_t(other)]; });
            if (isDone[i] || !isReady)
                continue;
            order.push_back(graph.node(int(i)));
            isDone[i] = true;
            break;
        }
    }
    setNodes(graph, order);
}

void makeConstantNodes(onnx::ModelProto& model)
{
    auto& graph = *model.mutable_graph();
    std::vector<onnx::NodeProto> nodes;
    std::set<std::string> constants;
    for (const auto& initializer : graph.initializer()) {
        auto constant = node("Constant", {}, initializer.name());
        auto& value = *constant.add_attribute();
        value.set_name("value");
        value.set_type(onnx::AttributeProto::TENSOR);
        *value.mutable_t() = initializer;
        constants.insert(initializer.name());
        nodes.push_back(std::move(constant));
    }
    nodes.insert(nodes.end(), graph.node().begin(), graph.node().end());
    std::vector<onnx::ValueInfoProto> inputs;
    std::ranges::copy_if(graph.input(), std::back_inserter(inputs),
                         [&](const auto& input) { return !constants.contains(input.name()); });
    graph.clear_initializer();
    graph.clear_input();
    for (const auto& input : inputs)
        *graph.add_input() = input;
    setNodes(graph, nodes);
}

void insertIdentities(onnx::ModelProto& model)
{
    auto& graph = *model.mutable_graph();
    std::set<std::string> outputs;
    for (const auto& output : graph.output())
        outputs.insert(output.name());
    std::vector<onnx::NodeProto> nodes;
    int count = 0;
    for (auto each : graph.node()) {
        if (++count % 3 == 0 && each.input_size() > 0 && !each.input(0).empty()) {
            const auto name = each.input(0) + "_handed" + std::to_string(count);
            nodes.push_back(node("Identity", each.input(0), name));
            each.set_input(0, name);
        }
        std::vector<onnx::NodeProto> after;
        for (auto& output : *each.mutable_output()) {
            if (!outputs.contains(output))
                continue;
            after.push_back(node("Identity", output + "_made", output));
            output += "_made";
        }
        nodes.push_back(std::move(each));
        nodes.insert(nodes.end(), after.begin(), after.end());
    }
    setNodes(graph, nodes);
}

void listInitializersAsInputs(onnx::ModelProto& model)
{
    auto& graph = *model.mutable_graph();
    std::set<std::string> listed;
    for (const auto& input : graph.input())
        listed.insert(input.name());
    for (const auto& initializer : graph.initializer()) {
        if (!listed.insert(initializer.name()).second)
            continue;
        auto& input = *graph.add_input();
        input.set_name(initializer.name());
        auto& type = *input.mutable_type()->mutable_tensor_type();
        type.set_elem_type(initializer.data_type());
        type.mutable_shape();
        for (const auto size : initializer.dims())
            type.mutable_shape()->add_dim()->set_dim_value(size);
    }
}

onnx::ModelProto readModel(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    onnx::ModelProto model;
    if (!model.ParseFromIstream(&file))
        throw std::runtime_error("can't read " + path.string());
    return model;
}

void writeModel(const onnx::ModelProto& model, const std::filesystem::path& path)
{
    std::ofstream file(path, std::ios::binary);
    if (!model.SerializeToOstream(&file))
        throw std::runtime_error("can't write " + path.string());
}

FormerNames rewriteFile(const std::filesystem::path& source, const std::filesystem::path& target, Rewrite rewrite)
{
    auto model = readModel(source);
    // Who is who, whatever becomes of names and order: nothing reads the documentation.
    forEachLayerName(*model.mutable_graph(), {},
                     [](onnx::NodeProto& each, const std::string& name) { each.set_doc_string(name); });
    rewrite(model);
    FormerNames former;
    forEachLayerName(*model.mutable_graph(), {}, [&former](onnx::NodeProto& each, const std::string& name) {
        if (!each.doc_string().empty())
            former[name] = each.doc_string();
    });
    writeModel(model, target);
    return former;
}

} // namespace ql::tests
