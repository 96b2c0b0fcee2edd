// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

namespace ql::analysis {

using ModelPointer = std::shared_ptr<const importers::ImportedModel>;

/// Caches what was derived of the models last asked for, and of a @p Key besides. It is found for these very models as
/// long as all of them live: who opened them decides how long that is. Thread-safe.
template <typename Value, typename Key = std::monostate>
class DerivedCache {
public:
    using Models = std::vector<ModelPointer>; ///< in an order that counts
    using ValuePointer = std::shared_ptr<const Value>;

    /// Null for anything but what was stored last.
    ValuePointer find(const Models& models, const Key& key) const
    {
        const std::scoped_lock lock(m_mutex);
        const auto isThis = [](const auto& stored, const ModelPointer& model) {
            return model && stored.lock() == model;
        };
        return std::ranges::equal(m_models, models, isThis) && m_key == key ? m_value : nullptr;
    }

    void store(const Models& models, Key key, ValuePointer value)
    {
        const std::scoped_lock lock(m_mutex);
        m_models.assign(models.begin(), models.end());
        m_key = std::move(key);
        m_value = std::move(value);
    }

    void evict() { store({}, {}, nullptr); }

    /// What is cached, or else what @p derive gives. It may run in several threads at once. @throws as @p derive
    template <typename Derive>
    ValuePointer of(const Models& models, const Key& key, Derive&& derive)
    {
        if (auto cached = find(models, key))
            return cached;
        auto value = std::make_shared<const Value>(std::forward<Derive>(derive)());
        store(models, key, value);
        return value;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::weak_ptr<const importers::ImportedModel>> m_models;
    Key m_key{};
    ValuePointer m_value; ///< null = nothing is cached
};

} // namespace ql::analysis
