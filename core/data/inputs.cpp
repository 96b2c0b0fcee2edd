// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/inputs.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/input_binder.h"
#include "core/data/tensors/input_array.h"
#include "core/data/tensors/tensor_writer.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <unordered_map>

namespace ql::data {

using graph::ValueId;

namespace {

/// "random" or "random:7"; the seed is the default's in the first case.
std::optional<std::uint64_t> randomSeed(std::string_view source, std::uint64_t defaultSeed)
{
    if (source == "random")
        return defaultSeed;
    constexpr std::string_view kPrefix = "random:";
    if (!source.starts_with(kPrefix))
        return std::nullopt;
    const auto text = source.substr(kPrefix.size());
    std::uint64_t seed = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
        throw Error(ErrorCode::BadArgument, Message("'{}' is not a seed", text), "write random or random:7");
    return seed;
}

/// NNN__name, as the arrays of a calibration set are called.
bool isCalibrationName(std::string_view name)
{
    const auto digits = name.find_first_not_of("0123456789");
    return digits != 0 && digits != std::string_view::npos && name.substr(digits).starts_with("__");
}

/// Sample 13 of "photos[13]", if photos is there and "photos[13]" itself is not.
struct SampleWord {
    std::string dataset;
    std::size_t index = 0;
};

std::optional<SampleWord> asSampleWord(const std::string& source)
{
    const auto bracket = source.rfind('[');
    std::error_code ignored;
    if (bracket == std::string::npos || !source.ends_with(']') || std::filesystem::exists(source, ignored))
        return std::nullopt;
    SampleWord word{source.substr(0, bracket), 0};
    const auto* end = source.data() + source.size() - 1;
    const auto result = std::from_chars(source.data() + bracket + 1, end, word.index);
    const bool isIndex = result.ec == std::errc() && result.ptr == end;
    return isIndex && std::filesystem::exists(word.dataset, ignored) ? std::optional(word) : std::nullopt;
}

/// Gathers one array per graph input from the words.
class InputCollector {
public:
    InputCollector(const graph::Graph& graph, std::uint64_t seed, const std::optional<Preprocessing>& preprocessing)
        : m_graph(graph)
        , m_options{preprocessing, {}}
        , m_binder(graph, m_options)
        , m_seed(seed)
    {
    }

    void take(const std::string& word)
    {
        const auto named = namedInput(word);
        const auto source = named ? word.substr(m_graph.value(*named).name.size() + 1) : word;
        if (const auto seed = randomSeed(source, m_seed))
            named ? set(*named, random(*named, *seed)) : void(m_restSeed = seed);
        else if (const auto sample = asSampleWord(source); sample && !named)
            takeSample(*sample);
        else if (named)
            set(*named, arrayFor(m_graph.value(*named).name, source));
        else
            spread(source);
    }

    runs::NamedTensors finish()
    {
        if (m_restSeed)
            for (const auto input : m_graph.inputs())
                if (!m_found.contains(input))
                    set(input, random(input, *m_restSeed));
        failIfMissing();
        runs::NamedTensors tensors;
        for (const auto& [input, tensor] : m_found)
            tensors.emplace(m_graph.value(input).name, tensor);
        return tensors;
    }

private:
    /// The input whose name and "=" begin @p word. Names may hold "=" themselves, and so may paths.
    std::optional<ValueId> namedInput(const std::string& word) const
    {
        for (auto at = word.find('='); at != std::string::npos; at = word.find('=', at + 1))
            if (const auto input = inputCalled(word.substr(0, at), false))
                return input;
        if (word.find('=') != std::string::npos && !std::filesystem::exists(word))
            throw Error(ErrorCode::BadArgument, Message("the model has no input {}", word.substr(0, word.find('='))),
                        Message("its inputs are {}", describedInputs(m_graph.inputs())));
        return std::nullopt;
    }

    std::optional<ValueId> inputCalled(std::string_view name, bool alsoAsFileName) const
    {
        for (const auto input : m_graph.inputs()) {
            const auto& candidate = m_graph.value(input).name;
            if (candidate == name || (alsoAsFileName && fileNameFor(candidate) == name))
                return input;
        }
        return std::nullopt;
    }

    std::string describedInputs(const std::vector<ValueId>& inputs) const
    {
        std::vector<std::string> texts;
        for (const auto input : inputs)
            texts.push_back(describedInput(m_graph.value(input)));
        return fmt::format("{}", fmt::join(texts, ", "));
    }

