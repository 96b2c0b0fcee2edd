// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/stacked_dataset.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"
#include "core/base/log.h"
#include "core/data/tensors/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace ql::data {

namespace {

// Format 3.0 headers may be longer, but a header that names one array never is.
constexpr std::size_t kLongestHeader = std::size_t{1} << 16;

NpyHeader headerOf(const std::filesystem::path& path)
{
    auto file = openFile(path);
    std::vector<std::byte> start(kLongestHeader);
    file.read(reinterpret_cast<char*>(start.data()), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return parseNpyHeader(start);
}

/// Sample @p i of an array whose first axis counts the samples; shares its bytes. @pre i is one of them
graph::TensorData slicedSample(const graph::TensorData& stack, std::size_t i)
{
    const graph::Shape shape(stack.shape().begin() + 1, stack.shape().end());
    if (stack.type() == graph::DataType::String) {
        const auto count = static_cast<std::ptrdiff_t>(graph::elementCount(shape));
        const auto first = stack.strings().begin() + static_cast<std::ptrdiff_t>(i) * count;
        return graph::TensorData::ofStrings(shape, {first, first + count});
    }
    const auto bytes = graph::packedByteCount(stack.type(), graph::elementCount(shape));
    return {stack.type(), shape, {stack.storage(), stack.storage().get() + i * bytes}, bytes};
}

} // namespace

StackedNpyDataset::StackedNpyDataset(std::filesystem::path path, InputBinder binder)
    : m_path(std::move(path))
    , m_binder(std::move(binder))
    , m_header(headerOf(m_path))
{
    if (m_header.shape.empty() || m_header.shape.front() == 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the array has shape {}, expected a first axis that counts samples",
                            graph::toString(m_header.shape)));
    const auto size = m_header.byteCount + graph::packedByteCount(m_header.type, graph::elementCount(m_header.shape));
    if (std::filesystem::file_size(m_path) < size)
        throw Error(ErrorCode::FileCorrupt,
                    Message("the array takes {} bytes, the file has {}", size, std::filesystem::file_size(m_path)),
                    "the file seems to be cut off");
    const bool isChanged = m_header.type == graph::DataType::Bool || m_header.type == graph::DataType::String;
    if (m_header.isBigEndian || m_header.isFortranOrder || isChanged)
        m_whole = readNpy(m_path);
    else if (const auto found = std::filesystem::file_size(m_path); found > size)
        logWarning(Message("{}: {} bytes after the end of the array are ignored", m_path.string(), found - size));
}

std::string StackedNpyDataset::sampleName(std::size_t i) const
{
    return fmt::format("{}[{}]", m_path.filename().string(), i);
}

graph::TensorData StackedNpyDataset::sample(std::size_t i) const
{
    if (m_whole)
        return slicedSample(*m_whole, i);
    const graph::Shape shape(m_header.shape.begin() + 1, m_header.shape.end());
    const auto bytes = graph::packedByteCount(m_header.type, graph::elementCount(shape));
    auto memory = allocateBytes(bytes);
    auto file = openFile(m_path);
    file.seekg(static_cast<std::streamoff>(m_header.byteCount + i * bytes));
    file.read(reinterpret_cast<char*>(memory.get()), static_cast<std::streamsize>(bytes));
    if (!file)
        throw Error(ErrorCode::FileCorrupt, "the file became shorter while it was read");
    return {m_header.type, shape, std::move(memory), bytes};
}

runs::NamedTensors StackedNpyDataset::inputs(std::size_t i) const
{
    return withContext(Message("{}[{}]", m_path.string(), i), [&] {
        return m_binder.bind({{{}, {}, sample(i), true}});
    });
}

std::uint64_t StackedNpyDataset::fingerprint() const
{
    return Fingerprint().addFile(m_path).value();
}

NpzDataset::NpzDataset(std::filesystem::path path, InputBinder binder)
    : m_path(std::move(path))
    , m_binder(std::move(binder))
    , m_archive(m_path)
{
    const auto& names = m_archive.names();
    if (names.empty())
        throw Error(ErrorCode::BadArgument, "the archive holds no arrays");
    m_isStacked =
        std::all_of(names.begin(), names.end(), [this](const auto& name) { return m_binder.inputCalled(name); });
    if (m_isStacked)
        readStacks();
    else
        groupByKey();
}

void NpzDataset::readStacks()
{
    auto budget = m_archive.budget();
    for (std::size_t i = 0; i < m_archive.names().size(); ++i) {
        const auto& array = m_stacks.emplace_back(m_archive.read(i, budget));
        const auto count = array.shape().empty() ? 0 : static_cast<std::size_t>(array.shape().front());
        if (count == 0 || (m_stackedCount != 0 && count != m_stackedCount))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("array {} has shape {}, expected a first axis that counts {} samples",
                                m_archive.names()[i], graph::toString(array.shape()),
                                m_stackedCount == 0 ? Message("the") : Message("{}", m_stackedCount)));
        m_stackedCount = count;
    }
}

void NpzDataset::groupByKey()
{
    std::unordered_map<std::string, std::size_t> places;
    const auto& names = m_archive.names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto split = m_binder.splitKey(names[i]);
        if (!split && m_binder.required().size() != 1)
            throw Error(ErrorCode::BadArgument, Message("array {} does not say which input it is for", names[i]),
                        Message("call arrays KEY__INPUT; the inputs are {}", m_binder.describedInputs()));
        const auto key = split ? split->first : names[i];
        const auto input = split ? split->second->name : m_binder.required().front()->name;
        const auto [place, isNew] = places.emplace(key, m_keys.size());
        if (isNew)
            m_keys.push_back({key, {}});
        m_keys[place->second].arrays.emplace_back(input, i);
    }
}

std::string NpzDataset::sampleName(std::size_t i) const
{
    return m_isStacked ? fmt::format("{}[{}]", m_path.filename().string(), i) : m_keys.at(i).name;
}

runs::NamedTensors NpzDataset::inputs(std::size_t i) const
{
    std::vector<SourceArray> arrays;
    if (m_isStacked)
        for (std::size_t place = 0; place < m_stacks.size(); ++place)
            arrays.push_back({m_archive.names()[place], {}, slicedSample(m_stacks[place], i), true});
    else {
        const std::lock_guard lock(m_reading);
        for (const auto& [input, place] : m_keys.at(i).arrays)
            arrays.push_back({input, {}, m_archive.read(place)});
    }
    return withContext(Message("{}: sample {}", m_path.string(), sampleName(i)), [&] { return m_binder.bind(arrays); });
}

std::uint64_t NpzDataset::fingerprint() const
{
    return Fingerprint().addFile(m_path).value();
}

} // namespace ql::data
