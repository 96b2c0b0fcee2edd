// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layering/folder_cycles.h"
#include "tests/layering/layering_rules.h"

#include <QTest>
#include <fstream>
#include <regex>
#include <set>

using ql::tests::layeringProblems;

class TestLayering : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySourceKeepsTheRules();
    void topLevelIsAsFixed();
    void noFolderIsCrowded();
    void foldersIncludeOneWay();
    void cmakeListsWidgetsInOrder();
    void everyIconIsDrawnAndUsed();
    void labelsShowTextLetterByLetter();
    void catchesPlantedViolations_data();
    void catchesPlantedViolations();
    void acceptsWhatIsAllowed_data();
    void acceptsWhatIsAllowed();
    void catchesLongAndUnlicensedFiles();
    void catchesAStrangerOnTheTopLevel();
    void catchesACrowdedFolder();
    void catchesACircleOfFolders();
};

namespace {

const std::filesystem::path kRoot = QUANTLOUPE_SOURCE_DIR;
const std::string kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n";

QByteArray joined(const std::vector<std::string>& lines)
{
    QByteArray text;
    for (const auto& line : lines)
        text += QByteArray::fromStdString("\n  " + line);
    return text;
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(kRoot / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

void TestLayering::everySourceKeepsTheRules()
{
    std::vector<std::string> problems;
    const auto files = ql::tests::sourceFiles(kRoot);
    QVERIFY2(files.size() > 100, "the source tree was not found");
    for (const auto& file : files) {
        const auto found = layeringProblems(file.generic_string(), contentOf(file));
        problems.insert(problems.end(), found.begin(), found.end());
    }
    QVERIFY2(problems.empty(), joined(problems).constData());
}

void TestLayering::topLevelIsAsFixed()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot))
        names.push_back(entry.path().filename().string());
    const auto problems = ql::tests::topLevelProblems(names);
    QVERIFY2(problems.empty(), joined(problems).constData());
}

void TestLayering::noFolderIsCrowded()
{
    const auto problems = ql::tests::folderSizeProblems(ql::tests::sourceFiles(kRoot));
    QVERIFY2(problems.empty(), joined(problems).constData());
}

void TestLayering::foldersIncludeOneWay()
{
    std::map<std::string, std::string> texts;
    for (const auto& file : ql::tests::sourceFiles(kRoot))
        texts.emplace(file.generic_string(), contentOf(file));
    const auto circles = ql::tests::folderCycles(texts);
    QVERIFY2(circles.empty(), joined(circles).constData());
}

void TestLayering::cmakeListsWidgetsInOrder()
{
    const auto text = contentOf("widgets/CMakeLists.txt");
    std::size_t begin = text.find("foreach(folder ");
    QVERIFY(begin != std::string::npos);
    std::size_t last = 0;
    for (const auto& folder : ql::tests::widgetsOrder()) {
        if (!std::filesystem::exists(kRoot / "widgets" / folder / "CMakeLists.txt"))
            continue; // headers alone
        const auto at = text.find(' ' + folder, begin);
        QVERIFY2(at != std::string::npos && at > last, folder.c_str());
        last = at;
    }
}

void TestLayering::everyIconIsDrawnAndUsed()
{
    std::string code;
    for (const auto& file : ql::tests::sourceFiles(kRoot))
        if (*file.begin() == "widgets" && file.extension() == ".cpp")
            code += contentOf(file);
    std::set<std::string> drawn;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "resources/icons"))
        drawn.insert(entry.path().stem().string());
    const std::regex named("\\bicon\\(\"([^\"]+)\"\\)");
    for (std::sregex_iterator found(code.begin(), code.end(), named), end; found != end; ++found)
        QVERIFY2(drawn.contains((*found)[1]), (*found)[1].str().c_str());
    for (const auto& name : drawn)
        QVERIFY2(code.find('"' + name + '"') != std::string::npos, name.c_str());
}

