// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QPalette>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ql::widgets {

/// How a table shows one thing about its rows.
template <typename Row>
struct TableColumn {
    const char* title; ///< source text in the model's context
    /// The value as it is sorted by; invalid where there is none. A double is shown with four digits and copied in
    /// full.
    std::function<QVariant(const Row&)> value;
    bool isRight = false;
    const char* hint = nullptr;               ///< the header's tooltip
    std::function<QString(const Row&)> text;  ///< shown in place of the value's own text
    std::function<QString(const Row&)> exact; ///< copied in place of the value's own text
    std::function<QString(const Row&)> tip;   ///< the tooltip in place of what is copied
    std::function<QVariant(const Row&)> bar;  ///< 0 … 1, the BadnessRole
    bool elidesMiddle = false;
    /// Names of layers: the scope that all rows share is shown in the header only.
    bool sharesScope = false;
};

/// A table described by its columns. Rows are small values that point to what they are about; what they point to lives
/// until others are set. A derived class has Q_OBJECT, whose context the titles are translated in.
template <typename Row>
class TableModel : public QAbstractTableModel {
public:
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_columns.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
            return {};
        const Row& row = m_rows[std::size_t(index.row())];
        if (role == LayerNameRole && m_layerOf)
            return QString::fromStdString(m_layerOf(row));
        const QVariant special = other(row, index.column(), role);
        return special.isValid() ? special : cell(row, m_columns[std::size_t(index.column())], role);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const TableColumn<Row>& column = m_columns[std::size_t(section)];
        switch (role) {
        case Qt::DisplayRole: {
            const QString title = headerText(section, column.title);
            return column.sharesScope && !m_sharedScope.isEmpty() ? QStringLiteral("%1 (%2…)").arg(title, m_sharedScope)
                                                                  : title;
        }
        case ExactTextRole: return headerText(section, column.title);
        case Qt::ToolTipRole: return headerTip(section);
        case Qt::TextAlignmentRole: return alignment(column);
        default: return {};
        }
    }
    /// The words or the numbers are said otherwise now.
    void retranslate()
    {
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

protected:
    explicit TableModel(QObject* parent, QString nothing = QStringLiteral("—"))
        : QAbstractTableModel(parent)
        , m_nothing(std::move(nothing))
    {
        connect(this, &QAbstractItemModel::modelReset, this, [this] { findSharedScope(); });
    }

    void setColumns(std::vector<TableColumn<Row>> columns) { m_columns = std::move(columns); }
    /// What a row gives under LayerNameRole.
    void setLayerOf(std::function<std::string(const Row&)> layerOf) { m_layerOf = std::move(layerOf); }
    std::vector<Row>& rows() { return m_rows; }
    const std::vector<Row>& rows() const { return m_rows; }

    /// The source text of a title or hint in the user's language.
    virtual QString headerText(int, const char* source) const
    {
        return QCoreApplication::translate(metaObject()->className(), source);
    }
    /// How the numbers of a column are worked out, below what the header's tooltip says; the same in every language.
    virtual QString formulaOf(int) const { return {}; }
    /// What a row says beside its columns, or in their place.
    virtual QVariant other(const Row&, int, int) const { return {}; }

private:
    QVariant headerTip(int section) const
    {
        const char* hint = m_columns[std::size_t(section)].hint;
        const QString words = hint ? headerText(section, hint) : QString();
        const QString formula = formulaOf(section);
        const QString tip = words + (words.isEmpty() || formula.isEmpty() ? QString() : QStringLiteral("\n")) + formula;
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    static int alignment(const TableColumn<Row>& column)
    {
        return int((column.isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    /// The value is asked for by those roles alone that need it: a view asks for seven of each cell that it paints.
    QVariant cell(const Row& row, const TableColumn<Row>& column, int role) const
    {
        switch (role) {
        case Qt::DisplayRole: {
            const QString text = column.text ? column.text(row) : displayText(column.value(row));
            return column.sharesScope ? withoutSharedScope(text) : text;
        }
        case Qt::ToolTipRole:
            if (column.tip)
                return column.tip(row);
            [[fallthrough]];
        case ExactTextRole: {
            const QVariant value = column.value(row);
            return isReal(value)  ? formatExact(value.toDouble(), role)
                   : column.exact ? column.exact(row)
                                  : value.toString();
        }
        case Qt::TextAlignmentRole: return alignment(column);
        case Qt::ForegroundRole: {
            const QVariant value = column.value(row);
            return isReal(value) && std::isnan(value.toDouble())
                       ? QVariant(alarmColor(QGuiApplication::palette().color(QPalette::Base)))
                       : QVariant();
        }
        case SortRole: return column.value(row);
        case BadnessRole: return column.bar ? column.bar(row) : QVariant();
        case ElidesMiddleRole: return column.elidesMiddle;
        default: return {};
        }
    }
    static bool isReal(const QVariant& value) { return value.typeId() == QMetaType::Double; }
    QString displayText(const QVariant& value) const
    {
        return !value.isValid() ? m_nothing : isReal(value) ? formatNumber(value.toDouble()) : value.toString();
    }

    QString withoutSharedScope(const QString& name) const
    {
        return name.startsWith(m_sharedScope) ? name.mid(m_sharedScope.size()) : name;
    }
    /// Up to the last "/" that all names have in common.
    void findSharedScope()
    {
        m_sharedScope.clear();
        for (const auto& column : m_columns) {
            if (!column.sharesScope || m_rows.size() < 2)
                continue;
            m_sharedScope = column.value(m_rows.front()).toString();
            for (const Row& row : m_rows)
                m_sharedScope = commonScope(m_sharedScope, column.value(row).toString());
            if (m_sharedScope.size() < 2) // "/" tells nothing
                m_sharedScope.clear();
        }
    }

    QString m_sharedScope;
    QString m_nothing; ///< what a cell without a value says
    std::vector<TableColumn<Row>> m_columns;
    std::function<std::string(const Row&)> m_layerOf;
    std::vector<Row> m_rows;
};

} // namespace ql::widgets
