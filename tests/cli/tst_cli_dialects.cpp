// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/core/config/config_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace ql;
using namespace ql::tests;

namespace {

/// Of dialects whose fixture stands for another's twin in another syntax.
struct Twin {
    const char* dialect;
    const char* file;
    const char* text;
};
constexpr Twin kTwins[]{
    {"olive-yaml", "olive.yaml",
     "input_model:\n  type: ONNXModel\n  model_path: float.onnx\npasses:\n  quantize:\n    type: "
     "OnnxStaticQuantization\n"
     "    config:\n      weight_type: QInt8\n      activation_type: QUInt8\n      per_channel: true\n"},
    {"modelopt-json", "modelopt.json",
     "{\"quant_cfg\": {\"*weight_quantizer\": {\"num_bits\": 8, \"axis\": 0}, \"*input_quantizer\": {\"num_bits\": 8}},"
     " \"algorithm\": \"max\"}"},
    {"layer-list-yaml", "layers.yaml", "- conv_1\n- conv_2\n"}};

/// They quantize only layers that they list, and a network of other names has none of these.
const std::set<std::string> kOnlyListed{"amct-dynamic-json", "amct-qat-json", "ncnn-table", "msmodelslim-description"};

} // namespace

/// The guide's column "simulated": a file of each dialect simulates a network, whatever layers it names.
class TestCliDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyReadDialectHasAFile()
    {
        std::set<std::string> known;
        for (const auto& fixture : configFixtures())
            known.insert(fixture.dialect);
        for (const auto& twin : kTwins)
            known.insert(twin.dialect);
        for (const auto& dialect : config::dialects())
            if (dialect.read)
                QVERIFY2(known.contains(std::string(dialect.id)), dialect.id.data());
    }

    void everyFileIsSimulated_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("dialect");
        QVERIFY(m_folder.isValid());
        std::set<std::string> seen; // one file of each
        for (const auto& fixture : configFixtures())
            if (seen.insert(fixture.dialect).second)
                QTest::newRow(fixture.dialect)
                    << QStringLiteral(QUANTLOUPE_SOURCE_DIR "/tests/data/config/") + QLatin1String(fixture.file)
                    << QString::fromLatin1(fixture.dialect);
        for (const auto& twin : kTwins) {
            const QString path = m_folder.filePath(QLatin1String(twin.file));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(twin.text) > 0);
            QTest::newRow(twin.dialect) << path << QString::fromLatin1(twin.dialect);
        }
    }
    void everyFileIsSimulated()
    {
        QFETCH(QString, path);
        QFETCH(QString, dialect);
        const auto result = runCli({"compare", "--baseline", demoFile("float.onnx"), "--config", path,
                                    "--allow-unknown-layers", "--calibration-data", demoFile("calibration.npy"),
                                    "--input", demoFile("bad_case.npy"), "--causes", "none", "-q"});
        if (kOnlyListed.contains(dialect.toStdString()))
            QVERIFY2(result.all().contains("leave every layer in float"), result.all().constData());
        else
            QVERIFY2(result.status == 0, result.all().constData());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestCliDialects)
#include "tst_cli_dialects.moc"
