// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/import_result.h"

#include "core/import/worker/graph_form.h"

#include <limits>
#include <memory>

namespace ql::importers {

namespace {

enum class Kind { Model, Error };

void writeReals(ResultWriter& result, const std::vector<double>& values)
{
    result.list(values, [&result](double value) { result.real(value); });
}

std::vector<double> readReals(ResultReader& result)
{
    return result.list([&result] { return result.real(); });
}

void writeStored(ResultWriter& result, const StoredTensor& stored)
{
    result.text(stored.name);
    result.text(stored.layerType);
    result.tensor(stored.data);
    result.number(stored.quantizer.has_value());
    if (!stored.quantizer)
        return;
    writeReals(result, stored.quantizer->scales);
    writeReals(result, stored.quantizer->zeroPoints);
    result.number(stored.quantizer->channelAxis.has_value());
    result.number(stored.quantizer->channelAxis.value_or(0));
}

StoredQuantizer readQuantizer(ResultReader& result, const graph::Shape& shape)
{
    StoredQuantizer quantizer;
    quantizer.scales = readReals(result);
    quantizer.zeroPoints = readReals(result);
    const bool isPerChannel = result.truth();
    const auto axis = result.number(0, isPerChannel ? std::int64_t(shape.size()) - 1 : 0);
    if (isPerChannel)
        quantizer.channelAxis = axis;
    const auto channels = isPerChannel ? std::size_t(shape[std::size_t(axis)]) : 1;
    if (quantizer.scales.size() != channels || quantizer.zeroPoints.size() != channels)
        throwDamagedResult("a tensor's scales are not as many as its channels");
    return quantizer;
}

StoredTensor readStored(ResultReader& result)
{
    StoredTensor stored;
    stored.name = result.text();
    stored.layerType = result.text();
    stored.data = result.tensor();
    if (result.truth())
        stored.quantizer = readQuantizer(result, stored.data.shape());
    return stored;
}

void writeModules(ResultWriter& result, const graph::ModuleTree& tree)
{
    result.list(tree.modules, [&result](const graph::Module& module) {
        result.text(module.path);
        result.text(module.className);
        for (const bool truth : {module.hasParameters, module.isLeaf, module.isRead, module.isObserving})
            result.number(truth);
    });
    result.list(tree.calls, [&result](const graph::ModuleCall& call) {
        result.number(call.module);
        result.number(call.caller);
        result.number(int(call.frequency));
    });
    result.number(tree.isComplete);
}

graph::ModuleTree readModules(ResultReader& result)
{
    graph::ModuleTree tree;
    tree.modules = result.list([&result] {
        graph::Module module{result.text(), result.text()};
        for (auto truth : {&module.hasParameters, &module.isLeaf, &module.isRead, &module.isObserving})
            *truth = result.truth();
        return module;
    });
    std::int64_t known = 0;
    tree.calls = result.list([&] {
        graph::ModuleCall call;
        call.module = std::int32_t(result.number(0, std::int64_t(tree.modules.size()) - 1));
        call.caller = std::int32_t(result.number(-1, known++ - 1));
        call.frequency = result.oneOf(graph::ModuleCall::Frequency::Never);
        return call;
    });
    tree.isComplete = result.truth();
    return tree;
}

ImportedModel readModel(ResultReader& result)
{
    ImportedModel model;
    model.graph = readGraph(result);
    if (result.truth())
        model.modules = std::make_shared<const graph::ModuleTree>(readModules(result));
    model.format = result.text();
    model.irVersion = int(result.number(0, std::numeric_limits<int>::max()));
    model.producer = result.text();
    model.quantizedEngine = result.text();
    model.trainingState = result.text();
    model.idleQuantizers = result.list([&result] { return result.text(); });
    model.repeatedNodeNames = result.list([&result] { return result.text(); });
    model.isWeightsOnly = result.truth();
    model.tensors = result.list([&result] { return readStored(result); });
    return model;
}

} // namespace

ResultWriter resultOf(const ImportedModel& model)
{
    ResultWriter result;
    result.number(int(Kind::Model));
    writeGraph(result, model.graph);
    result.number(model.modules != nullptr);
    if (model.modules)
        writeModules(result, *model.modules);
    result.text(model.format);
    result.number(model.irVersion);
    result.text(model.producer);
    result.text(model.quantizedEngine);
    result.text(model.trainingState);
    result.list(model.idleQuantizers, [&result](const std::string& name) { result.text(name); });
    result.list(model.repeatedNodeNames, [&result](const std::string& name) { result.text(name); });
    result.number(model.isWeightsOnly);
    result.list(model.tensors, [&result](const StoredTensor& stored) { writeStored(result, stored); });
    return result;
}

ResultWriter resultOf(const Error& error)
{
    ResultWriter result;
    result.number(int(Kind::Error));
    writeError(result, error);
    return result;
}

ImportResult readResult(FileBytes whole)
{
    ResultReader result(std::move(whole));
    const auto read = [&result]() -> ImportResult {
        if (result.oneOf(Kind::Error) == Kind::Model)
            return readModel(result);
        return readError(result);
    };
    auto answered = read();
    result.finish();
    return answered;
}

} // namespace ql::importers
