// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/data/weights/core_ml_tensors.h"

#include <vector>

namespace ql::data {

/// @throws Error (FileCorrupt): parameters of a constant that don't fit each other
[[noreturn]] inline void throwUnfit(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the package may be damaged: save it again");
}

/// @throws Error (FileCorrupt) where it is missing
inline const graph::TensorData& needed(const ProgramParameters& parameters, const std::string& name)
{
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throwUnfit(Message("parameter {} is missing", name));
    return found->second.data;
}

inline const graph::TensorData* given(const ProgramParameters& parameters, const std::string& name)
{
    const auto found = parameters.find(name);
    return found == parameters.end() ? nullptr : &found->second.data;
}

/// The place of each element of a tensor of shape @p whole in one of @p blocks, whose sizes divide those; both must
/// outlive it.
class BlockPlaces {
public:
    /// @throws Error (FileCorrupt)
    BlockPlaces(const graph::Shape& whole, const graph::Shape& blocks)
        : m_whole(whole)
        , m_blocks(blocks)
    {
        if (whole.size() != blocks.size())
            throwUnfit(Message("shapes {} and {} differ in rank", graph::toString(whole), graph::toString(blocks)));
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (blocks[i] <= 0 || whole[i] % blocks[i] != 0)
                throwUnfit(Message("{} blocks don't divide shape {}", graph::toString(blocks), graph::toString(whole)));
    }
    std::size_t of(std::size_t element) const
    {
        std::size_t place = 0, stride = 1;
        for (std::size_t axis = m_whole.size(); axis-- > 0;) {
            const auto size = std::size_t(m_whole[axis]);
            const auto index = element % size / (size / std::size_t(m_blocks[axis]));
            element /= size;
            place += index * stride;
            stride *= std::size_t(m_blocks[axis]);
        }
        return place;
    }

private:
    const graph::Shape& m_whole;
    const graph::Shape& m_blocks;
};

/// Bit @p place of a row of bytes, the lowest of each first.
inline bool bitAt(std::span<const std::byte> bytes, std::size_t place)
{
    return (std::to_integer<unsigned>(bytes[place / 8]) >> (place % 8) & 1U) != 0;
}

} // namespace ql::data
