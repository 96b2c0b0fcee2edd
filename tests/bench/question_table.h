// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/peer_process.h"
#include "tests/models/manifest.h"

#include <vector>

namespace ql::bench {

struct QuestionEffort {
    int turns = 10;             ///< of short measurements
    int rounds = 5;             ///< of long ones
    double searchSeconds = 0.4; ///< worth of forwards in a bad-case search
};

/// Prints for every pair, with one thread and with all processors: compare against the pair's two forwards (pure ones,
/// as questions of their own, and ONNX Runtime's without optimizations), sensitivity against its rows times ONNX
/// Runtime's quantized forward on one thread, and the bad-case search against the pure forwards of its samples, dealt
/// out to as many threads.
void printQuestions(const std::vector<tests::TwinPair>& pairs, PeerProcess& peer, const QuestionEffort& effort);

} // namespace ql::bench
