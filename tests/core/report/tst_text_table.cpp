// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/text_table.h"

#include <QTest>
#include <string>

using ql::report::TextTable;

class TestTextTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsThePsqlFrame();
    void drawsAnEmptyPsqlTable();
    void drawsForReading();
    void alignsByCharactersNotBytes();
};

void TestTextTable::drawsThePsqlFrame()
{
    TextTable table({{"mod_name"}, {"qscale", TextTable::Align::Right}});
    table.addRow({"quant", "0.0078404"});
    table.addRow({"dequant"});
    // Widths as in the seed's example: header plus two, or the widest cell.
    QCOMPARE(table.psql(), std::string("+----+------------+-----------+\n"
                                       "|    | mod_name   |    qscale |\n"
                                       "|----+------------+-----------|\n"
                                       "|  0 | quant      | 0.0078404 |\n"
                                       "|  1 | dequant    |           |\n"
                                       "+----+------------+-----------+\n"));
    QCOMPARE(table.psql(TextTable::Numbering::None), std::string("+------------+-----------+\n"
                                                                 "| mod_name   |    qscale |\n"
                                                                 "|------------+-----------|\n"
                                                                 "| quant      | 0.0078404 |\n"
                                                                 "| dequant    |           |\n"
                                                                 "+------------+-----------+\n"));
}

void TestTextTable::drawsAnEmptyPsqlTable()
{
    const TextTable table({{"mod_name"}});
    QVERIFY(table.isEmpty());
    QCOMPARE(table.psql(), std::string("+----+------------+\n"
                                       "|    | mod_name   |\n"
                                       "|----+------------|\n"
                                       "+----+------------+\n"));
}

void TestTextTable::drawsForReading()
{
    TextTable table({{"#", TextTable::Align::Right}, {"layer"}, {"SQNR dB", TextTable::Align::Right}, {"advice"}});
    table.addRow({"7", "conv\n34", "-2.9", "rounding"});
    table.addRow({"12", "relu", "inf"});
    QCOMPARE(table.plain(), std::string("   #  layer    SQNR dB  advice\n"
                                        "  --  -------  -------  --------\n"
                                        "   7  conv 34     -2.9  rounding\n"
                                        "  12  relu         inf\n"));
}

void TestTextTable::alignsByCharactersNotBytes()
{
    TextTable table({{"n"}, {"x"}});
    table.addRow({"größe", "1"});
    table.addRow({"a", "2"});
    QCOMPARE(table.plain(), std::string("  n      x\n"
                                        "  -----  -\n"
                                        "  größe  1\n"
                                        "  a      2\n"));
}

QTEST_APPLESS_MAIN(TestTextTable)
#include "tst_text_table.moc"
