// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/row_table_model.h"

#include <QFont>

namespace ql::widgets {

namespace {

using Kind = report::Cell::Kind;

/// "[1, 3]" as "1×3".
QString shapeText(const std::string& text)
{
    const QString sizes =
        QString::fromStdString(text.substr(1, text.size() - 2)).replace(QStringLiteral(", "), QChar(0x00D7));
    return sizes.isEmpty() ? formatShape({}) : sizes;
}

} // namespace

QVariant sortValue(const report::Cell& cell)
{
    switch (cell.kind) {
    case Kind::Number: return cell.number ? QVariant(*cell.number) : QVariant();
    case Kind::Integer:
    case Kind::Count: return QVariant::fromValue(qlonglong(cell.integer));
    default: return shownText(cell);
    }
}

QString shownText(const report::Cell& cell)
{
    switch (cell.kind) {
    case Kind::Number:
        return cell.number         ? formatNumber(*cell.number)
               : cell.text.empty() ? QStringLiteral("—")
                                   : QString::fromStdString(cell.text);
    case Kind::Integer: return QString::number(cell.integer).replace(u'-', QChar(0x2212));
    case Kind::Count: return formatCount(std::uint64_t(cell.integer));
    case Kind::Shape: return cell.text.empty() ? QString() : shapeText(cell.text);
    default: return QString::fromStdString(cell.text);
    }
}

QString exactText(const report::Cell& cell)
{
    return cell.kind == Kind::Number ? QString::fromStdString(cell.text) : sortValue(cell).toString();
}

QVariant boldFont()
{
    QFont font;
    font.setBold(true);
    return font;
}

} // namespace ql::widgets
