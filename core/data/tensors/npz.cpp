// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/npz_archive.h"

#include <spdlog/spdlog.h>

namespace ql::data {

NpzArchive::NpzArchive(const std::filesystem::path& path)
    : m_path(path)
{
    withContext(Message::text(m_path.string()), [this] {
        m_archive = std::make_unique<ZipArchive>(m_path, "a readable .npz archive");
        describe();
    });
}

void NpzArchive::describe()
{
    for (const auto& entry : m_archive->entries()) {
        if (!entry.name.ends_with(".npy")) {
            spdlog::warn("{}: entry {} is no .npy array and is ignored", m_path.string(), entry.name);
            continue;
        }
        withContext(Message("entry {}", entry.name), [&] { m_archive->check(entry); });
        m_names.push_back(entry.name.substr(0, entry.name.size() - 4));
        m_places.push_back(entry);
    }
}

graph::TensorData NpzArchive::read(std::size_t i) const
{
    return withContext(Message::text(m_path.string()), [&] {
        return withContext(Message("entry {}.npy", m_names.at(i)),
                           [&] { return parseNpy(m_archive->read(m_places.at(i))); });
    });
}

std::vector<std::pair<std::string, graph::TensorData>> readNpz(const std::filesystem::path& path)
{
    const NpzArchive archive(path);
    std::vector<std::pair<std::string, graph::TensorData>> arrays;
    for (std::size_t i = 0; i < archive.names().size(); ++i)
        arrays.emplace_back(archive.names()[i], archive.read(i));
    return arrays;
}

} // namespace ql::data
