// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/workspace/simulation_store.h"

namespace ql::analysis {

SimulationStore::Lease::Lease(SimulationStore& store)
    : m_lock(store.m_mutex, std::try_to_lock)
    , m_kept(m_lock.owns_lock() ? store.m_kept : m_own.emplace())
{
}

} // namespace ql::analysis
