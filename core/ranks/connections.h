// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ranks/launch.h"
#include "core/ranks/rank_server.h"
#include "core/ranks/remote_store.h"
#include "core/ranks/ring.h"

#include <memory>
#include <optional>

namespace ql::ranks {

/// Where a rank is connected to all that it needs.
struct Connections {
    std::shared_ptr<const Tls> tls;
    std::unique_ptr<RankServer> server;
    std::unique_ptr<RemoteStore> remoteStore; ///< of ranks but 0

    KeyValueStore& store() { return remoteStore ? static_cast<KeyValueStore&>(*remoteStore) : server->store(); }
};

/// Starts this rank's server and, but for rank 0, connects to the store that rank 0 keeps.
/// @throws Error as cannotMeet(), or (BadArgument) where this rank lacks the secret; what @p check throws
Connections openConnections(const Launch& launch, const CancelPoint& check);
/// Connects to the next rank and waits for the one before. @throws Error; what @p check throws
Ring closeRing(Connections& connections, const Launch& launch, const CancelPoint& check);

} // namespace ql::ranks