    // Inputs of the same shape shall not get the same numbers.
    graph::TensorData random(ValueId input, std::uint64_t seed) const
    {
        const auto place = std::ranges::find(m_graph.inputs(), input) - m_graph.inputs().begin();
        return randomFor(m_graph.value(input), seed + 0x9E3779B97F4A7C15u * std::uint64_t(place));
    }

    void set(ValueId input, const graph::TensorData& data)
    {
        setWhole(input, ops::toTensor(fittedTo(m_graph.value(input), data)));
    }

    void set(ValueId input, const SourceArray& array)
    {
        array.held ? setWhole(input, *array.held) : set(input, array.data);
    }

    void setWhole(ValueId input, ops::Tensor tensor)
    {
        const auto& value = m_graph.value(input);
        if (!m_found.emplace(input, std::move(tensor)).second)
            throw Error(ErrorCode::BadArgument, Message("input {} is given twice", value.name));
    }

    void takeSample(const SampleWord& word)
    {
        const auto dataset = openDataset(word.dataset, m_graph, m_options);
        if (word.index >= dataset->size())
            throw Error(ErrorCode::BadArgument,
                        Message("{} has {} samples, none of index {}", word.dataset, dataset->size(), word.index));
        for (const auto& [name, tensor] : dataset->inputs(word.index))
            setWhole(*inputCalled(name, false), tensor);
    }

    /// The array for one input out of a source that may hold several.
    SourceArray arrayFor(const std::string& name, const std::string& source) const
    {
        const auto arrays = m_binder.read(source, name);
        if (arrays.size() == 1)
            return arrays.front();
        for (const auto& array : arrays)
            if (array.name == name || array.name == fileNameFor(name))
                return array;
        throw Error(ErrorCode::BadArgument,
                    Message("{}: holds {} arrays, none of which is called {}", source, arrays.size(), name));
    }

    /// Gives the arrays of an unnamed source to the inputs that they are for.
    void spread(const std::string& source)
    {
        const auto arrays = m_binder.read(source);
        failIfCalibrationSet(source, arrays);
        std::size_t used = 0;
        for (const auto& array : arrays) {
            const auto input = inputOf(array, arrays.size());
            if (input)
                withContext(Message::text(source), [&] { set(*input, array); });
            else if (!array.name.starts_with(kAnalysisState))
                logInfo(Message("{}: array {} is not an input and is ignored", source, array.name));
            used += input ? 1 : 0;
        }
        if (used == 0)
            throw Error(ErrorCode::BadArgument, Message("{}: does not say which input it is for", source),
                        Message("write name={}; the inputs are {}", source, describedInputs(m_graph.inputs())));
    }

    std::optional<ValueId> inputOf(const SourceArray& array, std::size_t arrayCount) const
    {
        const auto& inputs = m_graph.inputs();
        if (array.position && *array.position >= inputs.size())
            throw Error(ErrorCode::BadArgument, Message("input_{}.pb is one too many: the model has {} inputs",
                                                        *array.position, inputs.size()));
        if (array.position)
            return inputs[*array.position];
        if (arrayCount == 1 && inputs.size() == 1)
            return inputs.front();
        return inputCalled(array.name, true);
    }

    static void failIfCalibrationSet(const std::string& source, const std::vector<SourceArray>& arrays)
    {
        const auto isCalibration = [](const SourceArray& array) { return isCalibrationName(array.name); };
        if (!arrays.empty() && std::ranges::all_of(arrays, isCalibration))
            throw Error(ErrorCode::BadArgument,
                        Message("{}: is a calibration set of {} arrays, expected one sample", source, arrays.size()),
                        "save one sample under the inputs' own names");
    }

    void failIfMissing() const
    {
        std::vector<ValueId> missing;
        for (const auto input : m_graph.inputs())
            if (!m_found.contains(input))
                missing.push_back(input);
        if (!missing.empty())
            throw Error(ErrorCode::BadArgument, Message("no data for {}", describedInputs(missing)),
                        "give --input name=file.npy for each, or --input random");
    }

    const graph::Graph& m_graph;
    DatasetOptions m_options;
    InputBinder m_binder;
    std::uint64_t m_seed;
    std::optional<std::uint64_t> m_restSeed;
    std::unordered_map<ValueId, ops::Tensor> m_found;
};

} // namespace

runs::NamedTensors readInputs(const graph::Graph& graph, std::span<const std::string> words, std::uint64_t seed,
                              const std::optional<Preprocessing>& preprocessing)
{
    InputCollector collector(graph, seed, preprocessing);
    for (const auto& word : words)
        collector.take(word);
    return collector.finish();
}

} // namespace ql::data