void TestLayering::labelsShowTextLetterByLetter()
{
    for (const auto& file : ql::tests::sourceFiles(kRoot))
        if (*file.begin() == "widgets" && file.stem() != "plain_text") {
            const auto code = contentOf(file);
            for (const auto* word : {"new QLabel", "QMessageBox::question(", "QMessageBox::warning("})
                QVERIFY2(code.find(word) == std::string::npos, (file.string() + ": " + word).c_str());
        }
}

void TestLayering::catchesPlantedViolations_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    const auto plant = [](const char* path, const char* line) { QTest::addRow("%s %s", path, line) << path << line; };
    plant("core/graph/ir/graph.cpp", "#include <QString>");
    plant("core/jobs/job_queue.h", "#  include <QtCore/qobject.h>");
    plant("app/cli/main.cpp", "#include <QCoreApplication>");
    plant("core/base/error.h", "#include \"widgets/main_window.h\"");
    plant("core/engine/engine.cpp", "#include \"app/cli/runtime/command_session.h\"");
    plant("widgets/models/layer_model.cpp", "#include <torch/script.h>");
    plant("widgets/views/layer_view.h", "#include \"core/runs/program/program.h\"");
    plant("app/gui/main.cpp", "#include <onnx/onnx_pb.h>");
    plant("app/cli/commands/run_command.cpp", "#include \"core/data/inputs.h\"");
    plant("core/engine/engine.h", "#include <ATen/ATen.h>");
    plant("core/results/metrics.h", "#include <c10/core/ScalarType.h>");
    plant("core/report/json/json_writer.cpp", "#include \"core/graph/ir/graph.h\"");
    plant("core/results/layer.h", "#include \"core/ops/tensor.h\"");
    plant("core/graph/ir/graph.h", "#include \"core/ops/registry.h\"");
    plant("core/ops/convolution.cpp", "#include \"core/runs/program/program.h\"");
    plant("core/analysis/compare/compare.cpp", "#include \"core/engine/engine.h\"");
    plant("core/analysis/compare/compare.cpp", "#include \"core/runs/program/pass.h\"");
    plant("core/quant/calibration.cpp", "#include \"core/runs/program/frame.h\"");
    plant("core/import/onnx/onnx_importer.cpp", "#include \"core/results/model_info.h\"");
    plant("widgets/views/layer_view.cpp", "#include <QtCharts/QChart>");
    plant("widgets/views/layer_view.cpp", "#include <QLineSeries>");
    plant("app/gui/main.cpp", "#include <QChartView>");
    plant("widgets/views/layer_view.cpp", "#include \"app/gui/main.h\"");
    plant("widgets/charts/tune_chart.h", "#include \"widgets/docks/tune/tune_view.h\"");
    plant("widgets/analyses/trials/trials.cpp", "#include \"widgets/workbench/workbench.h\"");
    plant("core/report/json/json_place.cpp", "    return nlohmann::json::parse(text);");
    plant("widgets/session/layer_filter.cpp", "#include \"widgets/window/main_window.h\"");
}

void TestLayering::catchesPlantedViolations()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    const auto problems = layeringProblems(path.toStdString(), kLicence + line.toStdString() + "\n");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY2(problems.front().starts_with(path.toStdString() + ":3: "), problems.front().c_str());
}

void TestLayering::acceptsWhatIsAllowed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    const auto allow = [](const char* path, const char* line) { QTest::addRow("%s %s", path, line) << path << line; };
    allow("widgets/charts/histogram_chart.cpp", "#include <QtCharts/QChart>");
    allow("widgets/charts/histogram_chart.h", "#include <QLineSeries>");
    allow("widgets/views/layer_view.cpp", "#include <QTableView>");
    allow("widgets/views/layer_view.cpp", "#include \"core/results/compare_result.h\"");
    allow("widgets/window/main_window.cpp", "#include \"widgets/style/icons.h\"");
    allow("widgets/docks/tune/tune_view.cpp", "#include \"widgets/docks/support/data_table.h\"");
    allow("core/ops/aten.h", "#include <ATen/ATen.h>");
    allow("core/engine/engine.cpp", "#include \"core/analysis/compare/compare.h\"");
    allow("core/quant/calibration.cpp", "#include \"core/runs/run.h\"");
    allow("core/runs/what_if.cpp", "#include \"core/runs/program/frame.h\"");
    allow("core/report/compare/compare_text.cpp", "#include \"core/results/compare_result.h\"");
    allow("app/cli/runtime/command_session.h", "#include \"core/engine/engine.h\"");
}

