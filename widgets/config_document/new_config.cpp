// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/new_config.h"

#include "core/base/atomic_file.h"
#include "core/config/convert.h"

#include <QFileInfo>

namespace ql::widgets {

namespace {

constexpr const char* kUsualDialect = "amct-yaml";

QString suffixOf(std::string_view dialect)
{
    switch (config::dialectNamed(dialect).syntax) {
    case config::text::Syntax::Yaml: return QStringLiteral(".yaml");
    case config::text::Syntax::Json: return QStringLiteral(".json");
    case config::text::Syntax::Proto: return QStringLiteral(".cfg");
    case config::text::Syntax::Lines: return QStringLiteral(".txt");
    }
    return {};
}

/// @p name, or with a number behind it what nobody has yet.
QString freePath(const QString& model, const QString& name, const QString& suffix)
{
    const QFileInfo info(model);
    const QString stem = info.absolutePath() + u'/' + info.completeBaseName() + name;
    QString path = stem + suffix;
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = stem + u'-' + QString::number(number) + suffix;
    return path;
}

} // namespace

QString freeConfigPath(const QString& model, std::string_view dialect)
{
    return freePath(model, QStringLiteral(".quant"), suffixOf(dialect));
}

QString freeRecordPath(const QString& model)
{
    return freePath(model, QStringLiteral("_record"), QStringLiteral(".txt"));
}

QString createConfigBeside(const QString& model)
{
    const QString path = freeConfigPath(model, kUsualDialect);
    config::QuantConfig config;
    config.common.isQuantized = true;
    config.common.activation.bits = 8;
    config.common.activation.observer = config::Observer{config::ObserverKind::MinMax, {}, {}};
    config.common.weight.bits = 8;
    writeFileAtomically(path.toStdString(), config::convert(config, kUsualDialect, nullptr).text);
    return path;
}

} // namespace ql::widgets
