// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/fitted_subject.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"
#include "widgets/session/sample_files.h"

namespace ql::widgets {

FittedSubject::FittedSubject(const ModelSession& session, const ConfigDocument& document)
    : m_session(session)
    , m_document(document)
{
}

bool FittedSubject::areTwo() const
{
    return m_document.isOpen() && m_session.analysis().isUsable();
}

bool FittedSubject::isConfig(std::optional<bool> choice) const
{
    return areTwo() ? choice.value_or(m_session.isSimulated()) : m_document.isOpen();
}

bool FittedSubject::isComplete(std::optional<bool> choice) const
{
    const bool isThere = isConfig(choice) || m_session.analysis().isUsable();
    return m_session.baseline().isUsable() && isThere && !fittedData().isEmpty();
}

bool FittedSubject::hasOneSample() const
{
    return otherData().isEmpty() && isSingleSample(fittedData());
}

results::ModelPair FittedSubject::models(std::optional<bool> choice) const
{
    results::ModelPair models;
    models.baseline = m_session.baseline().path().toStdString();
    if (isConfig(choice)) {
        models.quantization = m_session.quantization();
        models.quantization.configText = m_document.text();
    } else {
        models.analysis = m_session.analysis().path().toStdString();
    }
    models.quantization.data = fittedData().toStdString();
    return models;
}

QString FittedSubject::fittedData() const
{
    const bool isCalibrated = !m_session.hasRecord() && !m_session.calibration().isEmpty();
    return isCalibrated ? m_session.calibration() : m_session.data();
}

QString FittedSubject::otherData() const
{
    return m_session.data() == fittedData() ? QString() : m_session.data();
}

} // namespace ql::widgets
