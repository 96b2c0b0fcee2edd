// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/calibrate/calibrated_value_model.h"

#include "core/base/order.h"

#include <algorithm>

namespace ql::widgets {

namespace {

using results::CalibratedValue;

/// Gives this file's words their context.
struct Calibration {
    Q_DECLARE_TR_FUNCTIONS(Calibration)
};

TableColumn<const CalibratedValue*> words(const char* title, std::string CalibratedValue::*field)
{
    return {.title = title,
            .value = [field](const CalibratedValue* const& row) { return QString::fromStdString(row->*field); },
            .elidesMiddle = true};
}

QString roleText(const CalibratedValue& value)
{
    return value.role == "activation" ? Calibration::tr("activation")
           : value.role == "weight"   ? Calibration::tr("weight")
                                      : QString::fromStdString(value.role);
}

/// The largest stands for all.
QVariant scaleOf(const CalibratedValue& value)
{
    return value.scales.empty() ? QVariant() : QVariant(extentOf(value.scales).high);
}

QString scaleHint(const CalibratedValue& value)
{
    if (value.scales.empty())
        return {};
    const auto extent = extentOf(value.scales);
    const QString highest = formatExact(extent.high, Qt::ToolTipRole);
    return value.scales.size() == 1 ? highest
                                    : Calibration::tr("%1 to %2 in %n channel(s)", nullptr, int(value.scales.size()))
                                          .arg(formatExact(extent.low, Qt::ToolTipRole), highest);
}

} // namespace

CalibratedValueModel::CalibratedValueModel(QObject* parent)
    : TableModel(parent)
{
    using Row = const CalibratedValue*;
    setColumns({
        words(QT_TR_NOOP("Value"), &CalibratedValue::name),
        words(QT_TR_NOOP("Layer"), &CalibratedValue::layer),
        {QT_TR_NOOP("Role"), [](const Row& row) { return roleText(*row); }},
        words(QT_TR_NOOP("Dtype"), &CalibratedValue::dtype),
        {.title = QT_TR_NOOP("Scale"),
         .value = [](const Row& row) { return scaleOf(*row); },
         .isRight = true,
         .hint = QT_TR_NOOP("Per channel: the largest"),
         .tip = [](const Row& row) { return scaleHint(*row); }},
        {.title = QT_TR_NOOP("Scales"),
         .value = [](const Row& row) { return int(row->scales.size()); },
         .isRight = true,
         .hint = QT_TR_NOOP("How many: one for all, or one per channel")},
        {.title = QT_TR_NOOP("Zero point"),
         .value = [](const Row& row) { return qlonglong(row->zeroPoint); },
         .isRight = true,
         .hint = QT_TR_NOOP("Per channel: of the first"),
         .text = [](const Row& row) { return QString::number(row->zeroPoint).replace(u'-', QChar(0x2212)); }},
        {QT_TR_NOOP("Observer"),
         [](const Row& row) {
             return row->isShared ? Calibration::tr("as its source") : QString::fromStdString(row->observer);
         }},
    });
    setLayerOf([](const Row& row) { return row->layer; });
}

void CalibratedValueModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    rows().clear();
    if (m_result)
        for (const auto& value : m_result->values)
            rows().push_back(&value);
    endResetModel();
}

} // namespace ql::widgets
