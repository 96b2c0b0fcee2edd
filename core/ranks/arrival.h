// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ranks/launch.h"
#include "core/ranks/reception.h"
#include "core/ranks/ring.h"
#include "core/ranks/shared_board.h"

#include <memory>
#include <optional>

namespace ql::ranks {

/// Where a rank is connected to all that it needs.
struct Arrival {
    std::shared_ptr<const Tls> tls;
    std::unique_ptr<Reception> reception;
    std::unique_ptr<RemoteBoard> guestBoard; ///< of ranks but 0

    Board& board() { return guestBoard ? static_cast<Board&>(*guestBoard) : reception->board(); }
};

/// Opens this rank's door and, but for rank 0, connects to its board.
/// @throws Error as cannotMeet(), or (BadArgument) where this rank lacks the secret; what @p check throws
Arrival arrive(const Launch& launch, const CancelPoint& check);
/// Connects to the next rank and waits for the one before. @throws Error; what @p check throws
Ring closeRing(Arrival& arrival, const Launch& launch, const CancelPoint& check);

} // namespace ql::ranks
