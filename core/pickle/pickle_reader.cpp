// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/pickle/pickle.h"
#include "core/pickle/pickle_calls.h"
#include "core/pickle/tensor_gatherer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

namespace ql::pickle {

namespace {

using Items = PickleValue::Items;
constexpr std::size_t kMostValues = std::size_t{1} << 22;

/// A machine for the opcodes that tensors need. Every access is checked: the bytes come from anywhere.
class Reader {
public:
    Reader(std::span<const std::byte> bytes, PickleArena& arena)
        : m_bytes(bytes)
        , m_arena(arena)
    {
    }

    PickleValue run()
    {
        while (true) {
            const auto opcode = static_cast<unsigned char>(take(1)[0]);
            if (opcode == '.')
                return pop();
            step(opcode);
        }
    }

    /// Bytes read so far.
    std::size_t position() const { return m_at; }

private:
    std::span<const std::byte> take(std::size_t count)
    {
        if (m_bytes.size() - m_at < count)
            failDamaged("it ends early");
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
            failDamaged("it holds too many values");
        m_stack.push_back(std::move(value));
    }

    PickleValue pop()
    {
        if (m_stack.empty() || (!m_marks.empty() && m_stack.size() <= m_marks.back()))
            failDamaged("a value is missing");
        auto value = std::move(m_stack.back());
        m_stack.pop_back();
        return value;
    }

    PickleValue& top()
    {
        if (m_stack.empty())
            failDamaged("a value is missing");
        return m_stack.back();
    }

    Items popToMark()
    {
        if (m_marks.empty() || m_marks.back() > m_stack.size())
            failDamaged("a mark is missing");
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
            failDamaged("it refers to a value it never made");
        push(found->second);
    }

    /// LONG1: little-endian two's complement. One of more than eight bytes is no size, so its value is of no use here.
    void pushLong()
    {
        const auto length = static_cast<std::size_t>(number<std::uint8_t>());
        if (length > sizeof(std::int64_t)) {
            take(length);
            push({});
            return;
        }
        const auto bytes = take(length);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < length; ++i)
            value |= std::uint64_t(bytes[i]) << (8 * i);
        if (length > 0 && length < 8 && (std::uint64_t(bytes[length - 1]) & 0x80) != 0)
            value |= ~std::uint64_t{0} << (8 * length);
        push(PickleValue(static_cast<std::int64_t>(value)));
    }

    /// BINFLOAT is the one number that pickle writes big-endian.
    void pushDouble()
    {
        std::array<std::byte, sizeof(double)> bytes;
        std::ranges::reverse_copy(take(sizeof(double)), bytes.begin());
        double value = 0.0;
        std::memcpy(&value, bytes.data(), sizeof(double));
        push(PickleValue(value));
    }

    void appendItems(Items items)
    {
        auto* list = top().items();
        if (!list)
            failDamaged("values are appended to no list");
        std::move(items.begin(), items.end(), std::back_inserter(*list));
    }

    void setItems(Items items)
    {
        auto* entries = top().entries();
        if (items.size() % 2 != 0)
            failDamaged("a key has no value");
        if (!entries)
            failDamaged("keys are set on no dict");
        for (std::size_t i = 0; i < items.size(); i += 2)
            entries->emplace_back(std::move(items[i]), std::move(items[i + 1]));
    }

    void step(unsigned char opcode)
    {
        if (!stepValue(opcode) && !stepContainer(opcode))
            failDamaged(Message("opcode 0x{:02x} is not among those that tensors need", opcode));
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
            push({});
            return true;
        case 'G': pushDouble(); return true;
        case 0x88: // NEWTRUE
        case 0x89: // NEWFALSE
            push(PickleValue(std::int64_t{opcode == 0x88}));
            return true;
        case 'J': push(PickleValue(std::int64_t{number<std::int32_t>()})); return true;
        case 'K': push(PickleValue(std::int64_t{number<std::uint8_t>()})); return true;
        case 'M': push(PickleValue(std::int64_t{number<std::uint16_t>()})); return true;
        case 0x8a: pushLong(); return true;
        case 'X':
        case 'T': push(m_arena.text(text(number<std::uint32_t>()))); return true;
        case 0x8c: // SHORT_BINUNICODE
        case 'U': push(m_arena.text(text(number<std::uint8_t>()))); return true;
        case 'B': // BINBYTES, SHORT_BINBYTES
        case 'C':
            take(opcode == 'B' ? number<std::uint32_t>() : number<std::uint8_t>());
            push({});
            return true;
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
            push(m_arena.global(module + "." + name));
            return true;
        }
        case 0x93: { // STACK_GLOBAL
            const auto name = pop();
            const auto module = pop();
            push(m_arena.global(module.textOr({}) + "." + name.textOr({})));
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
        case 0x8f: // EMPTY_SET
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
        case 0x90: // ADDITEMS
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
            push(applyGlobal(function, arguments, m_arena));
            return true;
        }
        case 'Q': // BINPERSID
            push(storageOf(pop(), m_arena));
            return true;
        case 'b': { // BUILD: the state of an OrderedDict (its _metadata) is of no use here
            const auto state = pop();
            if (auto* object = top().object())
                object->state = state;
            return true;
        }
        case 0x81: // NEWOBJ
            pop();
            push(instanceOf(pop(), m_arena));
            return true;
        default: return false;
        }
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    std::size_t m_pushed = 0;
    PickleArena& m_arena;
    Items m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::size_t, PickleValue> m_memo;
};

} // namespace

PickleValue readPickle(std::span<const std::byte> bytes, std::size_t& at, PickleArena& arena)
{
    Reader reader(bytes.subspan(std::min(at, bytes.size())), arena);
    const auto value = reader.run();
    at += reader.position();
    return value;
}

NamedTensorData unpickleTensors(std::span<const std::byte> pickle, const StorageReader& storage)
{
    PickleArena arena;
    std::size_t at = 0;
    ExpansionBudget budget(pickle.size());
    const StorageReader counted = [&](const std::string& key) {
        auto bytes = storage(key);
        budget.read(bytes.size);
        return bytes;
    };
    return tensorsIn(readPickle(pickle, at, arena), counted, budget);
}

} // namespace ql::pickle
