// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::tests {

/// A quantized file of the models folder, and how ONNX Runtime made it.
struct Twin {
    const char* name;  ///< of the quantized file
    const char* model; ///< its float origin
    const char* data;
    bool isSigned = true;
    bool isPerChannel = false;
    int activationBits = 8;
    std::vector<std::string> types;
    std::vector<std::string> skipped; ///< parts of node names
    std::vector<std::string> cases;
    bool hasAllData = true; ///< the calibration data is what the twin had
    double toleranceDb = 1.0;
    bool meetsTies = false;               ///< float sums in another order than ours move values over rounding ties
    std::vector<std::string> photos = {}; ///< calibrated with as well: their ranges all lie within the twin's
};

const std::vector<Twin>& twins();

/// Everything about one twin, made once for all tests: its float origin, calibrated as ONNX Runtime did.
class TwinSubject {
public:
    TwinSubject(const std::filesystem::path& folder, const Twin& twin);

    /// The .npy of each input of case @p name, by the input's name.
    std::map<std::string, std::filesystem::path> inputFiles(const std::string& name) const;
    runs::NamedTensors inputs(const std::string& name) const;
    /// The plan with the activation parameters that the twin has.
    quant::QuantPlan planWithTwinsScales() const;

private:
    std::filesystem::path m_folder;

public:
    const Twin& twin;
    graph::Graph model;
    graph::Graph reference; ///< the twin itself
    quant::QuantPlan plan;
};

} // namespace ql::tests
