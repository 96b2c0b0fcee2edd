// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/config_result.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/label.h"

#include <QObject>
#include <QString>

#include <string_view>

namespace ql::widgets {

class ModelSession;

/// "net.quant.yaml" beside @p model, with the suffix that files of @p dialect have; where that is there already, the
/// first of "net.quant-2.yaml" and so on that isn't.
QString freeConfigPath(const QString& model, std::string_view dialect);
/// The same for a quantization-factor record: "net_record.txt".
QString freeRecordPath(const QString& model);

/// Writes a config beside the baseline: one that quantizes it as the open analysis model is quantized, with its scales,
/// or every layer to 8 bits.
class ConfigMaker final : public QObject {
    Q_OBJECT

public:
    explicit ConfigMaker(ModelSession& session, QObject* parent = nullptr);

    /// Needs both models. What is there already is left as it is: the names get numbers.
    void makeAsAnalysis(const QString& dialect);
    /// Needs the baseline, whose layers some dialects list. No record is made: nothing is calibrated yet.
    void makeForEveryLayer(const QString& dialect);
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
