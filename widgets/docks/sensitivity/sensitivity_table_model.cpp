// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sensitivity/sensitivity_table_model.h"

namespace ql::widgets {

namespace {

const results::SensitivityOutput& outputOf(const results::SensitivityResult& result, std::size_t output)
{
    static const results::SensitivityOutput kNone;
    return output < result.outputs.size() ? result.outputs[output] : kNone;
}

} // namespace

SensitivityTableModel::SensitivityTableModel(QObject* parent)
    : RowTableModel(
        [this](const auto& result, const auto& labels) {
            return report::sensitivityColumns(outputOf(result, m_output), labels, result.mode);
        },
        parent)
{
    setResult(nullptr, 0);
}

void SensitivityTableModel::setResult(Answer result, std::size_t output)
{
    static const std::vector<results::SensitivityRow> kNone;
    const bool isKnown = result && output < result->outputs.size();
    const auto& rows = isKnown ? result->outputs[output].rows : kNone;
    m_output = output;
    showRows(std::move(result), rows);
}

const results::SensitivityOutput* SensitivityTableModel::output() const
{
    return result() && m_output < result()->outputs.size() ? &result()->outputs[m_output] : nullptr;
}

QString SensitivityTableModel::formulaOf(int column) const
{
    switch (column) {
    case Gain:
        return !output() || results::isLowWorst(output()->metric) ? QStringLiteral("m − m₀") : QStringLiteral("m₀ − m");
    case MacsShare: return QStringLiteral("100 · MACs / ΣMACs");
    default: return RowTableModel::formulaOf(column);
    }
}

} // namespace ql::widgets
