// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/profile_report.h"
#include "core/results/compare_result.h"
#include "tests/core/report/profile_sample.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace ql;
using tests::profileSample;

namespace {

QStringList lines(const std::string& text)
{
    return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
}

QStringList cells(const QString& line)
{
    QStringList list;
    const auto parts = line.split('|', Qt::SkipEmptyParts);
    for (const auto& cell : parts)
        list << cell.trimmed();
    return list;
}

} // namespace

class TestProfileReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statisticHasTheSeedsColumns()
    {
        const auto table = lines(report::statisticTables(profileSample()));
        QCOMPARE(cells(table[2]), (QStringList{"Index", "Op Name", "Mod Name", "Attr", "Dtype", "Scale", "Min", "Max",
                                               "Mean", "Var", "Shape", "NaN", "Inf"}));
        QCOMPARE(cells(table[4]), (QStringList{"0", "Conv", "/block/conv", "input", "float32", "", "0.0000000",
                                               "1.0000000", "0.5000000", "2.0000000", "[1, 2, ?]", "0", "0"}));
        QCOMPARE(cells(table[5])[5], QString("0.1250000..0.5000000"));
        QCOMPARE(cells(table[6]).mid(3, 3), (QStringList{"output", "int8", "0.0625000"}));
        QCOMPARE(cells(table[8]),
                 (QStringList{"1", "Add", "add", "input-1", "float32", "", "", "", "", "", "[1, 2, ?]", "4", "0"}));
    }

    void theSecondTableHasTheWidestFirst()
    {
        std::vector<std::string> order;
        const auto sample = profileSample();
        for (const auto* row : report::widestFirst(sample))
            order.push_back(row->opName + " " + report::attributeText(*row));
        QCOMPARE(order, (std::vector<std::string>{"Conv output", "Add output", "Add input-0", "Conv input",
                                                  "Conv weight", "Add input-1"}));
        const auto table = lines(report::statisticTables(sample));
        const auto second = table.indexOf("Statistics sorted by data range, widest first:");
        QVERIFY(second > 0);
        QCOMPARE(cells(table[second + 4])[3], QString("output"));
        QCOMPARE(cells(table[second + 4])[1], QString("Conv"));
    }

    /// Files and terminal count the model's own layers; page and window go by the comparison, where there is one.
    void layersAreNumberedAsInTheComparison()
    {
        using report::Place;
        results::CompareResult compared;
        compared.layers.resize(2);
        compared.layers[1].index = 7;
        compared.layers[1].name = "conv";
        compared.layers[1].analysis.node = "/block/conv";
        const auto sample = profileSample();
        const auto numbers = report::layerNumbers(compared);
        const auto columns = report::profileColumns(sample, report::Labels(report::Language::English), numbers);
        const auto first = [&](Place place, const results::ProfileRow& row) {
            return report::columnsAt(place, columns).front().cell(row);
        };
        for (const auto place : {Place::Page, Place::Window}) {
            QCOMPARE(first(place, sample.rows[0]).integer, std::int64_t(7));
            QVERIFY(!first(place, sample.rows[3]).number); // it has no such layer
            QCOMPARE(first(place, sample.rows[3]).kind, report::Cell::Kind::Number);
        }
        for (const auto place : {Place::Terminal, Place::File})
            QCOMPARE(first(place, sample.rows[3]).integer, std::int64_t(1));
        const auto alone = report::columnsAt(Place::Window, report::profileColumns(sample));
        QCOMPARE(alone.front().cell(sample.rows[3]).integer, std::int64_t(1));
    }

    void csvHasNoCommasInShapes()
    {
        const auto table = lines(report::statisticCsv(profileSample()));
        QCOMPARE(table.size(), 7);
        QCOMPARE(table[1], QString("0,Conv,/block/conv,input,float32,,0.0000000,1.0000000,0.5000000,2.0000000,"
                                   "[1*2*?],0,0"));
        const auto channels = lines(report::channelStatisticCsv(profileSample()));
        QCOMPARE(channels.size(), 3);
        QCOMPARE(channels[2], QString("0,Conv,/block/conv,output,1,0.0625000,-1.0000000,2.0000000,0.5000000,"
                                      "0.2500000,0,0"));
    }

    void jsonHasTheContractsKeys()
    {
        const auto json = nlohmann::json::parse(report::profileJson(profileSample()));
        QCOMPARE(json["schema"].get<std::string>(), "quantloupe.profile/1");
        QCOMPARE(json["samples"].get<int>(), 3);
        const auto& rows = json["rows"];
        QCOMPARE(rows.size(), std::size_t(6));
        for (const auto& row : rows)
            for (const auto* key :
                 {"index", "op_name", "mod_name", "attr", "dtype", "scale", "min", "max", "mean", "var", "shape"})
                QVERIFY2(row.contains(key), key);
        QVERIFY(rows[1]["scale"] == nlohmann::json({0.5, 0.125}));
        QCOMPARE(rows[2]["scale"].get<double>(), 0.0625);
        QVERIFY(rows[0]["scale"].is_null());
        QVERIFY(rows[0]["shape"] == nlohmann::json({1, 2, nullptr}));
        QCOMPARE(rows[2]["inf_count"].get<int>(), 2);
        QCOMPARE(rows[2]["channels"].size(), std::size_t(2));
        QVERIFY(rows[2]["histogram"]["counts"] == nlohmann::json({3, 0, 4, 1}));
        QVERIFY(rows[4]["min"].is_null() && rows[4]["histogram"].is_null());
        QCOMPARE(rows[4]["attr"].get<std::string>(), "input");
        QCOMPARE(rows[4]["number"].get<int>(), 1);
    }

    void textShowsTheWidestAndWhatIsNotFinite()
    {
        const auto text = QString::fromStdString(report::profileText(profileSample(), 2));
        QVERIFY2(text.section(u'\n', 0, 2).contains(" reaches furthest: "), qPrintable(text));
        QVERIFY(text.contains("widest range first (2 of 6)"));
        QVERIFY(text.contains("output of /block/conv holds 0 NaN and 2 infinite elements among 10"));
        QVERIFY(text.contains("input-1 of add holds 4 NaN"));
        QVERIFY(!text.contains("Conv  weight"));
    }

    void writesItsFiles()
    {
        QTemporaryDir folder;
        const auto files = report::writeProfileFiles(profileSample(), folder.path().toStdString(), 7.0);
        QCOMPARE(files.size(), std::size_t(5));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"profile.json", "statistic.csv", "statistic.txt", "statistic_per_channel.csv"}));
        const auto events = QDir(folder.filePath("tensorboard")).entryList(QDir::Files);
        QCOMPARE(events.size(), 1);
        QVERIFY(events[0].contains("tfevents"));
        QFile file(folder.filePath("tensorboard/") + events[0]);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromStdString(report::profileEvents(profileSample(), 7.0)));
    }
};

QTEST_APPLESS_MAIN(TestProfileReport)
#include "tst_profile_report.moc"
