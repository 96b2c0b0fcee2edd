// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/config_result.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/label.h"

#include <QObject>
#include <QString>

namespace ql::widgets {

class ModelSession;

/// Writes a config that quantizes the baseline as the open analysis model is quantized, and its scales, beside it.
class ConfigMaker final : public QObject {
    Q_OBJECT

public:
    explicit ConfigMaker(ModelSession& session, QObject* parent = nullptr);

    /// Needs both models. What is there already is left as it is: the names get numbers.
    void makeAsAnalysis(const QString& dialect);
    /// Null before the first one was made.
    std::shared_ptr<const results::ConfigFromModel> result() const { return m_runner.result(); }
    JobRunner& job() { return m_runner; }

Q_SIGNALS:
    void made();

private:
    ModelSession& m_session;
    ResultRunner<const results::ConfigFromModel> m_runner;
};

} // namespace ql::widgets
