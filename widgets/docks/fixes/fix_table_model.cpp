// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/fixes/fix_table_model.h"

#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"

#include <QFont>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace ql::widgets {

namespace {

using results::FixRow;

/// Gives this file's words their context.
struct Fix {
    Q_DECLARE_TR_FUNCTIONS(Fix)
};

constexpr std::array kFixes{
    std::pair{std::string_view("equalization"), QT_TRANSLATE_NOOP("Fix", "equalization")},
    std::pair{std::string_view("scale_migration"), QT_TRANSLATE_NOOP("Fix", "scale migration")},
    std::pair{std::string_view("per_channel"), QT_TRANSLATE_NOOP("Fix", "per channel")},
    std::pair{std::string_view("range"), QT_TRANSLATE_NOOP("Fix", "range")},
    std::pair{std::string_view("wide"), QT_TRANSLATE_NOOP("Fix", "16 bits")},
    std::pair{std::string_view("high_precision"), QT_TRANSLATE_NOOP("Fix", "high precision")},
    std::pair{std::string_view("learned_range"), QT_TRANSLATE_NOOP("Fix", "learned range")},
    std::pair{std::string_view("learned_centres"), QT_TRANSLATE_NOOP("Fix", "learned centres")},
    std::pair{std::string_view("rounding"), QT_TRANSLATE_NOOP("Fix", "rounding")},
    std::pair{std::string_view("learned_rounding"), QT_TRANSLATE_NOOP("Fix", "learned rounding")},
    std::pair{std::string_view("bias_correction"), QT_TRANSLATE_NOOP("Fix", "bias correction")},
};

QString fixText(const FixRow& row)
{
    for (const auto& [name, text] : kFixes)
        if (name == row.fix)
            return Fix::tr(text);
    return QString::fromStdString(row.fix);
}

QString stateText(const FixRow& row)
{
    switch (row.state) {
    case FixRow::State::Chosen: return Fix::tr("chosen");
    case FixRow::State::Unneeded: return Fix::tr("not needed");
    case FixRow::State::NoGain: return Fix::tr("no gain");
    case FixRow::State::Loses: return Fix::tr("loses");
    case FixRow::State::Refused: return Fix::tr("refused");
    }
    return {};
}

QString stateHint(const FixRow& row)
{
    switch (row.state) {
    case FixRow::State::Chosen: return Fix::tr("Part of the repaired model.");
    case FixRow::State::Unneeded: return Fix::tr("Helps alone, and wins nothing beside those chosen.");
    case FixRow::State::NoGain: return Fix::tr("Wins nothing, or not what it costs.");
    case FixRow::State::Loses: return Fix::tr("Makes an output worse on samples that are held out.");
    case FixRow::State::Refused: return Fix::tr("Cannot be done here: the last column says why.");
    }
    return {};
}

QString changesText(const FixRow& row)
{
    return row.changes == "config"    ? Fix::tr("config")
           : row.changes == "weights" ? Fix::tr("weights")
           : row.changes == "both"    ? Fix::tr("weights and config")
                                      : QString::fromStdString(row.changes);
}

QString whereText(const FixRow& row)
{
    if (row.layers.empty())
        return Fix::tr("all layers");
    const QString first = QString::fromStdString(row.layers.front());
    return row.layers.size() == 1 ? first : Fix::tr("%1 (and %n more)", nullptr, int(row.layers.size()) - 1).arg(first);
}

QString layersText(const FixRow& row)
{
    QStringList lines;
    for (const auto& layer : row.layers)
        lines.append(QString::fromStdString(layer));
    return lines.isEmpty() ? whereText(row) : lines.join(u'\n');
}

QVariant number(const std::optional<double>& value)
{
    return value ? QVariant(*value) : QVariant();
}

/// Nothing where the candidate was not measured.
QVariant measured(const FixRow& row, double value)
{
    return row.alone ? QVariant(value) : QVariant();
}

} // namespace

FixTableModel::FixTableModel(QObject* parent)
    : TableModel(parent)
{
    using Row = const FixRow*;
    setColumns({
        {.title = QT_TR_NOOP("State"),
         .value = [](const Row& row) { return stateText(*row); },
         .tip = [](const Row& row) { return stateHint(*row); }},
        {QT_TR_NOOP("Repair"), [](const Row& row) { return fixText(*row); }},
        {.title = QT_TR_NOOP("Where"),
         .value = [](const Row& row) { return whereText(*row); },
         .tip = [](const Row& row) { return layersText(*row); },
         .elidesMiddle = true},
        {QT_TR_NOOP("What is done"), [](const Row& row) { return coreText(row->change); }},
        {.title = QT_TR_NOOP("Gain (dB)"),
         .value = [](const Row& row) { return measured(*row, row->gainDb); },
         .isRight = true,
         .hint = QT_TR_NOOP("What it wins alone: mean over the outputs")},
        {.title = QT_TR_NOOP("Own judge alone"),
         .value = [](const Row& row) { return row->alone ? number(row->alone->judged) : QVariant(); },
         .isRight = true,
         .hint = QT_TR_NOOP("What your judge says of all samples that are held out, with this repair and no other")},
        {.title = QT_TR_NOOP("%1 alone"),
         .value = [](const Row& row) { return row->alone ? QVariant(row->alone->metric) : QVariant(); },
         .isRight = true,
         .hint = QT_TR_NOOP("Of the worst output, on samples that are held out, with this repair and no other")},
        {.title = QT_TR_NOOP("%1 with it"),
         .value = [](const Row& row) { return number(row->metricAfter); },
         .isRight = true,
         .hint = QT_TR_NOOP("Of the worst output, with this repair and all that are applied before it")},
        {.title = QT_TR_NOOP("Gain per cost"),
         .value = [](const Row& row) { return measured(*row, row->gainPerCost); },
         .isRight = true,
         .hint = QT_TR_NOOP("Gain over 0.01 and the added cost: the order in which repairs are added")},
        {.title = QT_TR_NOOP("Cost"),
         .value = [](const Row& row) { return row->alone ? QVariant(row->alone->cost) : QVariant(); },
         .isRight = true,
         .hint = QT_TR_NOOP("Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits")},
        {.title = QT_TR_NOOP("Changes"),
         .value = [](const Row& row) { return changesText(*row); },
         .hint = QT_TR_NOOP("The config alone, weights of the model, or both")},
        {QT_TR_NOOP("Reason"),
         [](const Row& row) { return row->reason.empty() ? QVariant(QString()) : QVariant(coreText(row->reason)); }},
    });
    setLayerOf([](const Row& row) { return row->layers.empty() ? std::string() : row->layers.front(); });
}

void FixTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    rows().clear();
    if (m_result)
        for (const auto& row : m_result->rows)
            rows().push_back(&row);
    endResetModel();
}

QString FixTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source)
        .replace(QStringLiteral("%1"), metricTitle(m_result ? m_result->metric : results::MetricId::Sqnr));
}

QVariant FixTableModel::other(const FixRow* const& row, int, int role) const
{
    if (role != Qt::FontRole || row->state != FixRow::State::Chosen)
        return {};
    QFont font;
    font.setBold(true);
    return font;
}

} // namespace ql::widgets
