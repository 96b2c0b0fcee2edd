// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ql::graph {

/// An index that can't be mixed up with another kind's. Default-constructed it names nothing.
template <typename Tag>
struct Id {
    std::int32_t index = -1;

    constexpr bool isValid() const { return index >= 0; }
    constexpr std::size_t position() const { return static_cast<std::size_t>(index); }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using NodeId = Id<struct NodeTag>;
using ValueId = Id<struct ValueTag>;
using BodyId = Id<struct BodyTag>;

} // namespace ql::graph

template <typename Tag>
struct std::hash<ql::graph::Id<Tag>> {
    std::size_t operator()(ql::graph::Id<Tag> id) const noexcept { return std::hash<std::int32_t>{}(id.index); }
};
