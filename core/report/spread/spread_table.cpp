// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/spread/spread_table.h"

#include "core/report/html/markup.h"
#include "core/report/table/column.h"

#include <algorithm>
#include <tuple>

namespace ql::report {

using results::MetricSpread;

namespace {

constexpr std::size_t kNameWidth = 40;

struct SpreadRow {
    const NamedSpreads* named;
    const MetricSpread* spread;
};

Column<SpreadRow> numberColumn(std::string header, double MetricSpread::*number)
{
    return {std::move(header), kRight, [number](const SpreadRow& row) { return Cell(row.spread->*number); }};
}

bool hasNaNs(const SpreadRow& row)
{
    return row.spread->nans > 0;
}

/// In how many samples there was no number: percentiles leave them out.
Column<SpreadRow> nanColumn(std::string header)
{
    return {std::move(header), kRight, [](const SpreadRow& row) { return Cell(row.spread->nans); }};
}

/// Of @p metric, the worst mean first.
std::vector<SpreadRow> rowsOf(const std::vector<NamedSpreads>& all, results::MetricId metric)
{
    std::vector<SpreadRow> rows;
    for (const auto& named : all)
        if (const auto* spread = spreadOf(named.spreads, metric))
            rows.push_back({&named, spread});
    std::ranges::stable_sort(rows, [metric](const auto& a, const auto& b) {
        return results::isWorse(metric, a.spread->mean, b.spread->mean);
    });
    return rows;
}

Message sampleSentence(const results::ComparedSamples& samples)
{
    return samples.because.empty()
               ? Message("Over {} samples of {}; everything else is about sample {} ({}).", samples.count, samples.data,
                         samples.shown, samples.shownName)
               : Message("Over {} samples of {}; everything else is about sample {} ({}), where {} is worst.",
                         samples.count, samples.data, samples.shown, samples.shownName, samples.because);
}

Message keptSentence(const results::ComparedSamples& samples)
{
    return Message("The percentiles are over one of {} samples each.", samples.everyNth);
}

} // namespace

std::string samplesText(const std::optional<results::ComparedSamples>& samples)
{
    if (!samples)
        return {};
    const auto kept = samples->everyNth > 1 ? oneLine(keptSentence(*samples).english()) + "\n" : std::string();
    return oneLine(sampleSentence(*samples).english()) + "\n" + kept + "\n";
}

std::string spreadsText(const std::vector<NamedSpreads>& all, const RowChoice& choice)
{
    const auto metric = choice.sortBy.value_or(results::MetricId::Sqnr);
    auto rows = rowsOf(all, metric);
    if (rows.empty())
        return {};
    const auto count = rows.size();
    if (choice.top > 0 && count > choice.top)
        rows.resize(choice.top);
    Columns<SpreadRow> columns{
        {"", kLeft, [](const auto& row) { return row.named->what; }},
        {"name", kLeft, [](const auto& row) { return shortened(oneLine(row.named->name), kNameWidth); }},
        numberColumn("mean", &MetricSpread::mean),
        numberColumn("worst", &MetricSpread::worst),
        {"worst sample", kRight, [](const auto& row) { return Cell(row.spread->worstSample); }},
        numberColumn("p5", &MetricSpread::p5),
        numberColumn("p25", &MetricSpread::p25),
        numberColumn("median", &MetricSpread::p50),
        numberColumn("p75", &MetricSpread::p75),
        numberColumn("p95", &MetricSpread::p95),
        {"samples", kRight, [](const auto& row) { return Cell(row.spread->samples); }}};
    if (std::ranges::any_of(rows, hasNaNs))
        columns.push_back(nanColumn("NaN"));
    return fmt::format("{} over the samples, worst mean first ({} of {})\n{}\n", key(metric), rows.size(), count,
                       textTable(columns, rows).plain());
}

std::string spreadsCsv(const std::vector<NamedSpreads>& all)
{
    std::vector<SpreadRow> rows;
    for (const auto& named : all)
        for (const auto& spread : named.spreads)
            rows.push_back({&named, &spread});
    return csvTable(
        Columns<SpreadRow>{{"name", kLeft, [](const auto& row) { return row.named->name; }},
                           {"what", kLeft, [](const auto& row) { return row.named->what; }},
                           {"metric", kLeft, [](const auto& row) { return key(row.spread->metric); }},
                           {"samples", kRight, [](const auto& row) { return Cell(row.spread->samples); }},
                           {"infinite", kRight, [](const auto& row) { return Cell(row.spread->infinite); }},
                           numberColumn("mean", &MetricSpread::mean),
                           numberColumn("worst", &MetricSpread::worst),
                           {"worst_sample", kRight, [](const auto& row) { return Cell(row.spread->worstSample); }},
                           numberColumn("p5", &MetricSpread::p5),
                           numberColumn("p25", &MetricSpread::p25),
                           numberColumn("p50", &MetricSpread::p50),
                           numberColumn("p75", &MetricSpread::p75),
                           numberColumn("p95", &MetricSpread::p95),
                           nanColumn("nan")},
        rows);
}

std::string spreadsPage(const results::ComparedSamples& samples, const std::vector<NamedSpreads>& all,
                        const Labels& labels)
{
    constexpr auto kMetric = results::MetricId::Sqnr;
    auto sentences = sentenceIn(sampleSentence(samples), labels);
    if (samples.everyNth > 1)
        sentences += " " + sentenceIn(keptSentence(samples), labels);
    const auto low = worstSide(results::isLowWorst(kMetric));
    const auto title = [&](Label label) { return fmt::format("{}, {}", labels(kMetric), labels(label)); };
    Columns<SpreadRow> columns{
        {labels("Layer"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.named->name); }},
        {labels("Of"), kLeft, [](const auto& row) { return row.named->what; }}};
    for (const auto& [label, number] :
         {std::pair("mean", &MetricSpread::mean), std::pair("worst", &MetricSpread::worst)}) {
        columns.push_back(numberColumn(title(label), number));
        columns.back().worst = low;
    }
    columns.push_back({labels("worst sample"), kRight, [](const auto& row) { return Cell(row.spread->worstSample); }});
    for (const auto& [label, number] : {std::pair("p5", &MetricSpread::p5), std::pair("p25", &MetricSpread::p25),
                                        std::pair("p50", &MetricSpread::p50), std::pair("p75", &MetricSpread::p75),
                                        std::pair("p95", &MetricSpread::p95)})
        columns.push_back(numberColumn(label, number));
    const auto rows = rowsOf(all, kMetric);
    if (std::ranges::any_of(rows, hasNaNs))
        columns.push_back(nanColumn("NaN"));
    return fmt::format("<p class=\"help\">{}</p>\n", escaped(sentences)) + pageTable("spread sortable", columns, rows);
}

} // namespace ql::report
