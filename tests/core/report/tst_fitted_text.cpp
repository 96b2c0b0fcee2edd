// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/display_width.h"
#include "core/report/table/fitted_text.h"
#include "core/report/table/text_table.h"

#include <QTest>

#include <sstream>
#include <string>

using namespace ql::report;

namespace {

std::string layerTable()
{
    TextTable table(
        {{"#", TextTable::Align::Right}, {"layer"}, {"op"}, {"SQNR dB", TextTable::Align::Right}, {"worst slice"}});
    table.addRow({"7", "/model/encoder/layer.11/attention/output/MatMul", "QLinearMatMul", "12.31", "[:, 4:84]"});
    table.addRow({"12", "/model/encoder/layer.3/intermediate/act_fn/Mul", "Mul", "48.00"});
    return table.plain();
}

std::size_t widestLine(const std::string& text)
{
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);)
        widest = std::max(widest, displayWidth(line));
    return widest;
}

} // namespace

class TestFittedText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsColumns();
    void cutsNamesAtTheFrontAndSentencesAtTheEnd();
    void leavesWhatFits();
    void cutsNamesOfATable();
    void leavesColumnsOutAndSaysSo();
    void wrapsSentences();
    void keepsLongWordsWhole();
    void tellsRowsFromWhatFollows();
    void isNeverWider_data();
    void isNeverWider();
};

void TestFittedText::countsColumns()
{
    QCOMPARE(displayWidth("conv_3"), std::size_t(6));
    QCOMPARE(displayWidth("größe"), std::size_t(5));
    QCOMPARE(displayWidth("量化"), std::size_t(4));
    QCOMPARE(displayWidth("e\xcc\x81"), std::size_t(1)); // e and a combining accent
    QCOMPARE(std::string(firstColumns("量化", 3)), std::string("量"));
    TextTable table({{"n"}, {"x"}});
    table.addRow({"量化", "1"});
    table.addRow({"a", "2"});
    QCOMPARE(table.plain(), std::string("  n     x\n  ----  -\n  量化  1\n  a     2\n"));
}

void TestFittedText::cutsNamesAtTheFrontAndSentencesAtTheEnd()
{
    QCOMPARE(elided("encoder.block.conv_3", 7), std::string("…conv_3"));
    QCOMPARE(elided("use more bits here", 9), std::string("use more…"));
    QCOMPARE(elided("conv", 4), std::string("conv"));
    QCOMPARE(elided("conv", 0), std::string());
}

void TestFittedText::leavesWhatFits()
{
    const auto text = "Verdict: bad.\n\n" + layerTable() + "\nnote: none\n";
    QCOMPARE(fittedText(text, 0), text);
    QCOMPARE(fittedText(text, 200), text);
    QCOMPARE(fittedText("no line break", 80), std::string("no line break"));
    QCOMPARE(fittedText("", 80), std::string());
}

void TestFittedText::cutsNamesOfATable()
{
    QCOMPARE(fittedText(layerTable(), 72),
             std::string("   #  layer                          op             SQNR dB  worst slice\n"
                         "  --  -----------------------------  -------------  -------  -----------\n"
                         "   7  …r.11/attention/output/MatMul  QLinearMatMul    12.31  [:, 4:84]\n"
                         "  12  …er.3/intermediate/act_fn/Mul  Mul              48.00\n"));
}

void TestFittedText::leavesColumnsOutAndSaysSo()
{
    const auto text = fittedText(layerTable(), 40);
    QVERIFY2(widestLine(text) <= 40, text.c_str());
    QVERIFY2(text.find("no room for: ") != std::string::npos && text.find("worst slice") != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("MatMul") != std::string::npos, text.c_str());
}

void TestFittedText::wrapsSentences()
{
    QCOMPARE(fittedText("  conv (error): one scale serves all 32 channels of this layer.\n", 30),
             std::string("  conv (error): one scale\n    serves all 32 channels of\n    this layer.\n"));
    QCOMPARE(wrapped("one two three", 7, 2), std::string("one two\n  three"));
}

void TestFittedText::keepsLongWordsWhole()
{
    const std::string path = "/a/very/long/path/that/somebody/will/want/to/copy.onnx";
    QVERIFY(fittedText("wrote " + path + "\n", 20).find(path) != std::string::npos);
}

void TestFittedText::tellsRowsFromWhatFollows()
{
    const auto text =
        fittedText(layerTable() + "  … and 34 more, which the file of --out DIR lists in full\n\nDone.\n", 50);
    QVERIFY2(widestLine(text) <= 50, text.c_str());
    QVERIFY2(text.find("  … and 34 more, which the file of --out DIR lists\n") != std::string::npos, text.c_str());
    QVERIFY2(text.ends_with("\n\nDone.\n"), text.c_str());
}

void TestFittedText::isNeverWider_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {24, 40, 60, 79, 80, 100, 132})
        QTest::addRow("%d", width) << width;
}

void TestFittedText::isNeverWider()
{
    QFETCH(const int, width);
    const auto text = fittedText("Verdict on 64 samples: bad. The error starts at a layer.\n\n" + layerTable()
                                     + "\nAdvice\n  the layer (warning): use more bits for it, or skip it.\n",
                                 std::size_t(width));
    QVERIFY2(widestLine(text) <= std::size_t(width), text.c_str());
}

QTEST_APPLESS_MAIN(TestFittedText)
#include "tst_fitted_text.moc"
