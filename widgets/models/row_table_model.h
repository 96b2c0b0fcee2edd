// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/row_columns.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/models/table_model.h"
#include "widgets/text/core_text.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ql::widgets {

/// What a cell is sorted by; invalid where there is no number.
QVariant sortValue(const report::Cell& cell);
QString shownText(const report::Cell& cell);
/// For copies, of what is no real number.
QString exactText(const report::Cell& cell);
/// For the FontRole of a row that stands out.
QVariant boldFont();

/// The rows of a result in the columns that core describes for all places.
template <typename Result, typename Row>
class RowTableModel : public TableModel<const Row*> {
public:
    using Answer = std::shared_ptr<const Result>;

protected:
    using Describe = std::function<report::RowColumns<Row>(const Result& result, const report::Labels& labels)>;

    RowTableModel(Describe describe, QObject* parent)
        : TableModel<const Row*>(parent)
        , m_describe(std::move(describe))
    {
        this->connect(this, &QAbstractItemModel::headerDataChanged, this,
                      [this] { setDescribed(); }); // in another language
    }

    /// @p rows live as long as they are shown. A derived constructor ends with the columns of no result.
    void showRows(Answer result, const std::vector<Row>& rows)
    {
        this->beginResetModel();
        m_result = std::move(result);
        this->rows().clear();
        for (const Row& row : rows)
            this->rows().push_back(&row);
        setDescribed();
        this->endResetModel();
    }
    void showRows(Answer result, std::vector<Row> Result::*rows)
    {
        static const std::vector<Row> kNone;
        const auto& shown = result ? (*result).*rows : kNone;
        showRows(std::move(result), shown);
    }
    const Answer& result() const { return m_result; }
    report::Cell cellOf(const Row& row, int column) const { return m_described[std::size_t(column)].cell(row); }

    /// Core's words begin small where a page puts them so.
    QString headerText(int, const char* words) const override
    {
        const QString text = QString::fromUtf8(words);
        return text.left(1).toUpper() + text.mid(1);
    }
    QString formulaOf(int column) const override
    {
        const auto measures = m_described[std::size_t(column)].extras.measures;
        return measures ? metricFormula(*measures) : QString();
    }

private:
    void setDescribed()
    {
        static const Result kNothing{};
        m_described = m_describe(m_result ? *m_result : kNothing, coreLabels());
        std::erase_if(m_described, [](const auto& column) { return !column.heads.at(report::Place::Window); });
        std::vector<TableColumn<const Row*>> columns;
        for (const auto& column : m_described) {
            columns.push_back(shown(column));
            if (column.extras.isLayer)
                this->setLayerOf([cell = column.cell](const Row* row) { return cell(*row).text; });
        }
        this->setColumns(std::move(columns));
    }
    /// Refers to the words of @p column.
    static TableColumn<const Row*> shown(const report::RowColumn<Row>& column)
    {
        const auto& [heads, align, cell, extras] = column;
        TableColumn<const Row*> shown{.title = heads.at(report::Place::Window)->c_str(),
                                      .value = [cell = cell](const Row* row) { return sortValue(cell(*row)); },
                                      .isRight = align == report::kRight,
                                      .hint = extras.hint.empty() ? nullptr : extras.hint.c_str(),
                                      .text = [cell = cell](const Row* row) { return shownText(cell(*row)); },
                                      .exact = [cell = cell](const Row* row) { return exactText(cell(*row)); },
                                      .bar =
                                          [cell = cell](const Row* row) {
                                              const auto& [kind, text, number, integer, badness] = cell(*row);
                                              return number && badness ? QVariant(*badness) : QVariant();
                                          },
                                      .elidesMiddle = extras.isLayer || extras.elidesMiddle,
                                      .sharesScope = extras.isLayer};
        if (extras.tip)
            shown.tip = [tip = extras.tip](const Row* row) { return shownText(tip(*row)); };
        return shown;
    }

    Describe m_describe;
    Answer m_result;
    report::RowColumns<Row> m_described; ///< what the window shows
};

} // namespace ql::widgets
