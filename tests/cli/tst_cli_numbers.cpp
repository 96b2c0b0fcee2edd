// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/number_format.h"
#include "tests/cli/cli_process.h"
#include "tests/cli/written_tables.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace ql::tests;
using ql::report::fixedSeven;
using ql::report::fourDigits;

namespace {

double numberOf(const QJsonValue& value)
{
    if (value.toString() == "inf")
        return std::numeric_limits<double>::infinity();
    if (value.toString() == "-inf")
        return -std::numeric_limits<double>::infinity();
    return value.isDouble() ? value.toDouble() : std::numeric_limits<double>::quiet_NaN();
}

/// As a file prints it; nothing for null.
QString seven(const QJsonValue& value)
{
    return value.isNull() ? QString() : QString::fromStdString(fixedSeven(numberOf(value)));
}

QString four(const QJsonValue& value)
{
    return value.isNull() ? QString("-") : QString::fromStdString(fourDigits(numberOf(value)));
}

QString shapeText(const QJsonArray& shape, const char* between)
{
    QStringList numbers;
    for (const auto& number : shape)
        numbers << QString::number(number.toInt());
    return "[" + numbers.join(between) + "]";
}

QString scaleText(const QJsonValue& scale)
{
    if (!scale.isArray())
        return seven(scale);
    QList<double> scales;
    for (const auto& one : scale.toArray())
        scales << one.toDouble();
    const auto [low, high] = std::minmax_element(scales.begin(), scales.end());
    return QString::fromStdString(fixedSeven(*low) + ".." + fixedSeven(*high));
}

/// What the seed tools' columns say of a layer, made of the document.
QStringList seedCells(const QJsonObject& layer, const char* between)
{
    const auto baseline = layer["baseline"].toObject();
    const auto analysis = layer["analysis"].toObject();
    const auto metrics = layer["metrics"].toObject();
    const auto dtype = layer["quant_dtype"].isNull() ? analysis["dtype"] : layer["quant_dtype"];
    return {layer["name"].toString(),
            baseline["op_type"].toString(),
            analysis["op_type"].toString(),
            shapeText(layer["shape"].toArray(), between),
            dtype.toString(),
            scaleText(layer["qscale"]),
            seven(metrics["cosine"]),
            seven(metrics["l1"]),
            seven(metrics["atol"]),
            seven(metrics["max_qscale_diff"]),
            seven(baseline["min"]),
            seven(analysis["min"]),
            seven(baseline["max"]),
            seven(analysis["max"]),
            seven(baseline["mean"]),
            seven(analysis["mean"]),
            seven(metrics["mse"]),
            seven(metrics["sqnr_db"]),
            seven(baseline["var"]),
            seven(analysis["var"])};
}

} // namespace

/// Every number that a command writes into a file is the JSON document's, to the digits that are printed.
namespace {

/// Of a value with one slice only its own SQNR.
QJsonValue worstSlice(const QJsonObject& layer)
{
    return layer.contains("worst_slice") ? layer["worst_slice"].toObject()["sqnr_db"]
                                         : layer["metrics"].toObject()["sqnr_db"];
}

} // namespace

class TestCliNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_compare = written("compare", {"--input", demoFile("bad_case.npy")});
        m_sensitivity = written("sensitivity", {"--input", demoFile("bad_case.npy")});
        m_search = written("badcase", {"--data", demoFile("inputs.npy"), "--num-steps", "12", "--metric",
                                       "mean(abs(x-y))/max(abs(x))", "--order", "descending"});
        QVERIFY(!m_compare.isEmpty() && !m_sensitivity.isEmpty() && !m_search.isEmpty());
    }

    void jsonFilesAreWhatIsPrinted()
    {
        QCOMPARE(fileJson("compare.json"), m_compare);
        QCOMPARE(fileJson("sensitivity.json"), m_sensitivity);
        QCOMPARE(fileJson("badcase.json"), m_search);
    }

    void layerTables()
    {
        const auto layers = m_compare["layers"].toArray();
        const auto text = psqlTable(out("compare_per_layer_out.txt"));
        const auto csv = csvTable(out("compare_per_layer_out.csv"));
        QCOMPARE(text.rows.size(), layers.size());
        QCOMPARE(csv.rows.size(), layers.size());
        QCOMPARE(text.header.mid(1), csv.header.mid(1));
        for (qsizetype i = 0; i < layers.size(); ++i) {
            QCOMPARE(text.rows[i].mid(1), seedCells(layers[i].toObject(), ", "));
            QCOMPARE(csv.rows[i].mid(1), seedCells(layers[i].toObject(), "*"));
            QCOMPARE(text.rows[i].first(), QString::number(i));
        }
    }

    void advice()
    {
        QList<QStringList> expected;
        for (const auto& value : m_compare["layers"].toArray())
            for (const auto& finding : value.toObject()["advice"].toArray())
                expected << QStringList{
                    value.toObject()["name"].toString(), value.toObject()["analysis"].toObject()["op_type"].toString(),
                    finding.toObject()["message"].toString(), finding.toObject()["remedy"].toString()};
        const auto table = psqlTable(out("abnormal_layer_advisor.txt"));
        QVERIFY(!expected.isEmpty());
        QCOMPARE(table.rows.size(), expected.size());
        for (qsizetype i = 0; i < expected.size(); ++i)
            QCOMPARE(table.rows[i].mid(1), expected[i]);
    }

    void printedLayers()
    {
        const auto shown = runCli(command("compare")
                                  + QStringList{"--input", demoFile("bad_case.npy"), "--sort", "order", "--top", "0"});
        for (const auto& value : m_compare["layers"].toArray()) {
            const auto layer = value.toObject();
            const auto metrics = layer["metrics"].toObject();
            const QStringList cells{four(metrics["sqnr_db"]), four(worstSlice(layer)), four(metrics["cosine"]),
                                    four(metrics["max_qscale_diff"])};
            const QRegularExpression line(
                "\\n *" + QString::number(layer["index"].toInt()) + "  "
                + QRegularExpression::escape(layer["name"].toString()) + " .* " + QRegularExpression::escape(cells[0])
                + " +" + QRegularExpression::escape(cells[1]) + " +" + QRegularExpression::escape(cells[2]) + " +"
                + QRegularExpression::escape(cells[3]) + "[ \\n]");
            QVERIFY2(QString::fromUtf8(shown.out).contains(line), qPrintable(line.pattern()));
        }
    }

    void sensitivityTable()
    {
        const auto output = m_sensitivity["outputs"].toArray()[0].toObject();
        const auto rows = output["rows"].toArray();
        const auto table = psqlTable(out("logits_sqnr_db_sensitive_ops.txt"));
        QCOMPARE(table.rows.size(), rows.size());
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const auto row = rows[i].toObject();
            const auto flops =
                QString("%1(%2%)").arg(row["flops"].toInteger()).arg(row["flops_percent"].toDouble(), 0, 'f', 2);
            QCOMPARE(table.rows[i].mid(1), (QStringList{row["op_name"].toString(), row["sensitive_type"].toString(),
                                                        row["op_type"].toString(), seven(row["metric_value"]),
                                                        row["quant_dtype"].toString(), flops}));
        }
    }

    void badCaseTables()
    {
        const auto indices = psqlTable(out("badcase.txt"), 0);
        const auto values = psqlTable(out("badcase.txt"), 1);
        const auto overall = psqlTable(out("badcase.txt"), 2);
        const auto perOutput = m_search["per_output"].toArray();
        QCOMPARE(indices.rows.size(), perOutput.size());
        for (qsizetype output = 0; output < perOutput.size(); ++output) {
            const auto worst = perOutput[output].toObject()["worst"].toObject();
            QStringList expectedIndices{perOutput[output].toObject()["name"].toString()};
            QStringList expectedValues = expectedIndices;
            for (const auto& metric : indices.header.mid(2)) {
                expectedIndices << QString::number(worst[metric].toObject()["index"].toInt());
                expectedValues << seven(worst[metric].toObject()["value"]);
            }
            QCOMPARE(indices.rows[output].mid(1), expectedIndices);
            QCOMPARE(values.rows[output].mid(1), expectedValues);
        }
        QCOMPARE(overall.rows.size(), m_search["worst"].toObject().size());
        for (const auto& row : overall.rows)
            QCOMPARE(row[2].toInt(), m_search["worst"].toObject()[row[1]].toObject()["index"].toInt());
    }

    void badCaseSamples()
    {
        const auto table = csvTable(out("badcase_samples.csv"));
        QCOMPARE(table.rows.size(), m_search["samples"].toInt());
        for (const auto& row : table.rows)
            for (qsizetype column = 3; column < row.size(); ++column)
                QCOMPARE(row[column].toDouble(), m_search["values"]
                                                     .toObject()[table.header[column]]
                                                     .toObject()[row[2]]
                                                     .toArray()[row[0].toInt()]
                                                     .toDouble());
    }

    void thePage()
    {
        const auto html = QString::fromUtf8(contentOf(out("report.html")));
        const auto layers = m_compare["layers"].toArray();
        const auto begin = html.indexOf("<table class=\"layers");
        const auto table = html.mid(begin, html.indexOf("</table>", begin) - begin);
        static const QRegularExpression metricHead("<th[^>]*data-metric=\"(\\w+)\"");
        QStringList metrics;
        for (const auto& match : metricHead.globalMatch(table))
            metrics << match.captured(1);
        QCOMPARE(metrics.size(), 9);
        static const QRegularExpression rowPattern("<tr data-layer=\"(\\d+)\".*?</tr>");
        static const QRegularExpression cellPattern("<t[dh][^>]*>");
        static const QRegularExpression valuePattern("data-v=\"([^\"]*)\"");
        qsizetype rows = 0;
        for (const auto& row : rowPattern.globalMatch(table)) {
            ++rows;
            QStringList cells;
            for (const auto& cell : cellPattern.globalMatch(row.captured(0)))
                cells << valuePattern.match(cell.captured(0)).captured(1);
            const auto layer = layers[row.captured(1).toInt()].toObject();
            const auto expected = layer["metrics"].toObject();
            const auto slice = cells.takeAt(5); // in front of the metrics
            QCOMPARE(slice.toDouble(), worstSlice(layer).toDouble());
            for (qsizetype i = 0; i < metrics.size(); ++i) {
                const auto value = expected[metrics[i]];
                const auto text = cells[5 + i];
                if (value.isDouble())
                    QCOMPARE(text.toDouble(), value.toDouble());
                else
                    QCOMPARE(text, value.toString());
            }
        }
        QCOMPARE(rows, layers.size());
    }

private:
    static QStringList command(const char* name)
    {
        return {name, "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
    }

    /// Runs a command with --json and --out; the document that it printed.
    QJsonObject written(const char* name, const QStringList& more)
    {
        const auto result = runCli(command(name) + more + QStringList{"--json", "--out", out()});
        if (result.status != 0)
            qWarning("%s", result.all().constData());
        return result.json();
    }

    QJsonObject fileJson(const char* name) const { return QJsonDocument::fromJson(contentOf(out(name))).object(); }
    QString out(const char* name = "") const { return m_folder.filePath(QString("out/") + name); }

    QTemporaryDir m_folder;
    QJsonObject m_compare;
    QJsonObject m_sensitivity;
    QJsonObject m_search;
};

QTEST_GUILESS_MAIN(TestCliNumbers)
#include "tst_cli_numbers.moc"
