// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/profile/profile_table_model.h"

#include <algorithm>

namespace ql::widgets {

namespace {

using results::ProfileRow;
using results::TensorStatistics;

constexpr double kDecades = 4.0; ///< of the bar in the range column

double rangeOf(const ProfileRow& row)
{
    return row.whole.statistics.max - row.whole.statistics.min;
}

QVariant numberOf(const ProfileRow& row, double value)
{
    const auto& statistics = row.whole.statistics;
    return statistics.count == statistics.nanCount + statistics.infCount ? QVariant() : QVariant(value);
}

TableColumn<const ProfileRow*> words(const char* title, std::string ProfileRow::*field)
{
    return {title, [field](const ProfileRow* row) { return QString::fromStdString(row->*field); }};
}

TableColumn<const ProfileRow*> statistic(const char* title, double TensorStatistics::*field)
{
    return {title, [field](const ProfileRow* row) { return numberOf(*row, row->whole.statistics.*field); }, true};
}

QVariant scaleOf(const ProfileRow* row)
{
    return row->quantizer && !row->quantizer->scales.empty() ? QVariant(std::ranges::max(row->quantizer->scales))
                                                             : QVariant();
}

QVariant shapeOf(const ProfileRow* row)
{
    return formatShape(row->shape).replace(QStringLiteral("-1"), QStringLiteral("?"));
}

} // namespace

QString attributeText(const ProfileRow& row)
{
    const auto name = [&row] {
        switch (row.attribute) {
        case results::ProfileAttribute::Input: return QCoreApplication::translate("Profile", "input");
        case results::ProfileAttribute::Output: return QCoreApplication::translate("Profile", "output");
        case results::ProfileAttribute::Weight: return QCoreApplication::translate("Profile", "weight");
        case results::ProfileAttribute::Bias: return QCoreApplication::translate("Profile", "bias");
        }
        return QString();
    }();
    return row.isOneOfSeveral ? QStringLiteral("%1 %2").arg(name).arg(row.number) : name;
}

ProfileTableModel::ProfileTableModel(QObject* parent)
    : TableModel(parent)
{
    setColumns({
        {QT_TR_NOOP("#"), [](const ProfileRow* row) { return row->index; }, true},
        {.title = QT_TR_NOOP("Layer"),
         .value = [](const ProfileRow* row) { return QString::fromStdString(row->modName); },
         .tip = [](const ProfileRow* row) { return QString::fromStdString(row->tensor); },
         .elidesMiddle = true,
         .sharesScope = true},
        words(QT_TR_NOOP("Op"), &ProfileRow::opName),
        {QT_TR_NOOP("Tensor"), [](const ProfileRow* row) { return attributeText(*row); }},
        words(QT_TR_NOOP("Dtype"), &ProfileRow::dtype),
        {QT_TR_NOOP("Scale"), scaleOf, true},
        statistic(QT_TR_NOOP("Minimum"), &TensorStatistics::min),
        statistic(QT_TR_NOOP("Maximum"), &TensorStatistics::max),
        statistic(QT_TR_NOOP("Mean"), &TensorStatistics::mean),
        statistic(QT_TR_NOOP("Variance"), &TensorStatistics::variance),
        {.title = QT_TR_NOOP("Range"),
         .value = [](const ProfileRow* row) { return numberOf(*row, rangeOf(*row)); },
         .isRight = true,
         .hint = QT_TR_NOOP("Maximum less minimum; the bar counts decades below the widest"),
         .bar = [this](const ProfileRow* row) { return barOf(row); }},
        {QT_TR_NOOP("Shape"), shapeOf},
        {.title = QT_TR_NOOP("Time (µs)"),
         .value = [](const ProfileRow* row) { return row->micros ? QVariant(*row->micros) : QVariant(); },
         .isRight = true,
         .hint = QT_TR_NOOP("The mean of one run, as the tool measured it that wrote the file")},
    });
    setLayerOf([](const ProfileRow* row) { return row->modName; });
}

void ProfileTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_widest = 0.0;
    rows().clear();
    if (m_result)
        for (const ProfileRow& row : m_result->rows) {
            rows().push_back(&row);
            if (const double range = rangeOf(row); std::isfinite(range))
                m_widest = std::max(m_widest, range);
        }
    endResetModel();
}

QVariant ProfileTableModel::barOf(const ProfileRow* row) const
{
    const QVariant range = numberOf(*row, rangeOf(*row));
    if (!range.isValid() || m_widest <= 0.0 || range.toDouble() <= 0.0)
        return {};
    return std::clamp(1.0 + std::log10(range.toDouble() / m_widest) / kDecades, 0.0, 1.0);
}

} // namespace ql::widgets
