// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/table/csv.h"
#include "core/report/table/number_format.h"

#include <QTest>

#include <limits>

using namespace ql;
using report::Cell;
using report::Column;
using report::kLeft;
using report::kRight;

namespace {

struct Row {
    std::string name;
    std::vector<std::int64_t> shape;
    std::optional<double> error;
    std::uint64_t macs = 0;
};

/// One column of each kind.
report::Columns<Row> columns()
{
    return {{"layer", kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.name); }},
            {"shape", kLeft, [](const auto& row) { return Cell(Cell::Kind::Shape, report::shapeText(row.shape)); }},
            {"error", kRight, &Row::error, "high", "atol"},
            {"MACs", kRight, [](const auto& row) { return Cell(row.macs, Cell::Kind::Count); }}};
}

const std::vector<Row> kRows{{"conv, \"1\"", {1, 3}, 0.125, 9216}, {"relu", {}, std::nullopt, 0}};

QString quoted(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

/// A row that is described once reads the same wherever it is shown.
class TestColumn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void terminal()
    {
        QCOMPARE(quoted(report::textTable(columns(), kRows).plain()), QString("  layer      shape    error  MACs\n"
                                                                              "  ---------  ------  ------  ----\n"
                                                                              "  conv, \"1\"  [1, 3]  0.1250  9216\n"
                                                                              "  relu       []           -     0\n"));
    }

    void textFile()
    {
        const auto text = report::textTable(columns(), kRows, report::fileText).psql();
        QVERIFY(quoted(text).contains("|  0 | conv, \"1\" | [1, 3]  | 0.1250000 |   9216 |"));
        QVERIFY(quoted(text).contains("|  1 | relu      | []      |           |      0 |"));
    }

    void csv()
    {
        const auto text = report::csvTable(columns(), kRows, report::TextTable::Numbering::Running);
        QCOMPARE(quoted(text), QString("index,layer,shape,error,MACs\n"
                                       "0,\"conv, \"\"1\"\"\",[1*3],0.1250000,9216\n"
                                       "1,relu,[],,0\n"));
        std::size_t at = 0;
        report::nextCsvLine(text, at);
        QCOMPARE(report::nextCsvLine(text, at),
                 (std::vector<std::string>{"0", "conv, \"1\"", "[1*3]", "0.1250000", "9216"}));
        report::nextCsvLine(text, at);
        QCOMPARE(at, text.size());
    }

    void page()
    {
        const auto html = quoted(report::pageTable("layers sortable", columns(), kRows));
        QVERIFY(html.startsWith("<div class=\"scroller\"><table class=\"layers sortable\"><thead><tr>"
                                "<th scope=\"col\"><button type=\"button\">layer</button></th>"));
        QVERIFY(html.contains("<th class=\"n\" scope=\"col\" data-worst=\"high\" data-metric=\"atol\">"));
        QVERIFY(html.contains("<tr><th scope=\"row\">conv, &quot;1&quot;</th><td>[1, 3]"
                              "<td data-v=\"0.125\">0.1250"
                              "<td data-v=\"9216\">9.2 k</tr>\n"));
        QVERIFY(html.contains("<td class=\"n none\">–"));
    }

    /// Every header and every cell of the three, taken apart again.
    void headersAndCellsAgree()
    {
        std::vector<const Row*> pointers;
        for (const auto& row : kRows)
            pointers.push_back(&row);
        QCOMPARE(report::textTable(columns(), pointers).plain(), report::textTable(columns(), kRows).plain());
        const auto csv = report::csvTable(columns(), kRows);
        const auto psql =
            report::textTable(columns(), kRows, report::fileText).psql(report::TextTable::Numbering::None);
        std::size_t at = 0;
        const auto lines = quoted(psql).split('\n', Qt::SkipEmptyParts).filter("| ");
        for (const auto& line : lines) {
            const auto cells = report::nextCsvLine(csv, at);
            const auto drawn = line.mid(1, line.size() - 2).split('|');
            QCOMPARE(std::size_t(drawn.size()), cells.size());
            for (qsizetype i = 0; i < drawn.size(); ++i)
                QCOMPARE(drawn[i].trimmed().replace(", 3]", "*3]"), quoted(cells[std::size_t(i)]));
        }
        QCOMPARE(at, csv.size());
    }

    void whatIsNoNumber()
    {
        const std::vector<Row> rows{{"a", {}, std::numeric_limits<double>::quiet_NaN(), 0}};
        QVERIFY(quoted(report::csvTable(columns(), rows)).contains("a,[],nan,0"));
        QVERIFY(quoted(report::pageTable("t", columns(), rows)).contains(">NaN"));
    }

    /// Whoever shows the file in a terminal is not steered by it; the line stays one line, and its cells come back.
    void noCellSteersATerminal()
    {
        const std::vector<std::string> cells{"a\x1b[31mred", std::string("b\0c", 3), "two\nlines", "\r=1", "\tx",
                                             "\x9b!"};
        const auto line = report::csvLine(cells);
        QCOMPARE(line, std::string("a\\u001b[31mred,b\\u0000c,\"two\nlines\",\\u000d=1,'\tx,\xEF\xBF\xBD!\n"));
        std::size_t at = 0;
        QCOMPARE(report::nextCsvLine(line, at).at(2), cells[2]);
        QCOMPARE(at, line.size());
    }

    void spreadsheetsComputeNoName_data()
    {
        QTest::addColumn<std::string>("cell");
        QTest::addColumn<std::string>("written");
        for (const auto* number : {"-2.95", "+1e-5", "-inf", "-", "3", "", "a=b"})
            QTest::newRow(number) << std::string(number) << std::string(number);
        for (const auto* formula : {"=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-layer", "'=1+1", "''=x"})
            QTest::newRow(formula) << std::string(formula) << '\'' + std::string(formula);
    }
    void spreadsheetsComputeNoName()
    {
        QFETCH(const std::string, cell);
        QFETCH(const std::string, written);
        const auto line = report::csvLine(std::vector{cell});
        QCOMPARE(line, written + "\n");
        std::size_t at = 0;
        QCOMPARE(report::nextCsvLine(line, at), std::vector{cell});
    }
};

QTEST_APPLESS_MAIN(TestColumn)
#include "tst_column.moc"
