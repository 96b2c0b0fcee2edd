// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/new_config.h"

#include "core/base/atomic_file.h"
#include "core/config/convert.h"

#include <QFileInfo>

namespace ql::widgets {

QString createConfigBeside(const QString& model)
{
    const QFileInfo info(model);
    const QString stem = info.absolutePath() + u'/' + info.completeBaseName();
    QString path = stem + QStringLiteral(".quant.yaml");
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QStringLiteral("%1.quant-%2.yaml").arg(stem).arg(number);
    config::QuantConfig config;
    config.common.isQuantized = true;
    config.common.activation.bits = 8;
    config.common.activation.observer = config::Observer{config::ObserverKind::MinMax, {}, {}};
    config.common.weight.bits = 8;
    writeFileAtomically(path.toStdString(), config::convert(config, "amct-yaml", nullptr).text);
    return path;
}

} // namespace ql::widgets