void TestLayering::acceptsWhatIsAllowed()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    const auto problems = layeringProblems(path.toStdString(), kLicence + line.toStdString() + "\n");
    QVERIFY2(problems.empty(), joined(problems).constData());
}

void TestLayering::catchesLongAndUnlicensedFiles()
{
    std::string text = kLicence;
    for (int line = 3; line <= 400; ++line)
        text += "\n";
    QVERIFY(layeringProblems("core/base/error.h", text).empty());
    QCOMPARE(layeringProblems("core/base/error.h", text + "\n").size(), std::size_t(1));
    QCOMPARE(layeringProblems("core/base/error.cpp", "int x;\n").size(), std::size_t(1));
    QCOMPARE(layeringProblems("core/base/error.h", "// SPDX-License-Identifier: GPL-3.0-or-later\n").size(),
             std::size_t(1));
    QVERIFY(
        layeringProblems("packaging/setup.sh", "#!/bin/bash\n# SPDX-License-Identifier: GPL-3.0-or-later\n").empty());
    QCOMPARE(layeringProblems("packaging/setup.sh", "#!/bin/bash\n").size(), std::size_t(1));
}

void TestLayering::catchesAStrangerOnTheTopLevel()
{
    const std::vector<std::string> fixed{"CMakeLists.txt", "LICENSE",      "README.md", "app",
                                         "core",           ".git",         "packaging", "resources",
                                         "tests",          "translations", "widgets",   "build-x"};
    QVERIFY(ql::tests::topLevelProblems(fixed).empty());
    auto names = fixed;
    names.push_back("src");
    QCOMPARE(ql::tests::topLevelProblems(names).size(), std::size_t(1));
    names = fixed;
    names.erase(names.begin());
    QCOMPARE(ql::tests::topLevelProblems(names).size(), std::size_t(1));
}

void TestLayering::catchesACrowdedFolder()
{
    std::vector<std::filesystem::path> files{"core/ops/README.txt"};
    for (int file = 0; file < 40; ++file)
        files.push_back("core/ops/file_" + std::to_string(file) + ".cpp");
    QVERIFY(ql::tests::folderSizeProblems(files).empty());
    files.push_back("core/ops/kernels/file.h");
    files.push_back("tests/core/file.cpp");
    QVERIFY(ql::tests::folderSizeProblems(files).empty());
    files.push_back("core/ops/file.h");
    QCOMPARE(ql::tests::folderSizeProblems(files).size(), std::size_t(1));
}

void TestLayering::catchesACircleOfFolders()
{
    std::map<std::string, std::string> texts{
        {"core/ops/kernels/a.cpp", "#include \"core/ops/kernels/a.h\"\n#include \"core/ops/passes/b.h\"\n"},
        {"core/ops/passes/b.cpp", "#include \"core/ops/support/c.h\"\n#include \"core/base/error.h\"\n"},
        {"core/ops/registry.cpp", "#include \"core/ops/kernels/a.h\"\n"}};
    QVERIFY(ql::tests::folderCycles(texts).empty());
    texts["core/ops/support/c.h"] = "#include \"core/ops/kernels/a.h\"\n";
    const auto circles = ql::tests::folderCycles(texts);
    QCOMPARE(circles.size(), std::size_t(1));
    QVERIFY2(circles.front().starts_with("core/ops: kernels > passes > support > kernels ("), circles.front().c_str());
    texts["core/base/error.h"] = "#include \"core/ops/registry.h\"\n";
    QCOMPARE(ql::tests::folderCycles(texts).size(), std::size_t(2));
}

QTEST_APPLESS_MAIN(TestLayering)
#include "tst_layering.moc"
