// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/workspace/model_cache.h"

#include "core/data/weights/state_dict.h"
#include "core/import/onnx/model_file.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostEntries = 2;

import::ImportedModel readNetworkOrWeights(const std::filesystem::path& path){
    const bool isStateDict = import::kindOf(path) == import::FileKind::StateDict;
return isStateDict ? data::readStateDict(path) : import::importModel(path);
} // namespace

} // namespace ql::analysis

std::shared_ptr<const import::ImportedModel> ModelCache::open(const std::string& path)
{
    return open(path, false, import::importModel);
}

std::shared_ptr<const import::ImportedModel> ModelCache::openWeights(const std::string& path)
{
    return open(path, true, readNetworkOrWeights);
}

std::shared_ptr<const import::ImportedModel> ModelCache::open(const std::string& path, bool takesWeightsOnly,
                                                              Reader read)
{
    std::error_code ignored;
    const auto modified = std::filesystem::last_write_time(path, ignored);
    const auto bytes = std::filesystem::file_size(path, ignored);
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& entry : m_entries)
            if (entry.path == path && entry.modified == modified && entry.bytes == bytes
                && (takesWeightsOnly || !entry.model->isWeightsOnly))
                return entry.model;
    }
    auto model = std::make_shared<const import::ImportedModel>(read(path));
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.path == path; });
    m_entries.push_front({path, modified, bytes, model});
    if (m_entries.size() > kMostEntries)
        m_entries.pop_back();
    return model;
}

} // namespace ql::analysis
