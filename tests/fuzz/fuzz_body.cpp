// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_body.h"

#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/program/unsupported_nodes.h"
#include "core/runs/threads/thread_guard.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

namespace ql::tests {

namespace {

using graph::DataType;
using ops::Tensor;

constexpr std::size_t kMostValues = 2000; // produced by one run
constexpr std::int64_t kMostElements = std::int64_t{1} << 22;

/// A file in memory, removed with it.
class ScratchFile {
public:
    explicit ScratchFile(std::string_view bytes)
        : m_path("/dev/shm/quantloupe-fuzz-" + std::to_string(::getpid()) + ".onnx")
    {
        std::ofstream(m_path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    ~ScratchFile() { std::filesystem::remove(m_path); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Mostly the declared sizes; a symbol is mostly 2.
graph::Shape shapeFor(const graph::Value& value, std::mt19937& random)
{
    graph::Shape shape;
    for (const auto& dimension : value.shape.value_or(graph::DeclaredShape(random() % 4))) {
        const auto usual = dimension.size >= 0 && dimension.size < 4096 ? dimension.size : 2;
        shape.push_back(random() % 8 == 0 ? static_cast<std::int64_t>(random() % 5) : usual);
    }
    switch (random() % 8) {
    case 0: shape.push_back(static_cast<std::int64_t>(random() % 3)); break;
    case 1:
        if (!shape.empty())
            shape.pop_back();
        break;
    default: break;
    }
    std::int64_t count = 1;
    for (const auto size : shape)
        count = std::min(count * size, kMostElements + 1);
    return count > kMostElements ? graph::Shape{1} : shape;
}

Tensor inputFor(const graph::Value& value, std::mt19937& random)
{
    static constexpr DataType kTypes[]{DataType::Float,   DataType::Double, DataType::Int64,        DataType::Int32,
                                       DataType::Int8,    DataType::UInt8,  DataType::Bool,         DataType::UInt16,
                                       DataType::Float16, DataType::Int4,   DataType::Float8E4M3FN, DataType::UInt64};
    const bool isKnown = value.type != DataType::Undefined && value.type != DataType::String;
    const auto type = isKnown && random() % 8 != 0 ? value.type : kTypes[random() % std::size(kTypes)];
    const auto storage = ops::storageType(type);
    auto numbers = at::empty(shapeFor(value, random), at::kDouble);
    auto* first = numbers.data_ptr<double>();
    const double odd[]{0, 1, -1, 2, 1e30, -7, std::numeric_limits<double>::quiet_NaN()};
    for (std::int64_t i = 0; i < numbers.numel(); ++i)
        first[i] = random() % 64 == 0 ? odd[random() % std::size(odd)] : static_cast<double>(random() % 16) - 4;
    if (graph::bitsPerElement(type) == 4)
        numbers = numbers.abs().fmod(7).nan_to_num();
    return {numbers.to(storage), type};
}

/// An input that isn't as declared is refused; here what the model declares gives way, so that its nodes get to see it.
graph::Graph withInputsOf(graph::Graph graph, const runs::NamedTensors& inputs)
{
    for (const auto id : graph.inputs()) {
        const auto found = inputs.find(graph.value(id).name);
        if (found == inputs.end())
            continue;
        graph.setType(id, found->second.type);
        graph.setShape(id, graph::declared(found->second.shape()));
    }
    return graph;
}

runs::Hooks withinBudget()
{
    runs::Hooks hooks;
    hooks.taps.push_back([made = std::size_t{0}](const runs::ValueEvent& event) mutable {
        if (++made > kMostValues || event.tensor.data.numel() > kMostElements)
            throw Error(ErrorCode::BadArgument, "enough");
    });
    return hooks;
}

} // namespace

void fuzzImport(std::string_view bytes)
{
    const ScratchFile file(bytes);
    try {
        const auto model = importers::importModel(file.path());
        runs::unsupportedNodes(model.graph);
    } catch (const Error&) {
    }
}

void fuzzRun(std::string_view bytes)
{
    std::uint32_t seed = 0;
    if (bytes.size() < sizeof seed)
        return;
    std::memcpy(&seed, bytes.data() + bytes.size() - sizeof seed, sizeof seed);
    const ScratchFile file(bytes.substr(0, bytes.size() - sizeof seed));
    const runs::ThreadGuard threads(1);
    std::mt19937 random(seed);
    try {
        const auto model = importers::importModel(file.path());
        runs::NamedTensors inputs;
        for (const auto id : model.graph.inputs())
            if (random() % 16 != 0)
                inputs.emplace(model.graph.value(id).name, inputFor(model.graph.value(id), random));
        const auto graph = withInputsOf(model.graph, inputs);
        const runs::Program program(graph);
        runs::Pass execution(program, inputs, withinBudget());
        JobContext context;
        execution.finish(context);
    } catch (const Error&) {
    }
}

} // namespace ql::tests
