// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/pickle.h"
#include "core/data/pickle_value.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>

namespace ql::data {

namespace {

using Items = PickleValue::Items;
constexpr std::size_t kMostValues = std::size_t{1} << 22;

/// A machine for the opcodes that tensors need. Every access is checked: the bytes come from anywhere.
class Reader {
public:
    Reader(std::span<const std::byte> bytes, const StorageReader& storage)
        : m_bytes(bytes)
        , m_storage(storage)
    {
    }

    NamedTensorData run()
    {
        while (true) {
            const auto opcode = static_cast<unsigned char>(take(1)[0]);
            if (opcode == '.')
                return tensorsIn(pop());
            step(opcode);
        }
    }

private:
    [[noreturn]] static void corrupt(const std::string& what)
    {
        throw Error(ErrorCode::FileCorrupt, "the pickle is damaged: " + what);
    }

    std::span<const std::byte> take(std::size_t count)
    {
        if (m_bytes.size() - m_at < count)
            corrupt("it ends early");
        m_at += count;
        return m_bytes.subspan(m_at - count, count);
    }

    template <typename T>
    T number()
    {
        T value;
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }

    std::string text(std::size_t length)
    {
        const auto bytes = take(length);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    std::string line()
    {
        std::string result;
        for (char c = text(1)[0]; c != '\n'; c = text(1)[0])
            result.push_back(c);
        return result;
    }

    void push(PickleValue value)
    {
        if (++m_pushed > kMostValues)
            corrupt("it holds too many values");
        m_stack.push_back(std::move(value));
    }

    PickleValue pop()
    {
        if (m_stack.empty() || (!m_marks.empty() && m_stack.size() <= m_marks.back()))
            corrupt("a value is missing");
        auto value = std::move(m_stack.back());
        m_stack.pop_back();
        return value;
    }

    PickleValue& top()
    {
        if (m_stack.empty())
            corrupt("a value is missing");
        return m_stack.back();
    }

    Items popToMark()
    {
        if (m_marks.empty() || m_marks.back() > m_stack.size())
            corrupt("a mark is missing");
        const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        Items items(std::make_move_iterator(from), std::make_move_iterator(m_stack.end()));
        m_stack.erase(from, m_stack.end());
        m_marks.pop_back();
        return items;
    }

    void pushTuple(std::size_t count)
    {
        Items items(count);
        for (std::size_t i = count; i-- > 0;)
            items[i] = pop();
        push(m_arena.list(std::move(items)));
    }

    void memoize(std::size_t index) { m_memo[index] = top(); }

    void recall(std::size_t index)
    {
        const auto found = m_memo.find(index);
        if (found == m_memo.end())
            corrupt("it refers to a value it never made");
        push(found->second);
    }

    /// LONG1: little-endian two's complement of at most eight bytes.
    void pushLong()
    {
        const auto length = static_cast<std::size_t>(number<std::uint8_t>());
        if (length > sizeof(std::int64_t))
            corrupt("an integer is too long");
        const auto bytes = take(length);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < length; ++i)
            value |= std::uint64_t(bytes[i]) << (8 * i);
        if (length > 0 && length < 8 && (std::uint64_t(bytes[length - 1]) & 0x80) != 0)
            value |= ~std::uint64_t{0} << (8 * length);
        push(PickleValue::integer(static_cast<std::int64_t>(value)));
    }

    void appendItems(Items items)
    {
        auto* list = top().items();
        if (!list)
            corrupt("values are appended to no list");
        std::move(items.begin(), items.end(), std::back_inserter(*list));
    }

    void setItems(Items items)
    {
        auto* entries = top().entries();
        if (items.size() % 2 != 0)
            corrupt("a key has no value");
        if (!entries)
            corrupt("keys are set on no dict");
        for (std::size_t i = 0; i < items.size(); i += 2)
            entries->emplace_back(std::move(items[i]), std::move(items[i + 1]));
    }

    void step(unsigned char opcode)
    {
        if (!stepValue(opcode) && !stepContainer(opcode))
            corrupt(fmt::format("opcode 0x{:02x} is not among those that tensors need", opcode));
    }

