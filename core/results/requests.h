// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// What every question shares.
struct RunOptions {
    int threads = 0;            ///< 0 = all cores
    std::string device = "cpu"; ///< "cpu", "cuda:0"
    std::uint64_t seed = 0;
};

struct InfoRequest {
    std::string model;
};

struct RunRequest {
    std::string model;
    std::vector<std::string> inputs; ///< `--input` words
    std::string outputsFolder;       ///< empty = not written
    std::string dumpFolder;          ///< empty = not written
    RunOptions options;
};

struct CompareRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
    std::string mapFile;                    ///< lines "baseline_name analysis_name"; empty = none
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    bool showAll = false;                   ///< also shape-only and constant nodes
    RunOptions options;
};

/// Asks how often a classifier with one input is right.
struct AccuracyRequest {
    std::string model;
    std::string data;   ///< one stacked .npy, first axis = samples
    std::string labels; ///< .npy of integers, one per sample
    RunOptions options;
};

} // namespace ql::results
