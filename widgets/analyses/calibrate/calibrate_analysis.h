// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/calibrate_result.h"
#include "widgets/analyses/analysis.h"

#include <string>
#include <vector>

namespace ql::widgets {

class ConfigDocument;

/// "Which scales does the config give?", asked of the config as it stands in the editor and the calibration data.
class CalibrateAnalysis final : public ResultAnalysis<results::CalibrateResult> {
    Q_OBJECT

public:
    explicit CalibrateAnalysis(const AnalysisContext& context);

    /// Record and quantized models, as far as they are there to be copied.
    std::vector<std::string> files() const;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    ConfigDocument& m_document;
};

} // namespace ql::widgets
