// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/trial.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ql::widgets {

/// A metric of a layer before a trial and after it.
struct TriedValue {
    double before = 0.0;
    double after = 0.0;

    bool isChanged() const;
    /// "−2.9 → 15.1"; the one number where both are written alike.
    QString text() const;
};

/// What a trial measured at the layers, for views that show it over a comparison; empty without a trial.
class TrialOverlay {
public:
    explicit TrialOverlay(std::shared_ptr<const results::TrialChange> trial = nullptr);

    bool isEmpty() const { return !m_trial; }
    /// Nothing where the trial didn't measure the layer both times.
    std::optional<TriedValue> value(const std::string& layer, results::MetricId metric) const;
    /// "int8 → float"; empty where the layer is quantized as before.
    QString dtypeText(const std::string& layer) const;

private:
    const results::ChangeRow* find(const std::string& layer) const;

    std::shared_ptr<const results::TrialChange> m_trial; ///< the rows below are its
    std::map<std::string, const results::ChangeRow*> m_rows;
};

} // namespace ql::widgets
