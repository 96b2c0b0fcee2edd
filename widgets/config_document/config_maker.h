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

/// Writes an AMCT simple YAML that quantizes every layer to 8 bits beside @p model and gives its path. A file that is
/// there already is left as it is: the name gets a number. @throws Error (FileWrite)
QString createConfigBeside(const QString& model);

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
