// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare_dumps.h"

#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"
#include "core/import/foreign/foreign_formats.h"
#include "core/runs/pairs/lockstep.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace ql::analysis {

namespace {

/// @p data as run time has it: .npy holds some types in wider ones.
runs::Tensor asType(const graph::TensorData& data, graph::DataType type)
{
    runs::Tensor tensor = ops::toTensor(data);
    const bool isBitPattern = graph::isFloatingPoint(type) && graph::bitsPerElement(type) == 8; // float8: leave it
    if (type == tensor.type || isBitPattern)
        return tensor;
    return {tensor.data.to(ops::storageType(type)), type};
}

results::DumpReading described(const data::BareReading& how)
{
    results::DumpReading reading;
    if (how.problem.empty())
        reading.dtype = graph::name(how.type);
    reading.layout = how.layout;
    reading.similarity = how.similarity;
    reading.fractionBits = how.fractionBits;
    reading.fittedScale = how.fittedScale;
    if (how.fittedScale)
        reading.fittedZeroPoint = how.zeroPoint;
    reading.rivals = how.rivals;
    reading.isAsOthers = how.isAsOthers;
    reading.problem = how.problem;
    return reading;
}

/// A model or a dump, opened.
class Operand {
public:
    Operand(std::string path, const ModelAccess& access)
        : m_path(std::move(path))
    {
        if (isDump(m_path))
            m_dump.emplace(m_path);
        else
            m_model = access.open(m_path);
    }

    const data::DumpModel* dump() const { return m_dump ? &*m_dump : nullptr; }
    const graph::Graph& graph() const { return m_dump ? m_dump->graph() : m_model->graph; }

    /// The side as compareValues() wants it. @p other is asked for inputs if this one has to run.
    ComparedSide side(bool areInputsGiven, const Operand& other, const ModelAccess& access, JobContext& ctx)
    {
        if (m_dump) {
            m_values = std::make_unique<DumpValues>(*m_dump);
            return {m_path, graph(), *m_values, m_dump->hasStructure()};
        }
        const auto given = inputs(areInputsGiven, *other.dump(), access);
        auto running = std::make_unique<runs::LockstepSide>(m_model->graph, m_path, given, ctx);
        const auto* program = &running->program();
        m_values = std::move(running);
        return {m_path, graph(), *m_values, true, program, given};
    }

private:
    runs::NamedTensors inputs(bool areGiven, const data::DumpModel& dump, const ModelAccess& access) const
    {
        if (areGiven)
            return access.readInputs(*m_model);
        const auto dumped = inputsIn(dump);
        return dumped.size() == graph().inputs().size() ? inputsForAnalysis(dump.graph(), graph(), dumped)
                                                        : access.readInputs(*m_model);
    }

    std::string m_path;
    std::shared_ptr<const importers::ImportedModel> m_model;
    std::optional<data::DumpModel> m_dump;
    std::unique_ptr<runs::ValueSource> m_values;
};

} // namespace

DumpValues::DumpValues(const data::DumpModel& dump)
    : m_dump(dump)
    , m_macs(dump.graph().nodeCount(), 0)
{
    countMacs();
}

runs::Tensor DumpValues::tensor(graph::ValueId value) const
{
    if (const auto* dumped = m_dump.tensorOf(value); dumped && !dumped->file.empty()) {
        if (dumped->isBare && !dumped->isDescribed())
            return {}; // tensorLike() reads it
        const auto data = dumped->read();
        return asType(data, dumped->type.value_or(data.type()));
    }
    const auto* constant = m_dump.graph().constantOf(value);
    return constant && constant->size() > 0 ? ops::toTensor(*constant) : runs::Tensor();
}

runs::Tensor DumpValues::tensorLike(graph::ValueId value, const runs::Tensor& other)
{
    const auto* dumped = m_dump.tensorOf(value);
    if (!dumped || !dumped->isBare || !other.isDefined())
        return tensor(value);
    std::optional<results::DumpReading> reading;
    runs::Tensor found;
    try {
        found = read(*dumped, other, reading);
    } catch (const Error& error) {
        reading.emplace().problem = error.message();
    }
    if (reading) {
        reading->file = dumped->file.filename().string();
        m_readings[value.position()] = std::move(*reading);
    }
    return found;
}