    bool stepValue(unsigned char opcode)
    {
        switch (opcode) {
        case 0x80: // PROTO
            take(1);
            return true;
        case 0x95: // FRAME
            take(8);
            return true;
        case 'N': // NONE
        case 'G': // BINFLOAT: passed over, its value is of no use here
            take(opcode == 'G' ? 8 : 0);
            push({});
            return true;
        case 0x88: // NEWTRUE
        case 0x89: // NEWFALSE
            push(PickleValue::integer(opcode == 0x88));
            return true;
        case 'J': push(PickleValue::integer(number<std::int32_t>())); return true;
        case 'K': push(PickleValue::integer(number<std::uint8_t>())); return true;
        case 'M': push(PickleValue::integer(number<std::uint16_t>())); return true;
        case 0x8a: pushLong(); return true;
        case 'X':
        case 'T': push(PickleValue::text(text(number<std::uint32_t>()))); return true;
        case 0x8c: // SHORT_BINUNICODE
        case 'U': push(PickleValue::text(text(number<std::uint8_t>()))); return true;
        default: return stepMemo(opcode);
        }
    }

    bool stepMemo(unsigned char opcode)
    {
        switch (opcode) {
        case 'q': memoize(number<std::uint8_t>()); return true;
        case 'r': memoize(number<std::uint32_t>()); return true;
        case 0x94: // MEMOIZE
            memoize(m_memo.size());
            return true;
        case 'h': recall(number<std::uint8_t>()); return true;
        case 'j': recall(number<std::uint32_t>()); return true;
        case 'c': {
            const auto module = line();
            const auto name = line();
            push(PickleValue::global(module + "." + name));
            return true;
        }
        case 0x93: { // STACK_GLOBAL
            const auto name = pop();
            const auto module = pop();
            push(PickleValue::global(module.textOr({}) + "." + name.textOr({})));
            return true;
        }
        default: return false;
        }
    }

    bool stepContainer(unsigned char opcode)
    {
        switch (opcode) {
        case '(': m_marks.push_back(m_stack.size()); return true;
        case '}': push(m_arena.dict()); return true;
        case ']':
        case ')': push(m_arena.list({})); return true;
        case 't':
        case 'l': push(m_arena.list(popToMark())); return true;
        case 0x85: // TUPLE1 … TUPLE3
        case 0x86:
        case 0x87: pushTuple(static_cast<std::size_t>(opcode - 0x84)); return true;
        case 'a': {
            Items items{pop()};
            appendItems(std::move(items));
            return true;
        }
        case 'e': appendItems(popToMark()); return true;
        case 's': {
            auto value = pop();
            Items items{pop(), std::move(value)};
            setItems(std::move(items));
            return true;
        }
        case 'u': setItems(popToMark()); return true;
        default: return stepCall(opcode);
        }
    }

    bool stepCall(unsigned char opcode)
    {
        switch (opcode) {
        case 'R': {
            const auto arguments = pop();
            const auto function = pop();
            push(applyGlobal(function, arguments, m_storage, m_arena));
            return true;
        }
        case 'Q': // BINPERSID
            push(PickleValue::storage(pop()));
            return true;
        case 'b': // BUILD: the state of an OrderedDict (its _metadata) is of no use here
            pop();
            return true;
        case 0x81: { // NEWOBJ
            pop();
            throw Error(ErrorCode::UnsupportedFormat,
                        "the file holds an object of " + pop().describe() + ", not only tensors",
                        "save a dict of tensors: torch.save({\"input\": tensor}, path)");
        }
        default: return false;
        }
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    std::size_t m_pushed = 0;
    const StorageReader& m_storage;
    PickleArena m_arena;
    Items m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::size_t, PickleValue> m_memo;
};

} // namespace

NamedTensorData unpickleTensors(std::span<const std::byte> pickle, const StorageReader& storage)
{
    return Reader(pickle, storage).run();
}

} // namespace ql::data
