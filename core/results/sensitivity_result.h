// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/requests.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ql::results {

enum class SensitivityMode {
    OneOn, ///< only this is quantized, everything else stays as in the baseline
    OneOff ///< everything is quantized except this: what a skip would win
};

/// What is switched together as one row.
enum class SensitivityWhat {
    Activation, ///< the quantizer on a layer's output
    Weight,     ///< weight and bias of a layer
    Both,       ///< one row for each of the two
    Together    ///< one row for a layer as a whole: what it reads, its weight and bias, its output
};

struct SensitivityRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
    MetricId metric = MetricId::Sqnr;
    SensitivityMode mode = SensitivityMode::OneOn;
    SensitivityWhat what = SensitivityWhat::Both;
    bool groupsScopes = false;              ///< a row per scope instead of per layer
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    RunOptions options;
    ImageOptions images;
};

struct SensitivityRow {
    std::string opName;        ///< layer, graph input or scope
    std::string sensitiveType; ///< "activation", "weight", "both"
    std::string opType;
    double metricValue = 0.0;  ///< mean over samples; NaN if any sample gave NaN
    std::string quantDtype;    ///< "int8"; "int8,int32" where a row switches several
    std::uint64_t macs = 0;
    double macsShare = 0.0;    ///< 0 … 1 of the model's
    std::vector<std::string> quantizers; ///< the analysis model's tensors that the row switches
};

struct SensitivityOutput {
    std::string name;
    MetricId metric = MetricId::Sqnr;
    double everythingOn = 0.0;      ///< the metric of the whole analysis model
    double reproductionDb = 0.0;    ///< SQNR between the analysis model and the baseline with every quantizer on
    std::vector<SensitivityRow> rows; ///< most sensitive first
};

/// The answer to "which layer matters most?".
struct SensitivityResult {
    std::string baseline;
    std::string analysis;
    SensitivityMode mode = SensitivityMode::OneOn;
    std::vector<SensitivityOutput> outputs;
    std::uint64_t samples = 0;       ///< samples every row has seen
    std::uint64_t executedNodes = 0; ///< nodes run for the rows
    std::uint64_t naiveNodes = 0;    ///< nodes a whole forward per row would have run
    std::vector<std::string> unplaced; ///< quantized inputs that have no place in the baseline
    bool isComplete = false;         ///< false in partial rankings
};

using SensitivityListener = std::function<void(std::shared_ptr<const SensitivityResult>)>;

} // namespace ql::results
