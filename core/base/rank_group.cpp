// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rank_group.h"

namespace ql {

Message RankGroup::nameOf(std::size_t rank) const
{
    return Message("rank {}", rank);
}

RankGroup& aloneGroup()
{
    static RankGroup group; // it holds nothing that changes
    return group;
}

} // namespace ql
