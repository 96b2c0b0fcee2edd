// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_binder.h"

#include "core/base/error.h"
#include "core/data/raw_sample.h"
#include "core/data/tensors/input_array.h"
#include "core/data/tensors/tensor_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::data {

namespace {

/// @p data with dimensions of 1 in front until it has as many as @p input declares.
/// A model that doesn't say what rank its input has is taken to count samples along the first axis.
graph::TensorData withLeadingOnes(const graph::Value& input, const SourceArray& array)
{
    const auto& data = array.data;
    const auto rank = input.shape ? input.shape->size() : data.shape().size() + (array.isSlice ? 1 : 0);
    if (data.shape().size() >= rank)
        return data;
    graph::Shape shape(rank - data.shape().size(), 1);
    shape.insert(shape.end(), data.shape().begin(), data.shape().end());
    if (data.type() == graph::DataType::String)
        return graph::TensorData::ofStrings(std::move(shape), data.strings());
    return {data.type(), std::move(shape), data.storage(), data.bytes().size()};
}

} // namespace

InputBinder::InputBinder(const graph::Graph& graph, DatasetOptions options)
    : m_graph(graph)
    , m_options(std::move(options))
{
    const auto& optional = m_options.optionalInputs;
    for (const auto id : graph.inputs())
        if (std::find(optional.begin(), optional.end(), graph.value(id).name) == optional.end())
            m_required.push_back(&graph.value(id));
}

std::string InputBinder::describedInputs() const
{
    std::vector<std::string> texts;
    for (const auto id : m_graph.inputs())
        texts.push_back(describedInput(m_graph.value(id)));
    return fmt::format("{}", fmt::join(texts, ", "));
}

const graph::Value* InputBinder::inputCalled(std::string_view name) const
{
    for (const auto id : m_graph.inputs())
        if (const auto& input = m_graph.value(id); input.name == name || fileNameFor(input.name) == name)
            return &input;
    return nullptr;
}

std::optional<std::pair<std::string, const graph::Value*>> InputBinder::splitKey(std::string_view key) const
{
    // Names may hold "__" themselves, so every place is tried.
    for (auto at = key.find("__"); at != std::string_view::npos; at = key.find("__", at + 1))
        if (const auto* input = inputCalled(key.substr(at + 2)))
            return std::pair(std::string(key.substr(0, at)), input);
    return std::nullopt;
}

const graph::Value& InputBinder::inputFor(const SourceArray& array) const
{
    const auto& inputs = m_graph.inputs();
    if (array.position && *array.position < inputs.size())
        return m_graph.value(inputs[*array.position]);
    if (array.position)
        throw Error(ErrorCode::BadArgument,
                    Message("input_{}.pb is one too many: the model has {} inputs", *array.position, inputs.size()));
    if (const auto* input = inputCalled(array.name))
        return *input;
    if (m_required.size() == 1 && array.name.empty())
        return *m_required.front();
    throw Error(ErrorCode::BadArgument,
                array.name.empty() ? Message("does not say which input it is for")
                                   : Message("array {} is for no input of the model", array.name),
                Message("its inputs are {}", describedInputs()));
}

runs::NamedTensors InputBinder::bind(const std::vector<SourceArray>& arrays) const
{
    runs::NamedTensors tensors;
    for (const auto& array : arrays) {
        // A lone array is for the lone input, whatever it is called.
        const bool isLone = arrays.size() == 1 && m_required.size() == 1 && !array.position && !inputCalled(array.name);
        const auto& input = isLone ? *m_required.front() : inputFor(array);
        auto tensor = array.held ? *array.held : ops::toTensor(fittedTo(input, withLeadingOnes(input, array)));
        if (!tensors.emplace(input.name, std::move(tensor)).second)
            throw Error(ErrorCode::BadArgument, Message("input {} is given twice", input.name));
    }
    for (const auto* input : m_required)
        if (!tensors.contains(input->name))
            throw Error(ErrorCode::BadArgument, Message("no data for input {}", describedInput(*input)),
                        Message("the model's inputs are {}", describedInputs()));
    return tensors;
}

const graph::Value& InputBinder::unnamedInput(const std::string& name) const
{
    const auto* named = name.empty() ? nullptr : inputCalled(name);
    if (named)
        return *named;
    if (m_required.size() != 1)
        throw Error(ErrorCode::BadArgument, "does not say which input it is for",
                    Message("its inputs are {}", describedInputs()));
    return *m_required.front();
}

std::vector<SourceArray> InputBinder::read(const std::filesystem::path& path, const std::string& name) const
{
    if (isImageFile(path)) {
        if (!m_options.preprocessing)
            throw Error(
                ErrorCode::BadArgument, Message("{}: an image has to be preprocessed", path.string()),
                "say how the model was trained: --preprocess FILE, or --mean, --scale, --layout, --color, --resize");
        const auto* input = withContext(Message::text(path.string()), [&] { return &unnamedInput(name); });
        const auto how =
            withContext(Message::text(path.string()), [&] { return fitted(*m_options.preprocessing, *input); });
        return {{input->name, {}, readImage(path, how)}};
    }
    if (isRawFile(path))
        return {readRawSample(path, withContext(Message::text(path.string()),
                                                [&]() -> const graph::Value& { return unnamedInput(name); }))};
    std::vector<graph::ValueKind> kinds;
    const bool isOneOfMany = !name.empty() && m_graph.inputs().size() > 1 && !std::filesystem::is_directory(path);
    const auto* named = isOneOfMany ? inputCalled(name) : nullptr;
    for (const auto id : m_graph.inputs())
        if (!named || named == &m_graph.value(id))
            kinds.push_back(m_graph.value(id).kind);
    auto arrays = readSource(path.string(), kinds);
    if (arrays.size() == 1 && !name.empty())
        arrays.front().name = name;
    return arrays;
}

} // namespace ql::data
