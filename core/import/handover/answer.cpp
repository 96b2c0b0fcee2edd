// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/handover/answer.h"

#include "core/import/handover/graph_form.h"

#include <limits>
#include <memory>

namespace ql::importers {

namespace {

enum class Kind { Model, Error };

void writeReals(AnswerWriter& answer, const std::vector<double>& values)
{
    answer.list(values, [&answer](double value) { answer.real(value); });
}

std::vector<double> readReals(AnswerReader& answer)
{
    return answer.list([&answer] { return answer.real(); });
}

void writeStored(AnswerWriter& answer, const StoredTensor& stored)
{
    answer.text(stored.name);
    answer.text(stored.layerType);
    answer.tensor(stored.data);
    answer.number(stored.quantizer.has_value());
    if (!stored.quantizer)
        return;
    writeReals(answer, stored.quantizer->scales);
    writeReals(answer, stored.quantizer->zeroPoints);
    answer.number(stored.quantizer->channelAxis.has_value());
    answer.number(stored.quantizer->channelAxis.value_or(0));
}

StoredQuantizer readQuantizer(AnswerReader& answer, const graph::Shape& shape)
{
    StoredQuantizer quantizer;
    quantizer.scales = readReals(answer);
    quantizer.zeroPoints = readReals(answer);
    const bool isPerChannel = answer.truth();
    const auto axis = answer.number(0, isPerChannel ? std::int64_t(shape.size()) - 1 : 0);
    if (isPerChannel)
        quantizer.channelAxis = axis;
    const auto channels = isPerChannel ? std::size_t(shape[std::size_t(axis)]) : 1;
    if (quantizer.scales.size() != channels || quantizer.zeroPoints.size() != channels)
        throwDamagedAnswer("a tensor's scales are not as many as its channels");
    return quantizer;
}

StoredTensor readStored(AnswerReader& answer)
{
    StoredTensor stored;
    stored.name = answer.text();
    stored.layerType = answer.text();
    stored.data = answer.tensor();
    if (answer.truth())
        stored.quantizer = readQuantizer(answer, stored.data.shape());
    return stored;
}

void writeModules(AnswerWriter& answer, const graph::ModuleTree& tree)
{
    answer.list(tree.modules, [&answer](const graph::Module& module) {
        answer.text(module.path);
        answer.text(module.className);
        for (const bool truth : {module.hasParameters, module.isLeaf, module.isRead, module.isObserving})
            answer.number(truth);
    });
    answer.list(tree.calls, [&answer](const graph::ModuleCall& call) {
        answer.number(call.module);
        answer.number(call.caller);
        answer.number(int(call.frequency));
    });
    answer.number(tree.isComplete);
}

graph::ModuleTree readModules(AnswerReader& answer)
{
    graph::ModuleTree tree;
    tree.modules = answer.list([&answer] {
        graph::Module module{answer.text(), answer.text()};
        for (auto truth : {&module.hasParameters, &module.isLeaf, &module.isRead, &module.isObserving})
            *truth = answer.truth();
        return module;
    });
    std::int64_t known = 0;
    tree.calls = answer.list([&] {
        graph::ModuleCall call;
        call.module = std::int32_t(answer.number(0, std::int64_t(tree.modules.size()) - 1));
        call.caller = std::int32_t(answer.number(-1, known++ - 1));
        call.frequency = answer.oneOf(graph::ModuleCall::Frequency::Never);
        return call;
    });
    tree.isComplete = answer.truth();
    return tree;
}

ImportedModel readModel(AnswerReader& answer)
{
    ImportedModel model;
    model.graph = readGraph(answer);
    if (answer.truth())
        model.modules = std::make_shared<const graph::ModuleTree>(readModules(answer));
    model.format = answer.text();
    model.irVersion = int(answer.number(0, std::numeric_limits<int>::max()));
    model.producer = answer.text();
    model.quantizedEngine = answer.text();
    model.trainingState = answer.text();
    model.repeatedNodeNames = answer.list([&answer] { return answer.text(); });
    model.isWeightsOnly = answer.truth();
    model.tensors = answer.list([&answer] { return readStored(answer); });
    return model;
}

} // namespace

AnswerWriter answerOf(const ImportedModel& model)
{
    AnswerWriter answer;
    answer.number(int(Kind::Model));
    writeGraph(answer, model.graph);
    answer.number(model.modules != nullptr);
    if (model.modules)
        writeModules(answer, *model.modules);
    answer.text(model.format);
    answer.number(model.irVersion);
    answer.text(model.producer);
    answer.text(model.quantizedEngine);
    answer.text(model.trainingState);
    answer.list(model.repeatedNodeNames, [&answer](const std::string& name) { answer.text(name); });
    answer.number(model.isWeightsOnly);
    answer.list(model.tensors, [&answer](const StoredTensor& stored) { writeStored(answer, stored); });
    return answer;
}

AnswerWriter answerOf(const Error& error)
{
    AnswerWriter answer;
    answer.number(int(Kind::Error));
    writeError(answer, error);
    return answer;
}

Answer readAnswer(FileBytes whole)
{
    AnswerReader answer(std::move(whole));
    const auto read = [&answer]() -> Answer {
        if (answer.oneOf(Kind::Error) == Kind::Model)
            return readModel(answer);
        return readError(answer);
    };
    auto answered = read();
    answer.finish();
    return answered;
}

} // namespace ql::importers
