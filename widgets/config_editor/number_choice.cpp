// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/config_form.h"

#include <QComboBox>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kUsualBits = 8;

/// A width as an integer, a format by name.
QVariant heldBy(const config::TensorSettings& holds)
{
    return holds.numberFormat ? QVariant(QString::fromStdString(*holds.numberFormat))
                              : QVariant(holds.bits.value_or(kUsualBits));
}

} // namespace

void offerNumbers(QComboBox& box, const std::vector<int>& widths, const std::vector<std::string>& formats,
                  const config::TensorSettings& holds)
{
    box.clear();
    for (const int width : widths)
        box.addItem(QString::number(width), width);
    for (const auto& format : formats) {
        const auto name = QString::fromStdString(format);
        box.addItem(name, name);
    }
    const QVariant current = heldBy(holds);
    if (box.findData(current) < 0)
        box.addItem(current.toString(), current);
    box.setCurrentIndex(box.findData(current));
    box.setEnabled(!widths.empty() || !formats.empty());
}

void takeNumber(const QComboBox& box, const config::TensorSettings& holds, config::TensorSettings& wanted)
{
    const QVariant chosen = box.currentData();
    if (!chosen.isValid() || chosen == heldBy(holds))
        return;
    if (chosen.typeId() == QMetaType::QString)
        wanted.numberFormat = chosen.toString().toStdString();
    else
        wanted.bits = chosen.toInt();
}

} // namespace ql::widgets
