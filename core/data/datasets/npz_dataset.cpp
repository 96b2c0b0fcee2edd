// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/datasets/fingerprint.h"
#include "core/data/datasets/stacked_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace ql::data {

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
    for (std::size_t i = 0; i < m_archive.names().size(); ++i) {
        const auto& array = m_stacks.emplace_back(m_archive.read(i));
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

runtime::NamedTensors NpzDataset::inputs(std::size_t i) const
{
    std::vector<SourceArray> arrays;
    if (m_isStacked)
        for (std::size_t place = 0; place < m_stacks.size(); ++place)
            arrays.push_back({m_archive.names()[place], {}, slicedSample(m_stacks[place], i), true});
    else
        for (const auto& [input, place] : m_keys.at(i).arrays)
            arrays.push_back({input, {}, m_archive.read(place)});
    return withContext(Message("{}: sample {}", m_path.string(), sampleName(i)), [&] { return m_binder.bind(arrays); });
}

std::uint64_t NpzDataset::fingerprint() const
{
    return Fingerprint().addFile(m_path).value();
}

} // namespace ql::data
