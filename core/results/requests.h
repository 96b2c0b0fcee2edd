// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/quantization_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// What holds for everything that one engine is asked.
struct SessionOptions {
    std::vector<std::string> operatorLibraries; ///< shared libraries with more operators (quantloupe/operators.h)
};

/// What every question shares.
struct RunOptions {
    int threads = 0;            ///< 0 = all cores
    std::string device = "cpu"; ///< "cpu", "cuda:0"
    std::uint64_t seed = 0;

    bool operator==(const RunOptions&) const = default;
};

/// How images become tensors: a YAML file and "key=value" settings on top of it. With neither, images are refused.
struct ImageOptions {
    std::string file;
    std::vector<std::string> settings;

    bool operator==(const ImageOptions&) const = default;
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
    ImageOptions images;
};

struct CompareRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
    std::string mapFile;                    ///< lines "baseline_name analysis_name"; empty = none
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    bool showAll = false;                   ///< also shape-only and constant nodes
    bool replaysDecisions = false;          ///< TopK, ArgMax … choose what they choose in the baseline
    RunOptions options;
    ImageOptions images;
    QuantizationOptions quantization; ///< simulates the analysis model where none is named
};

/// Asks on which samples two models differ most.
struct BadCaseRequest {
    std::string baseline;
    std::string analysis;
    std::string data; ///< a dataset, DESIGN.md section 5
    ImageOptions images;
    std::size_t numSteps = 0;          ///< at most so many samples; 0 = all
    std::string metric = "atol";       ///< a metric's key, or an expression over x and y
    std::string order;                 ///< of an expression, from bad to good: "ascending", "descending"
    std::vector<std::string> outputs;  ///< only these of the baseline's; empty = all
    std::vector<std::string> feedback; ///< "output=input": states that go into the next sample
    std::size_t resetEvery = 0;        ///< states begin anew after so many samples; 0 = only where a recording begins
    std::string labels;                ///< .npy of integers, or text with a label per line; empty = none
    std::string labelOutput;           ///< whose strongest element is the class; empty = the first
    std::string folder;                ///< for badcase.pt and the state of a cancelled search; empty = none
    bool isFresh = false;              ///< don't continue a cancelled search
    RunOptions options;
    QuantizationOptions quantization; ///< simulates the analysis model where none is named
};

/// Asks how often a classifier with one input is right.
struct AccuracyRequest {
    std::string model;
    std::string data;   ///< one stacked .npy, first axis = samples
    std::string labels; ///< .npy of integers, one per sample
    RunOptions options;
};

} // namespace ql::results
