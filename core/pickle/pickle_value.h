// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/data_type.h"
#include "core/graph/ir/tensor_data.h"

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ql::pickle {

/// The place that holds a tensor's elements, as a persistent id names it.
struct PickledStorage {
    std::string className;                             ///< "torch.FloatStorage"
    graph::DataType type = graph::DataType::Undefined; ///< Undefined: the tensor says it, or nobody here knows it
    std::string key;
    std::int64_t count = 0; ///< elements; bytes where the type is Undefined
};

/// A tensor as a pickle describes it: no element has been looked at, nothing was checked against the storage.
struct PickledTensor {
    /// One scale for all, or tensors with one per slice of @ref axis.
    struct Quantizer {
        double scale = 1.0;
        double zeroPoint = 0.0;
        const PickledTensor* scales = nullptr;
        const PickledTensor* zeroPoints = nullptr;
        std::int64_t axis = 0;
    };

    PickledStorage storage;
    graph::DataType type = graph::DataType::Undefined;
    std::int64_t offset = 0;
    graph::Shape shape;
    std::vector<std::int64_t> strides;
    std::optional<Quantizer> quantizer;
};

struct PickledObject;

/// What an opcode leaves on the unpickler's stack: small, since a pickle may recall one a million times. What it points
/// to is shared, as Python shares it, and owned by a PickleArena: a pickle may nest a million lists or tie them in
/// circles.
class PickleValue {
public:
    using Items = std::vector<PickleValue>;
    using Entries = std::vector<std::pair<PickleValue, PickleValue>>;
    struct Text {
        const std::string* text;
    };
    /// "module.name"
    struct Global {
        const std::string* name;
    };

    /// None, and whatever nobody here looks at.
    PickleValue() = default;
    explicit PickleValue(std::int64_t value)
        : m_value(value)
    {
    }
    explicit PickleValue(double value)
        : m_value(value)
    {
    }
    explicit PickleValue(Text text)
        : m_value(text)
    {
    }
    explicit PickleValue(Global global)
        : m_value(global)
    {
    }
    explicit PickleValue(Items& items)
        : m_value(&items)
    {
    }
    explicit PickleValue(Entries& entries)
        : m_value(&entries)
    {
    }
    explicit PickleValue(PickledStorage& storage)
        : m_value(&storage)
    {
    }
    explicit PickleValue(PickledTensor& tensor)
        : m_value(&tensor)
    {
    }
    explicit PickleValue(PickledObject& object)
        : m_value(&object)
    {
    }

    /// A list's or a tuple's: nothing here tells them apart.
    Items* items() const { return pointer<Items>(); }
    Entries* entries() const { return pointer<Entries>(); }
    PickledStorage* storage() const { return pointer<PickledStorage>(); }
    PickledTensor* tensor() const { return pointer<PickledTensor>(); }
    PickledObject* object() const { return pointer<PickledObject>(); }
    const std::int64_t* integer() const { return std::get_if<std::int64_t>(&m_value); }
    std::optional<double> number() const;
    const std::string* globalName() const;
    const std::string* text() const;
    std::string textOr(const std::string& otherwise) const { return text() ? *text() : otherwise; }
    /// For messages: "torch.nn.Module", "a list" …
    Message describe() const;

private:
    template <typename T>
    T* pointer() const
    {
        const auto* found = std::get_if<T*>(&m_value);
        return found ? *found : nullptr;
    }

    std::variant<std::monostate, std::int64_t, double, Text, Global, PickledStorage*, PickledTensor*, Items*, Entries*,
                 PickledObject*>
        m_value;
};

/// An instance of one of the few classes that may be in a file. No class is looked for, nothing is called.
struct PickledObject {
    std::string className;
    PickleValue state;
};

/// Whose classes a pickle may name.
enum class PickledClasses {
    Few,      ///< those that stand beside plain tensors
    OfProgram ///< those of a TorchScript archive's own code too; they are kept as objects and lists
};

/// Owns what the values of one pickle point to.
class PickleArena {
public:
    explicit PickleArena(PickledClasses classes = PickledClasses::Few)
        : m_classes(classes)
    {
    }

    /// Whether the class or function @p name is one of the archive's own code.
    bool isOfProgram(const std::string& name) const
    {
        return m_classes == PickledClasses::OfProgram && name.starts_with("__torch__.");
    }
    PickleValue text(std::string text)
    {
        return PickleValue(PickleValue::Text{&m_texts.emplace_back(std::move(text))});
    }
    PickleValue global(std::string name)
    {
        return PickleValue(PickleValue::Global{&m_texts.emplace_back(std::move(name))});
    }
    PickleValue list(PickleValue::Items items) { return PickleValue(m_lists.emplace_back(std::move(items))); }
    PickleValue dict() { return PickleValue(m_dicts.emplace_back()); }
    PickleValue storage(PickledStorage storage) { return PickleValue(m_storages.emplace_back(std::move(storage))); }
    PickleValue tensor(PickledTensor tensor) { return PickleValue(m_tensors.emplace_back(std::move(tensor))); }
    PickleValue object(std::string className)
    {
        return PickleValue(m_objects.emplace_back(PickledObject{std::move(className), {}}));
    }
    const std::deque<PickledStorage>& storages() const { return m_storages; }
    const std::deque<PickledTensor>& tensors() const { return m_tensors; }
    const std::deque<PickledObject>& objects() const { return m_objects; }

private:
    PickledClasses m_classes;
    std::deque<std::string> m_texts;
    std::deque<PickleValue::Items> m_lists;
    std::deque<PickleValue::Entries> m_dicts;
    std::deque<PickledStorage> m_storages;
    std::deque<PickledTensor> m_tensors;
    std::deque<PickledObject> m_objects;
};

/// Reads one pickle of @p bytes, from @p at on, which is left behind its end. Opcodes that tensors, dicts, lists and
/// tuples don't need are refused, and so is every call but those of pickle_calls.h. The values point into @p arena.
/// @throws Error (FileCorrupt, UnsupportedFormat)
PickleValue readPickle(std::span<const std::byte> bytes, std::size_t& at, PickleArena& arena);

/// Calls @p visit for every tensor and object in @p value with its name, keys and positions joined by @p separator.
/// @throws Error (FileCorrupt) where it nests too deep or holds too many values
using PickleVisitor = std::function<void(const PickleValue& value, const std::string& name)>;
void visitPickle(const PickleValue& value, char separator, const PickleVisitor& visit);

/// How many lists, dicts and objects stand in each other at the deepest place of @p value.
/// @throws Error (FileCorrupt) where one stands in itself
std::size_t pickleDepth(const PickleValue& value);

} // namespace ql::pickle