runs::Tensor DumpValues::read(const data::DumpedTensor& dumped, const runs::Tensor& other,
                              std::optional<results::DumpReading>& reading)
{
    const auto numbers = dumped.bareNumbers();
    const bool saysAll = numbers && numbers->type && graph::isFloatingPoint(*numbers->type)
                         && numbers->shape == std::optional(other.shape());
    if (dumped.isDescribed() && (!numbers || saysAll))
        return ops::toTensor(dumped.read());
    if (!numbers)
        throw Error(ErrorCode::FileCorrupt, "these are no numbers");
    const auto floats = toFloats(other);
    const std::span expected(floats.data_ptr<float>(), static_cast<std::size_t>(floats.numel()));
    const auto [found, how] = m_reader.read(
        *numbers, {.numbers = expected, .shape = other.shape(), .isWhole = !graph::isFloatingPoint(other.type)});
    reading = described(how);
    return how.problem.empty() ? runs::Tensor(at::tensor(found, at::kFloat).view(other.shape())) : runs::Tensor();
}

const results::DumpReading* DumpValues::readingOf(graph::ValueId value) const
{
    const auto found = m_readings.find(value.position());
    return found == m_readings.end() ? nullptr : &found->second;
}

std::vector<runs::Tensor> DumpValues::outputs() const
{
    std::vector<runs::Tensor> tensors;
    for (const auto output : m_dump.graph().outputs())
        tensors.push_back(tensor(output));
    return tensors;
}

graph::Shape DumpValues::shapeOf(graph::ValueId value) const
{
    if (!value.isValid())
        return {};
    if (const auto* dumped = m_dump.tensorOf(value); dumped && dumped->shape)
        return *dumped->shape;
    const auto& declared = m_dump.graph().value(value).shape;
    if (!declared)
        return {};
    graph::Shape shape;
    for (const auto& dimension : *declared)
        shape.push_back(std::max<std::int64_t>(0, dimension.size));
    return shape;
}

void DumpValues::countMacs()
{
    const auto shapesOf = [this](const std::vector<graph::ValueId>& values) {
        std::vector<graph::Shape> shapes;
        for (const auto value : values)
            shapes.push_back(shapeOf(value));
        return shapes;
    };
    for (const auto& node : m_dump.graph().nodes())
        if (graph::multiplies(node))
            m_macs[node.id.position()] =
                graph::multiplyAccumulates(node, shapesOf(node.inputs), shapesOf(node.outputs));
}

runs::NamedTensors inputsIn(const data::DumpModel& dump)
{
    const DumpValues values(dump);
    runs::NamedTensors inputs;
    for (const auto input : dump.graph().inputs())
        if (auto tensor = values.tensor(input); tensor.isDefined())
            inputs.emplace(dump.graph().value(input).name, std::move(tensor));
    return inputs;
}

bool isDump(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) && !importers::isForeignFolder(path);
}

ModelAccess accessTo(Workspace& workspace, const results::InputSelection& samples, const results::RunOptions& options,
                     const JobContext& ctx)
{
    return {[&](const std::string& path) { return workspace.open(path, ctx.stopToken()); },
            [&](const importers::ImportedModel& model) { return readSample(model.graph, samples, options); }};
}

void withOpenedPair(const results::ModelPair& models, bool areInputsGiven, const ModelAccess& access, JobContext& ctx,
                    const std::function<void(const ComparedSide&, const ComparedSide&)>& use)
{
    ctx.beginStage("reading the dumps", 1, 0.0, 0.05);
    Operand baseline(models.baseline, access);
    Operand analysis(models.analysis, access);
    if (baseline.dump() && analysis.dump() && areInputsGiven)
        throw Error(ErrorCode::BadArgument, "both sides are dumps, so that nothing runs on an input",
                    "leave out --input");
    const auto baselineSide = baseline.side(areInputsGiven, analysis, access, ctx);
    const auto analysisSide = analysis.side(areInputsGiven, baseline, access, ctx);
    use(baselineSide, analysisSide);
}

std::shared_ptr<const results::CompareResult> compareWithDumps(const results::CompareRequest& request,
                                                               const ModelAccess& access, JobContext& ctx)
{
    if (request.replaysDecisions)
        throw Error(ErrorCode::BadArgument, "the decisions in a dump are made and can't be replayed",
                    "leave out --replay-decisions, or give two models");
    std::shared_ptr<const results::CompareResult> result;
    withOpenedPair(request.models, !request.samples.inputs.empty(), access, ctx,
                   [&](const ComparedSide& baseline, const ComparedSide& analysis) {
                       result = compareValues(baseline, analysis, request, ctx);
                   });
    return result;
}

} // namespace ql::analysis
