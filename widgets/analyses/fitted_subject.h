// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

#include <QString>

#include <optional>

namespace ql::widgets {

class ConfigDocument;
class ModelSession;

/// What is repaired or trained, and on what: the analysis model, or the config as it stands in the editor, and the
/// samples that are fitted to. What it refers to outlives it.
class FittedSubject {
public:
    FittedSubject(const ModelSession& session, const ConfigDocument& document);

    /// Whether there is an analysis model as well as a config.
    bool areTwo() const;
    /// Whether it is the config, not the analysis model. @p choice is between two; nothing = what a comparison is
    /// about.
    bool isConfig(std::optional<bool> choice) const;
    /// Whether there are models and data to ask about.
    bool isComplete(std::optional<bool> choice) const;
    /// With the data that is fitted to.
    results::ModelPair models(std::optional<bool> choice) const;
    /// The data set that is split, or fitted to; empty = none is open.
    QString fittedData() const;
    /// Whether that is one sample alone, and nothing else is open to judge on.
    bool hasOneSample() const;
    /// The session's data where it is another set; empty = none.
    QString otherData() const;

private:
    const ModelSession& m_session;
    const ConfigDocument& m_document;
};

} // namespace ql::widgets
