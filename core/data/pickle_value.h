// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/pickle.h"

#include <deque>
#include <variant>

namespace ql::data {

/// What an opcode leaves on the unpickler's stack. Lists and dicts are shared, as Python shares them, and owned by a
/// PickleArena: a pickle may nest a million of them or tie them in circles.
class PickleValue {
public:
    using Items = std::vector<PickleValue>;
    using Entries = std::vector<std::pair<PickleValue, PickleValue>>;

    /// None, and whatever nobody here looks at.
    PickleValue() = default;
    static PickleValue integer(std::int64_t value);
    static PickleValue text(std::string value);
    static PickleValue list(Items& items);
    static PickleValue dict(Entries& entries);
    /// "module.name"
    static PickleValue global(std::string name);
    static PickleValue tensor(graph::TensorData data);
    /// The persistent id ('storage', type, key, location, count). @throws Error (FileCorrupt, UnsupportedFormat)
    static PickleValue storage(const PickleValue& id);

    struct Storage {
        graph::DataType type;
        std::string key;
    };

    Items* items() const;
    Entries* entries() const;
    const std::int64_t* integer() const { return std::get_if<std::int64_t>(&m_value); }
    const graph::TensorData* tensor() const { return std::get_if<graph::TensorData>(&m_value); }
    const Storage* storage() const { return std::get_if<Storage>(&m_value); }
    const std::string* globalName() const;
    std::string textOr(const std::string& otherwise) const;
    /// For messages: "torch.nn.Module", "a list" …
    std::string describe() const;

private:
    struct Global {
        std::string name;
    };
    using Value =
        std::variant<std::monostate, std::int64_t, std::string, Global, Storage, graph::TensorData, Items*, Entries*>;
    explicit PickleValue(Value value)
        : m_value(std::move(value))
    {
    }
    Value m_value;
};

/// Owns the containers of one pickle.
class PickleArena {
public:
    /// A tuple too: nothing here tells them apart.
    PickleValue list(PickleValue::Items items) { return PickleValue::list(m_lists.emplace_back(std::move(items))); }
    PickleValue dict() { return PickleValue::dict(m_dicts.emplace_back()); }

private:
    std::deque<PickleValue::Items> m_lists;
    std::deque<PickleValue::Entries> m_dicts;
};

/// Calls one of the few functions that rebuild tensors. @throws Error (UnsupportedFormat) for any other.
PickleValue applyGlobal(const PickleValue& function, const PickleValue& arguments, const StorageReader& storage,
                        PickleArena& arena);

/// Every tensor in @p value, by name. @throws Error (UnsupportedFormat) when there is none.
NamedTensorData tensorsIn(const PickleValue& value);

} // namespace ql::data
